import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { allAdded, createMap, importCsv } from './import-csv.js';
import { peopleRows } from './people-rows.js';
import { emptyMarkers } from './raw-copy.js';
import { seededBytes, writeSeededCsv } from './seeded-csv.js';
import { onBenchServer } from './server.js';
import { roundsOr, scaled } from './size.js';
import { type Measurement, median, report } from './table.js';
import { inTemporaryFolder } from './temporary-folder.js';
import { watchedUpload } from './watched-upload.js';

const SIZES = [300_000, 1_000_000, 3_000_000];
const ROWS = SIZES[0]!;
const ROUNDS = 5;

/** Time per row and memory of imports by their number of rows. */
export async function benchImportSizes(): Promise<void> {
  const rounds = roundsOr(ROUNDS);
  const sizes = SIZES.map((usual) => ({
    rows: scaled(usual),
    rates: [] as number[],
    peaksMb: [] as number[],
  }));
  await inTemporaryFolder((folder) =>
    onBenchServer(async (server, client) => {
      const fileOf = (rows: number): string => join(folder, `${rows}.csv`);
      for (const { rows } of sizes) await writeSeededCsv(fileOf(rows), rows, 1, peopleRows());
      await importCsv(server, fileOf(sizes[0]!.rows), sizes[0]!.rows); // warms both sides
      for (let round = 0; round < rounds; round++) {
        for (const { rows, rates, peaksMb } of sizes) {
          await emptyMarkers(client);
          const request = { mapId: await createMap(server), from: fileOf(rows) };
          const { seconds, peakRssMb } = allAdded(await watchedUpload(server, request), rows);
          rates.push(rows / seconds);
          peaksMb.push(peakRssMb);
        }
      }
    }),
  );
  const of = `${sizes[0]!.rows.toLocaleString('en')} rows`;
  const reference = median(sizes[0]!.rates);
  const measurements = sizes.flatMap(({ rows, rates, peaksMb }, index): Measurement[] => {
    const name = `${rows.toLocaleString('en')} rows`;
    const value = median(rates);
    const ratio = index > 0 && { ratio: { of, value: value / reference, goal: '0.9' } };
    // Later rounds begin with memory that Node still holds from a larger import.
    const peak = {
      name: `${name}, peak RSS of the server in the first round`,
      value: peaksMb[0]!,
      unit: 'MB',
    };
    return [{ name, value, unit: 'rows/s', ...ratio }, peak];
  });
  const most = Math.max(...sizes.flatMap(({ peaksMb }) => peaksMb));
  report(`import: people rows, medians of ${rounds} alternating rounds`, [
    ...measurements,
    { name: 'peak RSS over all rounds', value: most, unit: 'MB (goal 400)' },
  ]);
}

/**
 * The first import after a start on a new database, and the next import of the same rows into the emptied
 * table.
 */
export async function benchFirstImport(): Promise<void> {
  const rows = scaled(ROWS);
  const rounds = roundsOr(ROUNDS);
  const [first, second]: [number[], number[]] = [[], []];
  await inTemporaryFolder(async (folder) => {
    const file = join(folder, 'rows.csv');
    await writeSeededCsv(file, rows, 1, peopleRows());
    for (let round = 0; round < rounds; round++)
      await onBenchServer(async (server, client) => {
        first.push(rows / (await importCsv(server, file, rows)).seconds);
        await emptyMarkers(client);
        second.push(rows / (await importCsv(server, file, rows)).seconds);
      });
  });
  const [cold, warm] = [median(first), median(second)];
  report(`import: ${rows.toLocaleString('en')} people rows after a start, medians of ${rounds} starts`, [
    { name: 'the second import', value: warm, unit: 'rows/s' },
    {
      name: 'the first import',
      value: cold,
      unit: 'rows/s',
      ratio: { of: 'the second', value: cold / warm },
    },
  ]);
}

/**
 * Memory of one import of very many rows. They are generated while they are sent, which is part of the rate.
 */
export const checkImportMemory = (rows: number): Promise<void> =>
  onBenchServer(async (server) => {
    const before = await server.peakRssMb();
    const from = Readable.from(inTurns(seededBytes(rows, 1, peopleRows())));
    const request = { mapId: await createMap(server), from };
    const { seconds, peakRssMb } = allAdded(await watchedUpload(server, request), rows);
    report(`import: ${rows.toLocaleString('en')} people rows into one map, made while they are sent`, [
      { name: 'peak RSS of the server before', value: before, unit: 'MB' },
      { name: 'peak RSS of the server', value: peakRssMb, unit: 'MB' },
      { name: 'upload to completed', value: rows / seconds, unit: 'rows/s' },
    ]);
  });

/**
 * Yields between chunks: generated at once they would block this process, which also asks and polls, for a
 * minute.
 */
async function* inTurns<T>(chunks: Iterable<T>): AsyncGenerator<T> {
  for (const chunk of chunks) {
    yield chunk;
    await nextTurn();
  }
}
