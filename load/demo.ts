import { mkdtemp, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApp } from '../src/app.js';
import { hashKey, newKey } from '../src/auth/key.js';
import { importFile } from '../src/commands/import.js';
import { readConfig } from '../src/config.js';
import { createLog } from '../src/log.js';
import type { MapResource } from '../src/schema/map.js';
import type { Marker } from '../src/schema/marker.js';
import { createAccount } from '../src/store/accounts.js';
import { createKey } from '../src/store/keys.js';
import { writeCitiesCsv } from './cities-csv.js';

const EMAIL = 'demo@example.com';
const MAP_NAME = 'Places of the world';

const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};
const count = (n: number): string => n.toLocaleString('en');

/** The configured port, or any free one when something listens on it (an earlier demo, say). */
async function freePort(host: string, port: number): Promise<number> {
  const probe = createServer();
  return new Promise((resolve) => {
    probe.once('error', () => resolve(0));
    probe.listen(port, host, () => probe.close(() => resolve(port)));
  });
}

const environment = readConfig(process.env);
const config = { ...environment, port: await freePort(environment.host, environment.port) };
say('cartload demo: starts the service, imports 171,075 real places, reads some of them back.\n');
say(`Starting (data in ${config.dataDir}) ...`);
const app = await startApp(config, createLog(config.logLevel === 'info' ? 'warn' : config.logLevel));
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void app.stop().then(() => process.exit(0)));
}

await createAccount(app.sql, EMAIL, { plan: 'enterprise' });
const key = newKey();
await createKey(app.sql, EMAIL, hashKey(key), 'read_write', {});

async function get<T>(path: string, init: RequestInit = {}): Promise<T> {
  const response = await fetch(`${app.publicUrl}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (response.status === 204 ? null : await response.json()) as T;
}

// Maps of earlier demos would only be in the way.
const earlier = await get<{ data: MapResource[] }>(`/maps?q=${encodeURIComponent(MAP_NAME)}`);
for (const { id } of earlier.data) await get(`/maps/${id}`, { method: 'DELETE' });
const map = await get<MapResource>('/maps', { method: 'POST', body: JSON.stringify({ name: MAP_NAME }) });

const folder = await mkdtemp(join(tmpdir(), 'cartload-demo-'));
try {
  const file = join(folder, 'places.csv');
  await writeCitiesCsv(file);
  const { size } = await stat(file);
  say(`Importing ${file.split('/').at(-1)} (${(size / 1e6).toFixed(1)} MB) into map ${map.id} ...`);
  const begin = performance.now();
  const job = await importFile({ baseUrl: app.publicUrl, key, mapId: map.id, file });
  const seconds = (performance.now() - begin) / 1000;
  if (job.status !== 'completed') throw new Error(`the import ${job.status}: ${job.error}`);
  say(
    `  ${count(job.total)} rows: ${count(job.added)} added, ${count(job.skipped ?? 0)} skipped as duplicates, ${count(job.error_count)} rejected`,
  );
  say(
    `  ${seconds.toFixed(2)} s from the first byte to 'completed': ${count(Math.round(job.total / seconds))} rows/s`,
  );
  for (const { header, field, how } of job.mapping)
    say(`  column ${header} -> ${field ?? `custom field (${how})`}`);
} finally {
  await rm(folder, { recursive: true });
}

const filled = await get<MapResource>(`/maps/${map.id}`);
say(`\nGET /maps/${map.id}: ${count(filled.marker_count)} markers`);
const begin = performance.now();
const page = await get<{ data: Marker[]; page_info: { next_page_token: string } }>(
  `/maps/${map.id}/markers?page_size=1000`,
);
say(
  `GET /maps/${map.id}/markers?page_size=1000: ${page.data.length} markers in ${(performance.now() - begin).toFixed(1)} ms, the first is`,
);
say(`  ${JSON.stringify(page.data[0])}`);

say(`
The service stays up until Ctrl-C. Try, in another terminal:

  export CARTLOAD_URL=${app.publicUrl} CARTLOAD_KEY=${key}
  curl -s -H "Authorization: Bearer $CARTLOAD_KEY" $CARTLOAD_URL/me
  curl -s -H "Authorization: Bearer $CARTLOAD_KEY" "$CARTLOAD_URL/maps/${map.id}/markers?page_size=3"
  curl -s -H "Authorization: Bearer $CARTLOAD_KEY" -H "Content-Type: application/json" \\
       -d '{"name":"Here","lat":52.52,"lng":13.405,"category":"Mine"}' $CARTLOAD_URL/maps/${map.id}/markers
  printf 'Name,Latitude,Longitude,Note\\nA,1,2,first\\nB,x,2,bad\\n' | curl -s -H "Authorization: Bearer $CARTLOAD_KEY" \\
       -H "Content-Type: text/csv" --data-binary @- $CARTLOAD_URL/maps/${map.id}/markers/bulk
  curl -s $CARTLOAD_URL/openapi.json`);
