/**
 * Length of the character of UTF-8 that begins at `at`; 0 for a byte with which none begins, or that others
 * cut off. What the end of the bytes cuts off has its whole length.
 */
export function sequenceAt(bytes: Uint8Array, at: number): number {
  const lead = bytes[at]!;
  if (lead < 0x80) return 1;
  const length = lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
  for (let i = 1; i < length && at + i < bytes.length; i++) {
    const byte = bytes[at + i]!;
    // Overlong forms, surrogates and what lies beyond U+10FFFF are told by the second byte.
    const from = i > 1 ? 0x80 : lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
    const to = i > 1 ? 0xbf : lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
    if (byte < from || byte > to) return 0;
  }
  return length;
}
