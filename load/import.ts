import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { BulkJob } from '../src/schema/job.js';
import { writeSeededCsv } from './seeded-csv.js';
import { type BenchServer, startBenchServer } from './server.js';
import { type Measurement, median, report } from './table.js';

const ROWS = 300_000;
const ROUNDS = 3;

/** Uploads over HTTP and waits for `completed`. @returns rows a second */
async function importOnce(server: BenchServer, file: string, rows: number): Promise<number> {
  const headers = { authorization: `Bearer ${server.key}` };
  const json = { ...headers, 'content-type': 'application/json' };
  const map = await fetch(`${server.baseUrl}/maps`, {
    method: 'POST',
    headers: json,
    body: '{"name":"Bench"}',
  });
  const { id } = (await map.json()) as { id: number };
  const { size } = await stat(file);
  const begin = performance.now();
  const response = await fetch(`${server.baseUrl}/maps/${id}/markers/bulk`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'text/csv', 'content-length': String(size) },
    body: Readable.toWeb(createReadStream(file, { highWaterMark: 512 * 1024 })) as ReadableStream,
    duplex: 'half',
  });
  let job = (await response.json()) as BulkJob;
  while (job.status === 'queued' || job.status === 'processing') {
    await delay(20);
    job = (await (await fetch(job.status_url, { headers })).json()) as BulkJob;
  }
  const seconds = (performance.now() - begin) / 1000;
  if (job.added !== rows) throw new Error(`${job.added} of ${rows} rows were added: ${JSON.stringify(job)}`);
  return rows / seconds;
}

/** The rows that are in the table, as COPY text. */
async function dump(client: pg.Client): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of client.query(copyTo('COPY markers TO STDOUT'))) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** One COPY of the same rows into the same, empty table on one connection. @returns rows a second */
async function copyOnce(client: pg.Client, text: Buffer, rows: number): Promise<number> {
  const begin = performance.now();
  await pipeline([text], client.query(copyFrom('COPY markers FROM STDIN')));
  return rows / ((performance.now() - begin) / 1000);
}

/** Upload to `completed`, beside a raw COPY of the same rows into the same table, in alternating rounds. */
export async function benchImport(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'cartload-bench-'));
  const file = join(folder, 'rows.csv');
  await writeSeededCsv(file, ROWS);
  const server = await startBenchServer();
  const client = new pg.Client(server.databaseUrl);
  await client.connect();
  const empty = () => client.query('TRUNCATE markers; CHECKPOINT');
  try {
    await importOnce(server, file, ROWS); // warms both sides and gives the rows to copy
    const text = await dump(client);
    const imports: number[] = [];
    const copies: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await empty();
      copies.push(await copyOnce(client, text, ROWS));
      await empty();
      imports.push(await importOnce(server, file, ROWS));
    }
    const copy = median(copies);
    const end = median(imports);
    const measurements: Measurement[] = [
      { name: 'raw COPY, one connection', value: copy, unit: 'rows/s' },
      {
        name: 'HTTP upload to completed',
        value: end,
        unit: 'rows/s',
        ratio: { of: 'raw COPY', value: end / copy, goal: '0.8' },
      },
      { name: 'peak RSS of the server', value: await server.peakRssMb(), unit: 'MB' },
    ];
    report(
      `import: ${ROWS.toLocaleString('en')} rows of 10 columns, medians of ${ROUNDS} alternating rounds`,
      measurements,
    );
  } finally {
    await client.end();
    await server.stop();
    await rm(folder, { recursive: true });
  }
}
