import { stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { basename, join } from 'node:path';
import { hashKey, newKey } from '../src/access/keys/key.js';
import type { App } from '../src/app.js';
import { createLog } from '../src/base/log.js';
import { createClient, dataOf } from '../src/client/index.js';
import { describeFailure } from '../src/commands/failure.js';
import { importFile } from '../src/commands/import-file.js';
import { runApp } from '../src/commands/run-app.js';
import { readConfig } from '../src/config.js';
import { createAccount } from '../src/store/accounts.js';
import { connectUrlOf } from '../src/store/embedded.js';
import { createKey } from '../src/store/keys.js';
import { writeCitiesCsv } from './cities-csv.js';
import { importShops, loadDemoTown, SHOPS_NAME, TOWN_NAME } from './demo-town.js';
import { type NamedPicture, savePicture } from './pictures.js';
import { inTemporaryFolder } from './temporary-folder.js';

const EMAIL = 'demo@example.com';
/** Apart from the data of `npm start`, which makes its first key where there is no account. */
const DATA_DIR = '.cartload-demo';
const MAP_NAME = 'Places of the world';
const OWN_NAME = 'A spreadsheet of yours';

const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};
const count = (n: number): string => n.toLocaleString('en');

/** The configured port, or any free one where another program (such as an earlier demo) listens on it. */
async function freePort(host: string, port: number): Promise<number> {
  const probe = createServer();
  return new Promise((resolve) => {
    probe.once('error', () => resolve(0));
    probe.listen(port, host, () => probe.close(() => resolve(port)));
  });
}

async function demonstrate(
  app: App,
  { databaseUrl, dataDir }: { databaseUrl: string; dataDir: string },
  stopping: AbortSignal,
): Promise<void> {
  say(`The service listens on ${app.publicUrl}.`);
  await createAccount(app.sql, EMAIL, { plan: 'enterprise' });
  const key = newKey();
  await createKey(app.sql, EMAIL, hashKey(key), 'read_write', {});

  const access = { baseUrl: app.publicUrl, key, signal: stopping };
  const api = createClient(access);
  await loadTown(databaseUrl, dataDir);
  // Maps of earlier demos go first.
  for (const name of [MAP_NAME, SHOPS_NAME]) {
    const earlier = await dataOf(api.GET('/maps', { params: { query: { q: name } } }));
    for (const { id } of earlier.data)
      await api.DELETE('/maps/{map_id}', { params: { path: { map_id: id } } });
  }
  const map = await dataOf(api.POST('/maps', { body: { name: MAP_NAME } }));
  await importPlaces({ ...access, mapId: map.id });

  const ofMap = { map_id: map.id };
  const filled = await dataOf(api.GET('/maps/{map_id}', { params: { path: ofMap } }));
  say(`\nGET /maps/${map.id}: ${count(filled.marker_count)} markers`);
  const begin = performance.now();
  const params = { path: ofMap, query: { page_size: 1000 } };
  const page = await dataOf(api.GET('/maps/{map_id}/markers', { params }));
  const ms = (performance.now() - begin).toFixed(1);
  say(`GET /maps/${map.id}/markers?page_size=1000: ${page.data.length} markers in ${ms} ms, the first is`);
  say(`  ${JSON.stringify(page.data[0])}`);
  const shops = await dataOf(api.POST('/maps', { body: { name: SHOPS_NAME } }));
  await importDriveTimes({ ...access, mapId: shops.id });
  say('');
  const pictures: NamedPicture[] = [
    { name: 'places-of-the-world', mapId: map.id, options: { preset: 'world', format: 'png' } },
    {
      name: 'shops',
      mapId: shops.id,
      options: { preset: 'regions', format: 'pdf', legend: true, labels: true },
    },
  ];
  for (const picture of pictures) {
    say(`Drawing ${picture.name}.${picture.options.format} ...`);
    const { file, ms, bytes } = await savePicture(picture, join(dataDir, 'pictures'), api);
    say(`  ${file} (${count(Math.round(bytes / 1000))} KB) in ${count(ms)} ms`);
  }
  // One that somebody has used since stays as it is.
  const [earlier] = (await dataOf(api.GET('/maps', { params: { query: { q: OWN_NAME } } }))).data;
  const own = earlier ?? (await dataOf(api.POST('/maps', { body: { name: OWN_NAME } })));
  say(invitation({ url: app.publicUrl, key, mapId: map.id, shopsId: shops.id, ownId: own.id, dataDir }));
}

type Target = Parameters<typeof importShops>[0];

async function importDriveTimes(target: Target): Promise<void> {
  const begin = performance.now();
  const job = await importShops(target);
  if (job.status !== 'completed') throw new Error(`the import of shops ${job.status}: ${job.error}`);
  const ms = Math.round(performance.now() - begin);
  say(
    `\nImported ${count(job.added)} shops of the synthetic town, each with the area that is reached by car, in ${count(ms)} ms`,
  );
}

