/** The text of a cell in UTF-8. */
export const decodeCell = (bytes: Buffer, from: number, to: number): string =>
  from === to ? '' : bytes.toString(isAscii(bytes, from, to) ? 'latin1' : 'utf8', from, to);

/** A few looks cost less than what the decoder of UTF-8 does first. */
function isAscii(bytes: Buffer, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (bytes[at]! > 127) return false;
  return true;
}
