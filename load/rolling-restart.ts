import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient, dataOf, uploadFile, waitForJob } from '../src/client/index.js';
import { type EmbeddedDatabase, startEmbedded } from '../src/store/embedded.js';
import { figure, report, requestFigures, scaled } from './measure.js';
import { findFreePort, hasNginx, startNginx } from './nginx.js';
import { ask } from './requests.js';
import type { Account } from './server.js';
import { createAccount, MAIN, type Serving, startServing } from './server.js';
import { inTemporaryFolder } from './temporary-folder.js';
import { createMap } from './upload.js';

const PROCESSES = 2;
const RESTARTS = 5;
const CONNECTIONS = 16;
const SHUTDOWN_DELAY_SECONDS = 2;
const IMPORT_ROWS = 200_000;
/** Pause between restarts, in which the new process answers beside the other old one. */
const BESIDE_EACH_OTHER_MS = 3000;

/**
 * Reads and writes through nginx while the two processes behind it are restarted one after the other, five
 * times each, as in an upgrade. With ROLLING_FROM, the main.js of an earlier build, that version serves
 * first: both versions are on one database for a while.
 */
export async function benchRollingRestart(): Promise<void> {
  if (!hasNginx()) {
    process.stdout.write('\nrolling: skipped, there is no nginx\n');
    return;
  }
  const first = process.env.ROLLING_FROM || MAIN;
  const restarts = process.env.ROLLING_FROM ? 1 : RESTARTS;
  const stops: (() => Promise<void>)[] = [];
  await inTemporaryFolder(async (folder) => {
    // The database of root runs as its own user; where that user may enter, the cluster is in this folder and
    // is removed with it.
    await chmod(folder, 0o755);
    try {
      const database: EmbeddedDatabase = await startEmbedded({
        dataDir: join(folder, 'database'),
        log: () => {},
      });
      stops.unshift(() => database.stop());
      const env = {
        ...process.env,
        DATABASE_URL: database.url,
        // One folder for all: any process imports uploads of any other.
        DATA_DIR: join(folder, 'data'),
        SHUTDOWN_DELAY: String(SHUTDOWN_DELAY_SECONDS),
        TRUST_PROXY: '127.0.0.1',
        WARM_UP: 'off',
      };
      const ports = await Promise.all(Array.from({ length: PROCESSES }, findFreePort));
      const services = new Map<number, Serving>();
      stops.unshift(async () => {
        for (const service of services.values()) await service.stop();
      });
      const start = async (main: string, port: number): Promise<void> =>
        void services.set(port, await startServing({ ...env, PORT: String(port) }, [], { main }));
      for (const port of ports) await start(first, port);
      const key = await (await createAccount(env, 'rolling@example.com', first))();
      const nginx = await startNginx(...ports);
      stops.unshift(() => nginx.stop());
      await askMeanwhile({ baseUrl: `http://127.0.0.1:${nginx.port}/v1`, key }, async () => {
        await delay(BESIDE_EACH_OTHER_MS);
        for (let round = 0; round < restarts; round++)
          for (const port of ports) {
            await services.get(port)!.stop();
            await start(MAIN, port);
            await delay(BESIDE_EACH_OTHER_MS);
          }
      });
    } finally {
      for (const stop of stops) await stop();
    }
  });
}

/** Reads, writes and imports during an action, and tells what became of it. */
async function askMeanwhile(account: Account, action: () => Promise<void>): Promise<void> {
  const api = createClient(account);
  const rows = scaled(IMPORT_ROWS);
  const [markers, imported] = [await createMap(account, 'Markers'), await createMap(account, 'Rows')];
  const lines = Array.from({ length: rows }, (_, i) => `Row ${i},${(i % 1700) / 10 - 85},${i / rows}`);
  const body = `name,lat,lng\n${lines.join('\n')}\n`;
  const { job_id: jobId } = await uploadFile(api, { mapId: imported, body, contentType: 'text/csv' });
  const isOver = new AbortController();
  const asking = askUntil(isOver.signal, account, markers);
  await action();
  isOver.abort();
  const { answered, failed, acknowledged } = await asking;
  const job = await waitForJob(api, jobId);
  if (job.status !== 'completed') throw new Error(`the import ${job.status}: ${job.error}`);
  const countOf = async (map_id: number): Promise<number> =>
    (await dataOf(api.GET('/maps/{map_id}', { params: { path: { map_id } } }))).marker_count;
  report('rolling', [
    ...requestFigures('requests through nginx while its processes restart', answered, failed),
    figure('markers acknowledged', acknowledged, 'markers'),
    figure('markers on the map', await countOf(markers), 'markers'),
    figure('rows of the import that ran meanwhile', rows, 'rows'),
    figure('of them on the map', await countOf(imported), 'rows'),
  ]);
}

/** Reads and writes in turn on every connection, each request once. */
async function askUntil(stop: AbortSignal, account: Account, mapId: number) {
  const outcome = { answered: 0, failed: {} as Record<string, number>, acknowledged: 0 };
  const marker = JSON.stringify({ name: 'Marker', lat: 1, lng: 2 });
  const requests: [method: string, path: string, expected: number, body?: string][] = [
    ['GET', '/me', 200],
    ['POST', `/maps/${mapId}/markers`, 201, marker],
    ['GET', `/maps/${mapId}/markers?page_size=10`, 200],
  ];
  const work = async (): Promise<void> => {
    for (let i = 0; !stop.aborted; i++) {
      const [method, path, expected, body] = requests[i % requests.length]!;
      const end = await ask(account, method, path, body).then(
        ({ status }) => status,
        (error: Error) => (error.cause as NodeJS.ErrnoException | undefined)?.code ?? error.message,
      );
      if (end === expected) {
        outcome.answered++;
        if (method === 'POST') outcome.acknowledged++;
      } else {
        const what = `${method} ${end}`;
        outcome.failed[what] = (outcome.failed[what] ?? 0) + 1;
      }
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  return outcome;
}