/** Runs before any import of drive times, which uses the networks loaded when it begins. */
async function loadTown(databaseUrl: string, dataDir: string): Promise<void> {
  say('Planning and loading the streets of a synthetic town ...');
  const { vertices, arcs } = await loadDemoTown(databaseUrl);
  say(
    `  They lie around 51.3127, 9.4797 (${count(vertices)} junctions, ${count(arcs)} streets by direction).`,
  );
  say(
    `  None of them is real; they go with \`DATA_DIR=${dataDir} npx cartload roads remove --name ${TOWN_NAME}\`.`,
  );
}

const importPlaces = (target: Target): Promise<void> =>
  inTemporaryFolder(async (folder) => {
    const file = join(folder, 'places.csv');
    say('Writing the places of GeoNames as a spreadsheet ...');
    await writeCitiesCsv(file);
    const { size } = await stat(file);
    say(`Importing ${basename(file)} (${(size / 1e6).toFixed(1)} MB) into map ${target.mapId} ...`);
    const begin = performance.now();
    const job = await importFile({ ...target, file });
    const seconds = (performance.now() - begin) / 1000;
    if (job.status !== 'completed') throw new Error(`the import ${job.status}: ${job.error}`);
    say(
      `  ${count(job.total)} rows: ${count(job.added)} added, ${count(job.skipped ?? 0)} skipped as duplicates, ${count(job.error_count)} rejected`,
    );
    say(
      `  ${seconds.toFixed(2)} s from the first byte to 'completed': ${count(Math.round(job.total / seconds))} rows/s`,
    );
    for (const { header, field, how } of job.mapping)
      say(`  column ${header} -> ${field ?? (how === 'ignored' ? 'ignored' : 'custom field')}`);
  });

interface Invited {
  url: string;
  key: string;
  mapId: number;
  shopsId: number;
  ownId: number;
  dataDir: string;
}

const invitation = ({ url, key, mapId, shopsId, ownId, dataDir }: Invited): string => `
See the maps in a browser, at ${url.replace(/v1$/, '')}; sign in with ${key}
and drop a spreadsheet of your own on the map '${OWN_NAME}'. Guides and the API: ${url.replace(/v1$/, 'docs')}

The service stays up until Ctrl-C. Try, in another terminal:

  export CARTLOAD_URL=${url} CARTLOAD_KEY=${key}

  # Your counties.csv, with the columns County, State and Unemployment, as a coloured map and a PDF:
  npx cartload import ${ownId} counties.csv --marker-type us_county --choropleth '{"field":"Unemployment"}'
  npx cartload picture ${ownId} counties.pdf --preset us --legend

  # The maps of the demo:
  curl -s -H "Authorization: Bearer $CARTLOAD_KEY" $CARTLOAD_URL/me
  curl -s -H "Authorization: Bearer $CARTLOAD_KEY" "$CARTLOAD_URL/maps/${mapId}/markers?page_size=3"
  curl -s -H "Authorization: Bearer $CARTLOAD_KEY" -H "Content-Type: application/json" \\
       -d '{"name":"Here","lat":52.52,"lng":13.405,"category":"Mine"}' $CARTLOAD_URL/maps/${mapId}/markers
  printf 'Name,Latitude,Longitude,Note\\nA,1,2,first\\nB,x,2,bad\\n' | curl -s -H "Authorization: Bearer $CARTLOAD_KEY" \\
       -H "Content-Type: text/csv" --data-binary @- $CARTLOAD_URL/maps/${mapId}/markers/bulk
  curl -s -H "Authorization: Bearer $CARTLOAD_KEY" "$CARTLOAD_URL/jobs?page_size=1"
  curl -s -H "Authorization: Bearer $CARTLOAD_KEY" -o '${dataDir}/shops.geojson' $CARTLOAD_URL/maps/${shopsId}/markers.geojson
  curl -s -o '${dataDir}/openapi.json' $CARTLOAD_URL/openapi.json`;

try {
  const environment = readConfig({ DATA_DIR, ...process.env });
  const port = await freePort(environment.host, environment.port);
  // Lines of JSON between its sentences would say nothing to a newcomer.
  const config = {
    ...environment,
    port,
    ...(process.env.LOG_LEVEL === undefined && { logLevel: 'error' as const }),
  };
  say('cartload demo: starts the service, imports 171,075 real places, draws pictures (a minute or so).\n');
  say(`Starting PostgreSQL and the service (data in ${config.dataDir}, which you may delete later) ...`);
  const log = createLog(config.logLevel);
  await runApp({ config, log }, async (app, stopping) => {
    const databaseUrl = config.databaseUrl ?? (await connectUrlOf(config.dataDir));
    await demonstrate(app, { databaseUrl: databaseUrl!, dataDir: config.dataDir }, stopping);
  });
} catch (error) {
  process.stderr.write(`demo: ${describeFailure(error)}\n`);
  process.exit(1);
}
