import { join } from 'node:path';
import type { Outcomes } from './outcomes.js';
import { type PeopleOptions, peopleRows } from './people-rows.js';
import { writeSeededCsv } from './seeded-csv.js';
import { scaled } from './size.js';
import type { Upload } from './upload.js';

const ROWS = 300_000;

export interface PlannedUpload {
  name: string;
  file: string;
  rows: number;
  onDuplicate: NonNullable<Upload['onDuplicate']>;
  /** Expected outcomes; missing ones are 0. */
  expected: Partial<Outcomes>;
  /** One map of a round takes the uploads of one kind, in order. */
  map: 'anywhere' | 'coded';
  /** Further options of the import. */
  further?: Record<string, string>;
  /** Rate that is aimed at, of that of the reference. */
  goal?: number;
  /** Name of the upload whose rate is the reference; absent: the first of the round. */
  beside?: string;
}

async function planAnywhere(folder: string): Promise<PlannedUpload[]> {
  const rows = scaled(ROWS);
  const write = async (name: string, seed: number, options?: PeopleOptions): Promise<string> => {
    const path = join(folder, `${name}.csv`);
    await writeSeededCsv(path, rows, seed, peopleRows(options));
    return path;
  };
  const first = await write('first', 1);
  const others = await write('others', 2);
  const changed = await write('changed', 1, { change: { every: 100, to: 'Geändert' } });
  const allChanged = await write('all-changed', 1, { change: { every: 1, to: 'Alles geändert' } });
  const updated = Math.ceil(rows / 100);
  const some = { rows, map: 'anywhere' } as const;
  const upload = (
    name: string,
    file: string,
    onDuplicate: PlannedUpload['onDuplicate'],
    expected: PlannedUpload['expected'],
  ): PlannedUpload => ({ ...some, name, file, onDuplicate, expected });
  const again = 'the first file again';
  return [
    upload('into an empty map', first, 'skip', { added: rows }),
    upload('as many others appended', others, 'skip', { added: rows }),
    upload(`${again}, skip`, first, 'skip', { skipped: rows }),
    upload(`${again}, error`, first, 'error', { error_count: rows }),
    upload(`${again}, overwrite, 1% changed`, changed, 'overwrite', { updated, unchanged: rows - updated }),
    upload(`${again}, overwrite, all changed`, allChanged, 'overwrite', { updated: rows }),
  ];
}

/**
 * Plans the uploads of a spreadsheet that is kept in step with its map, each with its goal.
 */
export async function planSync(folder: string): Promise<PlannedUpload[]> {
  const goals = [undefined, 0.9, 2, 2, 1.6, 0.5];
  const anywhere = await planAnywhere(folder);
  const [first, , , error] = anywhere as [PlannedUpload, PlannedUpload, PlannedUpload, PlannedUpload];
  const { rows, file } = first;
  const overwrite: PlannedUpload = {
    ...error,
    name: 'the first file again, overwrite',
    onDuplicate: 'overwrite',
    expected: { unchanged: rows },
  };
  const planned = anywhere.map((upload, i) => ({ ...upload, ...(goals[i] && { goal: goals[i] }) }));
  planned.splice(4, 0, { ...overwrite, file, goal: 2 });
  return [...planned, ...(await planCoded(folder))];
}

/** A file whose rows have codes, that file again, and with a hundredth of its rows gone, new and changed. */
async function planCoded(folder: string): Promise<PlannedUpload[]> {
  const rows = scaled(ROWS);
  const hundredth = Math.ceil(rows / 100);
  const isGone = (index: number): boolean => index % 100 === 50 && index < rows;
  const gone = Math.floor((rows + 49) / 100);
  const write = async (name: string, amount: number, options: PeopleOptions): Promise<string> => {
    const path = join(folder, `coded-${name}.csv`);
    await writeSeededCsv(path, amount, 6, peopleRows({ coded: true, ...options }));
    return path;
  };
  const first = await write('first', rows, {});
  const change = { every: 100, to: 'Geändert' };
  const next = await write('next', rows + hundredth, { change, without: isGone });
  const all = await write('all', rows, { change: { every: 1, to: 'Alles geändert' } });
  const beside = 'rows with codes into an empty map';
  const matched = { rows, map: 'coded', onDuplicate: 'skip', beside } as const;
  const further = { match: 'location_code' };
  return [
    { rows, map: 'coded', onDuplicate: 'skip', name: beside, file: first, expected: { added: rows } },
    {
      ...matched,
      name: 'the same codes again, match',
      file: first,
      further,
      goal: 2,
      expected: { unchanged: rows },
    },
    {
      ...matched,
      name: 'match, missing=delete, 1% gone, new and changed',
      file: next,
      rows: rows - gone + hundredth,
      further: { ...further, missing: 'delete' },
      goal: 1.5,
      expected: { added: hundredth, updated: hundredth, unchanged: rows - gone - hundredth },
    },
    {
      ...matched,
      name: 'match, all changed',
      file: all,
      further,
      goal: 0.5,
      expected: { added: gone, updated: rows - gone },
    },
  ];
}
