import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Linear congruential generator of Numerical Recipes: the same file for the same seed, everywhere. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const quote = (cell: string): string => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** A line as spreadsheets write it: quotes where a cell needs them, no guard against formulas. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(quote).join()}\n`;

/** Form of the rows of a seeded spreadsheet; people-rows.ts has another kind. */
export interface RowKind {
  header: string;
  /** @returns a line with its end */
  line(random: () => number, index: number): string;
}

const STATES = ['CA', 'NY', 'TX', 'WA', 'OH', 'FL', 'IL', 'GA'];
export const CATEGORIES = ['Retail', 'Office', 'Depot', 'Clinic', 'School'];
const SEEDED_HEADER = 'name,lat,lng,street,city,state,zip,category,Phone,Account';

/**
 * 10 columns of ASCII without quotes, about 95 bytes a row: name, coordinates, address, category, two custom
 * fields.
 */
export const PLAIN_ROWS: RowKind = {
  header: SEEDED_HEADER,
  line: (random, index) => {
    const below = (n: number): number => Math.floor(random() * n);
    const lat = (random() * 140 - 60).toFixed(6);
    const lng = (random() * 360 - 180).toFixed(6);
    return (
      `Place ${index},${lat},${lng},${below(9999)} Main Street,City ${below(5000)},${STATES[below(8)]},` +
      `${10_000 + below(89_999)},${CATEGORIES[below(5)]},555-${1000 + below(8999)},A-${below(1e9)}\n`
    );
  },
};

/** A spreadsheet in pieces of about 1 MB, which may exceed memory in total. */
export function* seededBytes(rows: number, seed = 1, kind = PLAIN_ROWS): Generator<Buffer> {
  const random = createRandom(seed);
  let text = `${kind.header}\n`;
  for (let i = 0; i < rows; i++) {
    text += kind.line(random, i);
    if (text.length > 1 << 20) {
      yield Buffer.from(text);
      text = '';
    }
  }
  yield Buffer.from(text);
}

/** Writes a file that may exceed memory. */
export const writeParts = (path: string, parts: Iterable<string | Buffer>): Promise<void> =>
  pipeline(Readable.from(parts), createWriteStream(path));

/** Writes a seeded spreadsheet. */
export const writeSeededCsv = (path: string, rows: number, seed = 1, kind = PLAIN_ROWS): Promise<void> =>
  writeParts(path, seededBytes(rows, seed, kind));
