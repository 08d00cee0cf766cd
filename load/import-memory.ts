import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { allAdded, createMap } from './import-csv.js';
import { peopleRows } from './people-rows.js';
import { seededBytes } from './seeded-csv.js';
import { startBenchServer } from './server.js';
import { report } from './table.js';
import { watchedUpload } from './watched-upload.js';

/** Memory of one import of very many rows. They are generated while they are sent, which is part of the rate. */
export async function checkImportMemory(rows: number): Promise<void> {
  const server = await startBenchServer();
  try {
    const before = await server.peakRssMb();
    const from = Readable.from(inTurns(seededBytes(rows, 1, peopleRows())));
    const request = { mapId: await createMap(server), from };
    const { seconds, peakRssMb } = allAdded(await watchedUpload(server, request), rows);
    report(`import: ${rows.toLocaleString('en')} people rows into one map, made while they are sent`, [
      { name: 'peak RSS of the server before', value: before, unit: 'MB' },
      { name: 'peak RSS of the server', value: peakRssMb, unit: 'MB' },
      { name: 'upload to completed', value: rows / seconds, unit: 'rows/s' },
    ]);
  } finally {
    await server.stop();
  }
}

/** Yields between chunks: generated at once they would block this process, which also asks and polls, for a minute. */
async function* inTurns<T>(chunks: Iterable<T>): AsyncGenerator<T> {
  for (const chunk of chunks) {
    yield chunk;
    await nextTurn();
  }
}
