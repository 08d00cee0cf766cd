const SPACE = 0x20;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Whether bytes of UTF-8 cannot stand between the quotes of a JSON text as they are. */
export function needsEscape(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!;
    if (byte < SPACE || byte === QUOTE || byte === BACKSLASH) return true;
  }
  return false;
}

/** A text as it stands between the quotes in JSON. */
export const escapeJson = (text: string): string => JSON.stringify(text).slice(1, -1);

export const escapeJsonBytes = (bytes: Buffer): Buffer => Buffer.from(escapeJson(bytes.toString()));
