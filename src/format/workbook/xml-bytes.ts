const LF = 10;
const CR = 13;
const SPACE = 32;
const QUOTE = 34;
const AMPERSAND = 38;
const APOSTROPHE = 39;
const COMMA = 44;
const LESS = 60;
const UNDERSCORE = 95;

/** The end of what is not plain. */
export const NOT_PLAIN = -1;

/** Bytes that are the same in CSV, wherever they stand: an underscore may begin `_x000D_`. */
const IS_PLAIN_TEXT = new Uint8Array(256).fill(1);
for (const byte of [LF, CR, QUOTE, AMPERSAND, COMMA, LESS, UNDERSCORE]) IS_PLAIN_TEXT[byte] = 0;

/** Tells whether ASCII text stands there. */
export function standsAt(bytes: Buffer, at: number, text: Buffer): boolean {
  for (let i = 0; i < text.length; i++) if (bytes[at + i] !== text[i]) return false;
  return true;
}

export function skipBlanks(bytes: Buffer, from: number): number {
  let at = from;
  while (bytes[at]! <= SPACE) at++;
  return at;
}

/** @returns where a text ends that is the same in CSV: with an apostrophe before it, it may not be */
export function plainTextEnd(bytes: Buffer, from: number): number {
  if (bytes[from] === APOSTROPHE) return NOT_PLAIN;
  let at = from;
  while (IS_PLAIN_TEXT[bytes[at]!] === 1) at++;
  return bytes[at] === LESS ? at : NOT_PLAIN;
}
