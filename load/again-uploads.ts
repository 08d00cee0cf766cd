import { join } from 'node:path';
import type { Outcomes } from './outcomes.js';
import { type PeopleOptions, peopleRows } from './people-rows.js';
import { writeSeededCsv } from './seeded-csv.js';
import { scaled } from './size.js';
import type { Upload } from './upload.js';

const ROWS = 300_000;
const CATEGORIES = 20_000;
/** What a geocoder makes of addresses of which it knows the city alone. */
const POINT = { lat: 48.137154, lng: 11.576124 };
const AT_POINT = 40_000;
const MORE_AT_POINT = 6_000;

export interface PlannedUpload {
  name: string;
  file: string;
  rows: number;
  onDuplicate: NonNullable<Upload['onDuplicate']>;
  /** What is not named is 0. */
  expected: Partial<Outcomes>;
  /** One map of a round takes those of one kind, in their order. */
  map: 'anywhere' | 'point';
  /** Makes what the next ones find; its rate is not told. */
  silent?: boolean;
}

/** Writes the files of a round, and tells in which order they are uploaded. The first is the reference of the others. */
export const planUploads = async (folder: string): Promise<PlannedUpload[]> => [
  ...(await planAnywhere(folder)),
  ...(await planAtPoint(folder)),
];

async function planAnywhere(folder: string): Promise<PlannedUpload[]> {
  const rows = scaled(ROWS);
  const categories = scaled(CATEGORIES);
  const write = async (name: string, seed: number, options?: PeopleOptions): Promise<string> => {
    const path = join(folder, `${name}.csv`);
    await writeSeededCsv(path, rows, seed, peopleRows(options));
    return path;
  };
  const first = await write('first', 1);
  const others = await write('others', 2);
  const changed = await write('changed', 1, { change: { every: 100, to: 'Geändert' } });
  const allChanged = await write('all-changed', 1, { change: { every: 1, to: 'Alles geändert' } });
  const ofCategories = await write('categories', 3, { categories });
  const updated = Math.ceil(rows / 100);
  const some = { rows, map: 'anywhere' } as const;
  return [
    { ...some, name: 'into an empty map', file: first, onDuplicate: 'skip', expected: { added: rows } },
    {
      ...some,
      name: 'as many others appended',
      file: others,
      onDuplicate: 'skip',
      expected: { added: rows },
    },
    {
      ...some,
      name: 'the first file again, skip',
      file: first,
      onDuplicate: 'skip',
      expected: { skipped: rows },
    },
    {
      ...some,
      name: 'the first file again, error',
      file: first,
      onDuplicate: 'error',
      expected: { rejected: rows },
    },
    {
      ...some,
      name: 'the first file again, overwrite, 1% changed',
      file: changed,
      onDuplicate: 'overwrite',
      expected: { updated, unchanged: rows - updated },
    },
    {
      ...some,
      name: 'the first file again, overwrite, all changed',
      file: allChanged,
      onDuplicate: 'overwrite',
      expected: { updated: rows },
    },
    {
      ...some,
      name: `others of ${categories.toLocaleString('en')} new categories`,
      file: ofCategories,
      onDuplicate: 'skip',
      expected: { added: rows },
    },
  ];
}

async function planAtPoint(folder: string): Promise<PlannedUpload[]> {
  const before = scaled(AT_POINT);
  const rows = scaled(MORE_AT_POINT);
  const known = Math.floor(rows / 2);
  const added = rows - known;
  const write = async (name: string, amount: number, options: PeopleOptions): Promise<string> => {
    const path = join(folder, `${name}.csv`);
    await writeSeededCsv(path, amount, 4, peopleRows({ at: POINT, ...options }));
    return path;
  };
  const filling = await write('point', before, {});
  const change = { every: 1, to: 'Geändert am Ort' };
  const overwriting = await write('point-overwrite', rows, { firstNumber: before - known, change });
  const skipping = await write('point-skip', rows, { firstNumber: before + added - known });
  const count = (n: number): string => n.toLocaleString('en');
  const name = `${count(rows)} names at one point, half of them new, onto ${count(before)} there`;
  const map = 'point';
  return [
    {
      map,
      silent: true,
      name: 'fill',
      file: filling,
      rows: before,
      onDuplicate: 'skip',
      expected: { added: before },
    },
    {
      map,
      name: `${name}, overwrite`,
      file: overwriting,
      rows,
      onDuplicate: 'overwrite',
      expected: { added, updated: known },
    },
    {
      map,
      name: `${name}, skip`,
      file: skipping,
      rows,
      onDuplicate: 'skip',
      expected: { added, skipped: known },
    },
  ];
}
