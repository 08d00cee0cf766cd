import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import postgres from 'postgres';
import { createClient, dataOf } from '../src/client/index.js';
import { connect } from '../src/store/client.js';
import { distribute } from '../src/store/distribute.js';
import { migrate } from '../src/store/migrate.js';
import {
  figure,
  inRounds,
  type Measurement,
  median,
  msOf,
  rateOf,
  report,
  roundsOr,
  scaled,
} from './measure.js';
import { writeSeededCsv } from './seeded-csv.js';
import { type BenchServer, startBenchServer } from './server.js';
import { inTemporaryFolder } from './temporary-folder.js';
import { createMap, importCsv } from './upload.js';

const ROWS = 300_000;
const ROUNDS = 3;
const OPERATIONS = 200;
const SHARDS = 8;
const LOOK_EVERY_MS = 20;

/** A service whose shards lie on a number of workers of one cluster. */
interface Spread {
  server: BenchServer;
  /** Connections to the workers. */
  workers: postgres.Sql[];
  /** Maps, one on each worker. */
  maps: number[];
}

/**
 * The service on one and on two workers of the cluster whose coordinator CITUS_URL names: imports of one map,
 * of two maps at once (on different workers where there are two), and single operations, in alternating
 * rounds.
 */
export async function benchCitus(): Promise<void> {
  const citusUrl = process.env.CITUS_URL;
  if (!citusUrl) {
    process.stdout.write('\ncitus: skipped, CITUS_URL names no coordinator\n');
    return;
  }
  const rows = scaled(ROWS);
  const workers = await workersOf(citusUrl);
  if (workers.length < 2) throw new Error('the cluster of CITUS_URL has less than two workers');
  const stops: (() => Promise<unknown>)[] = [];
  try {
    const one = await makeSpread(citusUrl, workers.slice(0, 1), stops);
    const two = await makeSpread(citusUrl, workers.slice(0, 2), stops);
    const imports = await inTemporaryFolder(async (folder) => {
      const file = join(folder, 'rows.csv');
      await writeSeededCsv(file, rows);
      const measure = (spread: Spread) => () => measureImports(spread, file, rows);
      return inRounds(roundsOr(ROUNDS), { one: measure(one), two: measure(two) });
    });
    const operations = { one: await measureOperations(one), two: await measureOperations(two) };
    const importOf = (spread: 'one' | 'two', of: keyof Imports): number =>
      median(imports[spread].map((measured) => measured[of]));
    report(`citus: ${rows.toLocaleString('en')} rows, one worker and two`, [
      ...compared('import of one map', 'rows/s', (spread) => importOf(spread, 'oneMap')),
      ...compared('imports of two maps at once', 'rows/s', (spread) => importOf(spread, 'twoMaps')),
      figure('both workers write at a look', 100 * importOf('two', 'busyTogether'), '%'),
      ...Object.keys(operations.one).flatMap((name) =>
        compared(`${name} p50`, 'ms', (spread) => operations[spread][name]!),
      ),
    ]);
  } finally {
    for (const stop of stops) await stop();
  }
}

function compared(name: string, unit: string, of: (spread: 'one' | 'two') => number): Measurement[] {
  const ratio = { of: 'one worker', value: of('two') / of('one') };
  return [figure(`${name}, one worker`, of('one'), unit), figure(`${name}, two`, of('two'), unit, ratio)];
}

/** Rates of imports, in rows a second. */
interface Imports {
  oneMap: number;
  twoMaps: number;
  /** Share of observations during two simultaneous imports in which all workers wrote. */
  busyTogether: number;
}

async function measureImports(spread: Spread, file: string, rows: number): Promise<Imports> {
  const { server, maps } = spread;
  await emptyMaps(spread);
  const { seconds } = await importCsv(server, file, rows, maps[0]!);
  await emptyMaps(spread);
  let isDone = false;
  const looking = watchWorkers(spread.workers, () => isDone);
  const twoMaps = await rateOf(2 * rows, () =>
    Promise.all(maps.map((mapId) => importCsv(server, file, rows, mapId))),
  );
  isDone = true;
  return { oneMap: rows / seconds, twoMaps, busyTogether: await looking };
}

/** @returns among observations in which any worker wrote, the share in which all did */
async function watchWorkers(workers: readonly postgres.Sql[], isDone: () => boolean): Promise<number> {
  let any = 0;
  let all = 0;
  for (; !isDone(); await delay(LOOK_EVERY_MS)) {
    const writing = await Promise.all(
      workers.map(
        (sql) => sql`
          SELECT FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_xid IS NOT NULL`,
      ),
    );
    if (writing.some(({ length }) => length > 0)) any++;
    if (writing.every(({ length }) => length > 0)) all++;
  }
  return any === 0 ? 0 : all / any;
}

