import { createHash } from 'node:crypto';
import { parse } from 'csv-parse';
import { PEOPLE_HEADER } from '../people-rows.js';

/** Of rows in any order: how many, and a sum that one row more, less, twice or other changes. */
export interface RowDigest {
  rows: number;
  sum: number;
}

export const NO_ROWS: RowDigest = { rows: 0, sum: 0 };

/** Bytes of each row's hash: sums stay safe integers. */
const HASH_BYTES = 4;
const [PHONE, REMARKS] = PEOPLE_HEADER.split(',').slice(-2) as [string, string];
/** The names of a column in an upload and in an export. */
const COLUMNS: readonly (readonly string[])[] = [
  ['name', 'Name'],
  ['lat', 'Latitude'],
  ['lng', 'Longitude'],
  ['street', 'Street Address'],
  ['city', 'City'],
  ['zip', 'Post Code'],
  ['country', 'Country'],
  ['category', 'Category (Color)'],
  [PHONE],
  [REMARKS],
];

export const addDigests = (a: RowDigest, b: RowDigest): RowDigest => ({
  rows: a.rows + b.rows,
  sum: (a.sum + b.sum) % Number.MAX_SAFE_INTEGER,
});

/** Numbers are compared as such, and without the apostrophe that an export puts before what a spreadsheet would run. */
const plain = (cell: string, column: number): string =>
  column === 1 || column === 2 ? String(Number(cell)) : cell.replace(/^'(?=[=+\-@])/, '').trim();

export async function digestCsv(csv: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<RowDigest> {
  const parser = parse({ relax_column_count: true });
  const fed = (async () => {
    for await (const chunk of csv)
      if (!parser.write(chunk)) await new Promise((resolve) => parser.once('drain', resolve));
    parser.end();
  })();
  let at: number[] | null = null;
  let digest = NO_ROWS;
  for await (const cells of parser as AsyncIterable<string[]>) {
    if (at === null) {
      // The export of a map that was never imported into has no custom fields: cells of such columns are empty.
      at = COLUMNS.map((names) => cells.findIndex((cell) => names.includes(cell)));
      continue;
    }
    const row = at.map((index, column) => plain(cells[index] ?? '', column)).join('\u001f');
    const sum = createHash('sha1').update(row).digest().readUIntBE(0, HASH_BYTES);
    digest = addDigests(digest, { rows: 1, sum });
  }
  await fed;
  return digest;
}
