import { join } from 'node:path';
import pg from 'pg';
import { allAdded, createMap, importCsv } from './import-csv.js';
import { peopleRows } from './people-rows.js';
import { emptyMarkers } from './raw-copy.js';
import { writeSeededCsv } from './seeded-csv.js';
import { startBenchServer } from './server.js';
import { roundsOr, scaled } from './size.js';
import { type Measurement, median, report } from './table.js';
import { inTemporaryFolder } from './temporary-folder.js';
import { watchedUpload } from './watched-upload.js';

const ROWS = [300_000, 1_000_000, 3_000_000];
const ROUNDS = 5;

/** Time per row and memory of imports by their number of rows. */
export async function benchImportSizes(): Promise<void> {
  await inTemporaryFolder(async (folder) => {
    const rounds = roundsOr(ROUNDS);
    const sizes = ROWS.map((usual) => {
      const rows = scaled(usual);
      return { rows, file: join(folder, `${rows}.csv`), rates: [] as number[], peaksMb: [] as number[] };
    });
    for (const { file, rows } of sizes) await writeSeededCsv(file, rows, 1, peopleRows());
    const server = await startBenchServer();
    const client = new pg.Client(server.databaseUrl);
    try {
      await client.connect();
      await importCsv(server, sizes[0]!.file, sizes[0]!.rows); // warms both sides
      for (let round = 0; round < rounds; round++) {
        for (const { file, rows, rates, peaksMb } of sizes) {
          await emptyMarkers(client);
          const request = { mapId: await createMap(server), from: file };
          const { seconds, peakRssMb } = allAdded(await watchedUpload(server, request), rows);
          rates.push(rows / seconds);
          peaksMb.push(peakRssMb);
        }
      }
    } finally {
      await client.end();
      await server.stop();
    }
    const of = `${sizes[0]!.rows.toLocaleString('en')} rows`;
    const reference = median(sizes[0]!.rates);
    const measurements = sizes.flatMap(({ rows, rates, peaksMb }, index): Measurement[] => {
      const name = `${rows.toLocaleString('en')} rows`;
      const value = median(rates);
      const ratio = index > 0 && { ratio: { of, value: value / reference, goal: '0.9' } };
      return [
        { name, value, unit: 'rows/s', ...ratio },
        // Later rounds begin with memory that Node still holds from a larger import.
        { name: `${name}, peak RSS of the server in the first round`, value: peaksMb[0]!, unit: 'MB' },
      ];
    });
    measurements.push({
      name: 'peak RSS over all rounds',
      value: Math.max(...sizes.flatMap(({ peaksMb }) => peaksMb)),
      unit: 'MB (goal 400)',
    });
    report(`import: people rows, medians of ${rounds} alternating rounds`, measurements);
  });
}
