import { join } from 'node:path';
import { type CpuTime, serviceTimeOf, withCpu } from './cpu-time.js';
import { figure, median, percentile, report, roundsOr, scaled } from './measure.js';
import { oddMarker, type PeopleOptions, peopleRows } from './people-rows.js';
import { ask, wanted } from './requests.js';
import { createRandom, writeSeededCsv } from './seeded-csv.js';
import { type BenchServer, onBenchServer } from './server.js';
import { inTemporaryFolder } from './temporary-folder.js';
import { compareOutcomes, createMap, importCsv, importSeeded, type Outcomes, upload } from './upload.js';

const ROWS = 300_000;
const ROUNDS = 5;
const MARKERS = 1_000_000;
const BATCHES = 200;
/** Largest batch that is answered when it is done. */
const MARKERS_A_BATCH = 500;

interface PlannedUpload {
  name: string;
  file: string;
  rows: number;
  query: Record<string, string>;
  expected: Outcomes;
  /** One map of a round takes the uploads of one kind, in order. */
  map: 'anywhere' | 'coded';
  /** Rate that is aimed at, of that of the first upload into the map. */
  goal?: number;
}

/** Rate and processor time of an upload. */
interface Measured {
  /** 0 of a failed one. */
  rate: number;
  /** µs a row; null without Linux's /proc. */
  cpu: CpuTime | null;
}

/** JSON batches into a large map, then uploads of a spreadsheet that is kept in step with its map. */
export async function benchSync(): Promise<void> {
  await benchJsonBatches();
  await benchUploadsAgain();
}

/** JSON batches, one after the other. */
async function benchJsonBatches(): Promise<void> {
  const markers = scaled(MARKERS);
  const random = createRandom(5);
  const batches = Array.from({ length: BATCHES }, (_, batch) =>
    Array.from({ length: MARKERS_A_BATCH }, (_, i) => oddMarker(random, batch * MARKERS_A_BATCH + i)),
  );
  const ms: number[] = [];
  await onBenchServer(async (server) => {
    const mapId = await importSeeded(server, markers, { kind: peopleRows() });
    // Warms up the JSON path in another map.
    await postBatch(server, await createMap(server), batches[0]!);
    for (const batch of batches) ms.push(await postBatch(server, mapId, batch));
  });
  report(
    `sync: ${BATCHES} JSON batches of ${MARKERS_A_BATCH} markers into a map of ${markers.toLocaleString('en')}`,
    [
      figure('p50', percentile(ms, 0.5), 'ms'),
      figure('p99', percentile(ms, 0.99), 'ms'),
      figure('the longest', Math.max(...ms), 'ms'),
    ],
  );
}

/** @returns milliseconds @throws Error when not all markers were added */
async function postBatch(server: BenchServer, mapId: number, markers: { name: string }[]): Promise<number> {
  const { ms, text } = await wanted(
    ask(server, 'POST', `/maps/${mapId}/markers/bulk`, JSON.stringify({ markers })),
  );
  const { added } = JSON.parse(text) as { added: number };
  if (added !== MARKERS_A_BATCH) throw new Error(`a JSON batch added ${added} markers`);
  return ms;
}

/** @throws Error when counts were not exact, after the figures */
async function benchUploadsAgain(): Promise<void> {
  const problems = new Set<string>();
  await inTemporaryFolder(async (folder) => {
    const plan = [...(await planAnywhere(folder)), ...(await planCoded(folder))];
    const rounds: Measured[][] = [];
    await onBenchServer(async (server, client) => {
      await importCsv(server, plan[0]!.file, plan[0]!.rows);
      await client.query('VACUUM ANALYZE markers');
      for (let round = roundsOr(ROUNDS); round > 0; round--)
        rounds.push(await uploadAll(server, plan, problems));
    });
    print(plan, rounds);
  });
  if (problems.size > 0) throw new Error(`sync: counts are not exact\n  ${[...problems].join('\n  ')}`);
}

