import fc from 'fast-check';

const PIECES = [
  ...'a1 09.-+,"\\\t\n\r\b\f\v\0\x01\x1f\x7f\'=@$é中😀',
  ...'\u00a0\u1680\u180e\u2000\u200a\u200b\u2028\u2029\u202f\u205f\u3000\ufeff\ufffd',
  '2024-02-28',
  '12.5',
];

/**
 * Cells of what readings of bytes stumble over: blanks, escapes, controls, signs and digits, characters of
 * one to four bytes.
 */
export const hostileCell: fc.Arbitrary<string> = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { maxLength: 8 }).map((pieces) => pieces.join('')),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
);

/** The bytes of a cell with some before and behind it. */
export function inBytes(cell: string): { bytes: Buffer; from: number; to: number } {
  const bytes = Buffer.from(`1.${cell}.9`);
  return { bytes, from: 2, to: bytes.length - 2 };
}
