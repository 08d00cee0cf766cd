/** The text of a cell in UTF-8. */
export const decodeCell = (bytes: Buffer, from: number, to: number): string =>
  from === to ? '' : bytes.toString(isAscii(bytes, from, to) ? 'latin1' : 'utf8', from, to);

/** Looks at each byte: in short cells that costs less than the setup of the UTF-8 decoder. */
function isAscii(bytes: Buffer, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (bytes[at]! > 127) return false;
  return true;
}