async function emptyMaps({ server, maps }: Spread): Promise<void> {
  const body = { confirm: true, all: true } as const;
  for (const map_id of maps)
    await createClient(server).DELETE('/maps/{map_id}/markers/bulk', { params: { path: { map_id } }, body });
}

/** @returns median milliseconds of each */
async function measureOperations({ server, maps }: Spread): Promise<Record<string, number>> {
  const api = createClient(server);
  const medians: Record<string, number> = {};
  const ids: number[] = [];
  const map = { path: { map_id: maps[0]! } };
  const marker = (i: number) => ({ path: { ...map.path, marker_id: ids[i]! } });
  const each = async (name: string, action: (i: number) => Promise<unknown>): Promise<void> => {
    const times: number[] = [];
    for (let i = 0; i < OPERATIONS; i++) times.push(await msOf(() => action(i)));
    medians[name] = median(times);
  };
  await each('create', async (i) => {
    const body = { name: `N ${i}`, lat: i % 80, lng: i % 170, category: 'Office' };
    ids.push((await dataOf(api.POST('/maps/{map_id}/markers', { params: map, body }))).id);
  });
  const one = '/maps/{map_id}/markers/{marker_id}';
  await each('read', (i) => api.GET(one, { params: marker(i) }));
  await each('patch', (i) => api.PATCH(one, { params: marker(i), body: { name: `O ${i}` } }));
  await each('list of 100', () => api.GET('/maps/{map_id}/markers', { params: map }));
  await each('delete', (i) => api.DELETE(one, { params: marker(i) }));
  return medians;
}

async function makeSpread(
  citusUrl: string,
  workers: readonly URL[],
  stops: (() => Promise<unknown>)[],
): Promise<Spread> {
  const name = `cartload_bench_${process.pid}_${workers.length}`;
  const nodes = [new URL(citusUrl), ...workers];
  for (const node of nodes) {
    stops.unshift(() => once(node.href, (sql) => sql.unsafe(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)));
    await once(node.href, (sql) => sql.unsafe(`CREATE DATABASE ${name}`));
    await once(within(node, name), (sql) => sql`CREATE EXTENSION citus`);
  }
  const url = within(nodes[0]!, name);
  const sql = connect(url, { applicationName: 'bench', maxConnections: 1, statementTimeoutMs: 60_000 });
  await sql`SELECT citus_set_coordinator_host(${nodes[0]!.hostname}, ${nodes[0]!.port}::integer)`;
  for (const { hostname, port } of workers) await sql`SELECT citus_add_node(${hostname}, ${port}::integer)`;
  await migrate(sql);
  await distribute(sql, SHARDS);
  process.env.DATABASE_URL = url;
  const server = await startBenchServer();
  stops.unshift(() => server.stop());
  const maps = [await createMap(server)];
  const nodeOf = async (mapId: number): Promise<number> =>
    (
      await sql<[{ port: number }]>`
        SELECT nodeport AS port FROM pg_dist_shard_placement
        WHERE shardid = get_shard_id_for_distribution_column('markers', ${mapId}::bigint)`
    )[0].port;
  while (maps.length < 2) {
    const mapId = await createMap(server);
    if (workers.length === 1 || (await nodeOf(mapId)) !== (await nodeOf(maps[0]!))) maps.push(mapId);
  }
  await sql.end({ timeout: 1 });
  const connections = workers.map((node) => postgres(within(node, name), { max: 1, fetch_types: false }));
  for (const connection of connections) stops.unshift(() => connection.end({ timeout: 1 }));
  return { server, workers: connections, maps };
}

/** Workers with the name and password of the coordinator's role. */
async function workersOf(citusUrl: string): Promise<URL[]> {
  const nodes = await once(
    citusUrl,
    (sql) => sql<{ nodename: string; nodeport: number }[]>`
      SELECT nodename, nodeport FROM pg_dist_node WHERE groupid <> 0 AND noderole = 'primary' ORDER BY nodeid`,
  );
  return nodes.map(({ nodename, nodeport }) => {
    const url = new URL(citusUrl);
    url.hostname = nodename;
    url.port = String(nodeport);
    return url;
  });
}

function within(node: URL, database: string): string {
  const url = new URL(node);
  url.pathname = `/${database}`;
  return url.href;
}

async function once<T>(url: string, action: (sql: postgres.Sql) => PromiseLike<T>): Promise<T> {
  const sql = postgres(url, { max: 1, fetch_types: false, onnotice: () => {} });
  try {
    return await action(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}