/** A file, as many other rows, that file again, and with some and all of its rows changed. */
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
  const again = 'the first file again';
  const planned: [name: string, file: string, onDuplicate: string, expected: Outcomes, goal?: number][] = [
    ['into an empty map', first, 'skip', { added: rows }],
    ['as many others appended', others, 'skip', { added: rows }, 0.9],
    [`${again}, skip`, first, 'skip', { skipped: rows }, 2],
    [`${again}, error`, first, 'error', { error_count: rows }, 2],
    [`${again}, overwrite`, first, 'overwrite', { unchanged: rows }, 2],
    [`${again}, overwrite, 1% changed`, changed, 'overwrite', { updated, unchanged: rows - updated }, 1.6],
    [`${again}, overwrite, all changed`, allChanged, 'overwrite', { updated: rows }, 0.5],
  ];
  return planned.map(([name, file, on_duplicate, expected, goal]) => {
    return { name, file, rows, query: { on_duplicate }, expected, map: 'anywhere', ...(goal && { goal }) };
  });
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
  const plain = { rows, map: 'coded', query: {} } as const;
  const matched = { ...plain, query: { match: 'location_code' } };
  const nextRows = rows - gone + hundredth;
  const ofNext = { added: hundredth, updated: hundredth, unchanged: rows - gone - hundredth };
  const ofAll = { added: gone, updated: rows - gone };
  const withDeletion = {
    ...matched,
    name: 'match, missing=delete, 1% gone, new and changed',
    query: { ...matched.query, missing: 'delete' },
  };
  return [
    { ...plain, name: 'rows with codes into an empty map', file: first, expected: { added: rows } },
    { ...matched, name: 'the same codes again, match', file: first, expected: { unchanged: rows }, goal: 2 },
    { ...withDeletion, file: next, rows: nextRows, expected: ofNext, goal: 1.5 },
    { ...matched, name: 'match, all changed', file: all, expected: ofAll, goal: 0.5 },
  ];
}

/** Runs one round into fresh maps. */
async function uploadAll(
  server: BenchServer,
  plan: readonly PlannedUpload[],
  problems: Set<string>,
): Promise<Measured[]> {
  const maps = { anywhere: await createMap(server), coded: await createMap(server) };
  const measured: Measured[] = [];
  for (const { name, file, rows, query, map, expected } of plan) {
    const request = { mapId: maps[map], from: file, query };
    const { done, cpu } = await withCpu(server, () => upload(server, request), rows);
    measured.push({ rate: done.job.status === 'completed' ? rows / done.seconds : 0, cpu });
    for (const problem of compareOutcomes(done.job, expected)) problems.add(`${name}: ${problem}`);
  }
  return measured;
}

function print(plan: readonly PlannedUpload[], rounds: readonly (readonly Measured[])[]): void {
  const medianOf = (of: (round: readonly Measured[]) => number): number => median(rounds.map(of));
  const measurements = plan.map(({ name, map, goal }, index) => {
    const reference = plan.findIndex((other) => other.map === map);
    const service = medianOf((round) => serviceTimeOf(round[index]!.cpu));
    const database = medianOf((round) => round[index]!.cpu?.PostgreSQL ?? 0);
    return figure(
      `${name} [${service.toFixed(1)} + ${database.toFixed(1)} µs a row]`,
      medianOf((round) => round[index]!.rate),
      'rows/s',
      {
        of: reference === 0 ? 'the first import of its round' : plan[reference]!.name,
        value: medianOf((round) => round[index]!.rate / round[reference]!.rate),
        ...(goal !== undefined && { goal: `>= ${goal}` }),
      },
    );
  });
  report(
    `${plan[0]!.rows.toLocaleString('en')} people rows each, in step, processor time of service + PostgreSQL, medians of ${rounds.length} rounds`,
    measurements,
  );
}
