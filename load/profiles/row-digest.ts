import { createHash } from 'node:crypto';
import { parse } from 'csv-parse';
import { PEOPLE_HEADER } from '../people-rows.js';

/** Digest of rows in any order: their number, and a sum that each missing, added, repeated or changed row alters. */
export interface RowDigest {
  rows: number;
  sum: number;
}

export const NO_ROWS: RowDigest = { rows: 0, sum: 0 };

/** Bytes of each row's hash, so that sums stay safe integers. */
const HASH_BYTES = 4;
const [PHONE, REMARKS] = PEOPLE_HEADER.split(',').slice(-2) as [string, string];
/** Names of each column in uploads and exports. */
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

/** Numbers are compared as numbers, and without the apostrophe that exports put before formulas. */
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
      // A map that was never imported into has no custom fields in its export: their cells are empty.
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
