import { join } from 'node:path';
import pg from 'pg';
import { importCsv } from './import-csv.js';
import { peopleRows } from './people-rows.js';
import { emptyMarkers } from './raw-copy.js';
import { writeSeededCsv } from './seeded-csv.js';
import { startBenchServer } from './server.js';
import { roundsOr, scaled } from './size.js';
import { median, report } from './table.js';
import { inTemporaryFolder } from './temporary-folder.js';

const ROWS = 300_000;
const ROUNDS = 5;

/** The first import after a start on a new database, and the next import of the same rows into the emptied table. */
export async function benchFirstImport(): Promise<void> {
  await inTemporaryFolder(async (folder) => {
    const rows = scaled(ROWS);
    const rounds = roundsOr(ROUNDS);
    const file = join(folder, 'rows.csv');
    await writeSeededCsv(file, rows, 1, peopleRows());
    const first: number[] = [];
    const second: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const server = await startBenchServer();
      const client = new pg.Client(server.databaseUrl);
      try {
        await client.connect();
        first.push(rows / (await importCsv(server, file, rows)).seconds);
        await emptyMarkers(client);
        second.push(rows / (await importCsv(server, file, rows)).seconds);
      } finally {
        await client.end();
        await server.stop();
      }
    }
    const warm = median(second);
    const cold = median(first);
    report(`import: ${rows.toLocaleString('en')} people rows after a start, medians of ${rounds} starts`, [
      { name: 'the second import', value: warm, unit: 'rows/s' },
      {
        name: 'the first import',
        value: cold,
        unit: 'rows/s',
        ratio: { of: 'the second', value: cold / warm },
      },
    ]);
  });
}
