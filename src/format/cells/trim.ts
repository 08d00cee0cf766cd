const SPACE = 32;
const TAB = 9;
const CR = 13;

/** ASCII that `String.trim` takes away: tab to carriage return, and the space. */
const isBlankByte = (byte: number): boolean => byte === SPACE || (byte <= CR && byte >= TAB);

/** Where a cell in UTF-8 begins once `String.trim` has taken its blanks. */
export function trimmedFrom(bytes: Uint8Array, from: number, to: number): number {
  for (let at = from; at < to; ) {
    const byte = bytes[at]!;
    const size = byte < 128 ? (isBlankByte(byte) ? 1 : 0) : wideBlank(bytes, at, to);
    if (size === 0) return at;
    at += size;
  }
  return to;
}

/** Where a cell in UTF-8 ends once `String.trim` has taken its blanks. */
export function trimmedTo(bytes: Uint8Array, from: number, to: number): number {
  for (let end = to; end > from; ) {
    const byte = bytes[end - 1]!;
    if (byte < 128) {
      if (!isBlankByte(byte)) return end;
      end--;
    } else if (end - from >= 2 && wideBlank(bytes, end - 2, end) === 2) end -= 2;
    else if (end - from >= 3 && wideBlank(bytes, end - 3, end) === 3) end -= 3;
    else return end;
  }
  return from;
}

/**
 * Bytes of a blank beyond ASCII that begins there: of Unicode's Zs, U+2028, U+2029 and U+FEFF.
 * @returns 0 for another character
 */
function wideBlank(bytes: Uint8Array, at: number, to: number): number {
  const second = bytes[at + 1]!;
  if (bytes[at] === 0xc2) return second === 0xa0 ? 2 : 0;
  if (at + 2 >= to) return 0;
  const third = bytes[at + 2]!;
  switch (bytes[at]) {
    case 0xe1:
      return second === 0x9a && third === 0x80 ? 3 : 0;
    case 0xe2:
      if (second === 0x81) return third === 0x9f ? 3 : 0;
      return second === 0x80 && (third <= 0x8a || third === 0xa8 || third === 0xa9 || third === 0xaf) ? 3 : 0;
    case 0xe3:
      return second === 0x80 && third === 0x80 ? 3 : 0;
    case 0xef:
      return second === 0xbb && third === 0xbf ? 3 : 0;
    default:
      return 0;
  }
}
