import fc from 'fast-check';

const PIECES = [
  'a',
  'bc',
  ' ',
  '\t',
  ',',
  ',',
  ';',
  '"',
  '"',
  '""',
  '\n',
  '\r',
  '\r\n',
  '\0',
  'é',
  '😀',
  '\n"',
  '",',
  ',"',
];

/** Text made of what CSV readers stumble over; short, so that every state meets every other. */
export const oddCsv = (maxPieces = 40): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...PIECES), { maxLength: maxPieces }).map((pieces) => pieces.join(''));

const cell = fc.oneof(
  fc.constantFrom('', 'x', '12.5', 'Main St 5', 'é', '__proto__'),
  fc.constantFrom('""', '"a,b"', '"a\nb"', '"a\r\nb"', '"say ""hi"""', '"x"y'),
);

/** The same text without blanks at quotes, which csv-parse does not pass over. */
export const withoutBlanksAtQuotes = (text: string): string =>
  text.replace(/[ \t]+(?=")/g, '').replace(/"[ \t]+/g, '"');

/** Tables as programs write them, with a record shape that mostly holds. */
export const tableCsv = (): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.array(fc.array(cell, { minLength: 1, maxLength: 6 }), { maxLength: 12 }),
      fc.constantFrom('\n', '\r\n', '\r'),
    )
    .map(([rows, lineEnd]) => rows.map((row) => row.join(',') + lineEnd).join(''));

/** A Buffer cut into chunks of the given sizes, over and over. */
export function cutInto(bytes: Buffer, sizes: readonly number[]): Buffer[] {
  const chunks: Buffer[] = [];
  for (let from = 0, i = 0; from < bytes.length; i++) {
    const size = sizes[i % sizes.length]!;
    chunks.push(bytes.subarray(from, from + size));
    from += size;
  }
  return chunks;
}
