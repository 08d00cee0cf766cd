import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type autocannon from 'autocannon';
import { createClient } from '../src/client/index.js';
import { cellOf } from '../src/geo/cell.js';
import { colorNames } from '../src/schema/palette-colors.js';
import type { Writer } from '../src/store/authorize.js';
import { connect, type Sql } from '../src/store/client.js';
import { findOwnedMap, readMap } from '../src/store/maps.js';
import { createMarker, listMarkers, type MarkerWrite } from '../src/store/markers.js';
import { CONNECTIONS } from './fire.js';
import { createMap } from './import-csv.js';
import { hasPgbench, pgbench } from './pgbench.js';
import { type BenchServer, startBenchServer } from './server.js';
import { roundsOr, scaled } from './size.js';
import { statementsOf } from './statement.js';
import { type Measurement, median, report } from './table.js';
import { type Fired, GENERATOR } from './wrk.js';

const SECONDS = 5;
const ROUNDS = 3;
const PAGE = 100;
const BARE = 'bare uWebSockets.js';
const UNLIMITED = 999_999_999;
/** Clients of pgbench: as many as the service has connections for requests. */
const DATABASE_CLIENTS = 16;

/** A bare uWebSockets.js server in its own process that answers with a body like that of GET /me. */
export async function startBare(): Promise<{ url: string; stop(): void }> {
  const child = fork(fileURLToPath(new URL('./bare-uws.js', import.meta.url)));
  const [port] = await once(child, 'message');
  return { url: `http://127.0.0.1:${port}/`, stop: () => child.kill('SIGKILL') };
}

/** A map of 100 markers to read, and an empty one to write to. */
async function setUp(server: BenchServer): Promise<{
  targets: Record<string, autocannon.Options>;
  readId: number;
  writtenId: number;
}> {
  const { baseUrl, key } = server;
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const [readId, writtenId] = [await createMap(server), await createMap(server)];
  for (let i = 0; i < 100; i++) {
    const body = { name: `Place ${i}`, lat: i / 10, lng: -i / 10, custom_fields: { Phone: `555-${i}` } };
    const params = { path: { map_id: readId } };
    await createClient(server).POST('/maps/{map_id}/markers', { params, body });
  }
  const body = JSON.stringify({ name: 'New place', lat: 1, lng: 2, category: 'Retail' });
  const targets: Record<string, autocannon.Options> = {
    'get-me': { url: `${baseUrl}/me`, headers },
    'get-map': { url: `${baseUrl}/maps/${readId}`, headers },
    'get-markers': { url: `${baseUrl}/maps/${readId}/markers`, headers },
    'post-marker': { url: `${baseUrl}/maps/${writtenId}/markers`, method: 'POST', headers, body },
  };
  return { targets, readId, writtenId };
}

/** The bench's own key, which was created last. */
async function keyOf(databaseUrl: string): Promise<Writer> {
  const sql = connect(databaseUrl, {
    applicationName: 'bench',
    maxConnections: 1,
    statementTimeoutMs: 10_000,
  });
  const [key] = await sql<[Writer]>`
    SELECT id AS "keyId", account_id AS "accountId" FROM api_keys ORDER BY id DESC LIMIT 1`;
  await sql.end();
  return key;
}

/** pgbench scripts with the statements of a request in order; empty for a request without statements. */
async function scriptsOf(
  databaseUrl: string,
  readId: number,
  writtenId: number,
): Promise<Record<string, string>> {
  const owner = await keyOf(databaseUrl);
  const charge = { keyId: owner.keyId, dailyLimit: UNLIMITED };
  const columns = { name: 'New place', type: 'pin', lat: 1, lng: 2, cell: cellOf(1, 2), category: 'Retail' };
  const write = { columns, color: null, palette: colorNames('standard'), fields: new Map<string, string>() };
  const script = async (...asks: ((sql: Sql) => Promise<unknown>)[]): Promise<string> =>
    (await Promise.all(asks.map((ask) => statementsOf(databaseUrl, ask))))
      .map((text) => `${text.trim()};\n`)
      .join('');
  return {
    'get-map': await script((sql) => readMap(sql, owner.accountId, readId)),
    'get-markers': await script(
      (sql) => findOwnedMap(sql, owner.accountId, readId),
      (sql) => listMarkers(sql, readId, 0, PAGE + 1),
    ),
    'post-marker': await script(
      (sql) => findOwnedMap(sql, owner.accountId, writtenId),
      (sql) => createMarker(sql, writtenId, write as unknown as MarkerWrite, charge),
    ),
  };
}

/**
 * The hot requests beside a bare uWebSockets.js answer and beside their SQL alone, in alternating rounds. The
 * bare answer also shows the limit of the load generator.
 */
export async function benchHttp(): Promise<void> {
  const bare = await startBare();
  const server = await startBenchServer();
  try {
    const { targets, readId, writtenId } = await setUp(server);
    const scripts = hasPgbench() ? await scriptsOf(server.databaseUrl, readId, writtenId) : {};
    const fired = new Map<string, Fired[]>();
    const note = (name: string, result: Fired): void =>
      void fired.set(name, [...(fired.get(name) ?? []), result]);
    const seconds = scaled(SECONDS);
    const rounds = roundsOr(ROUNDS);
    for (let round = 0; round < rounds; round++) {
      note(BARE, await GENERATOR.fire({ url: bare.url }, CONNECTIONS, seconds));
      for (const [name, target] of Object.entries(targets)) {
        note(name, await GENERATOR.fire(target, CONNECTIONS, seconds));
        const script = scripts[name];
        if (!script) continue;
        const rate = await pgbench(server.databaseUrl, script, DATABASE_CLIENTS, seconds);
        note(`${name}: its SQL alone, pgbench`, { rate, p99Ms: Number.NaN });
      }
    }
    const rateOf = (name: string): number => median(fired.get(name)!.map(({ rate }) => rate));
    const measurements = [...fired].flatMap(([name, results]): Measurement[] => {
      const value = rateOf(name);
      const sql = `${name}: its SQL alone, pgbench`;
      const ratio =
        name in scripts
          ? { of: 'its SQL alone', value: value / rateOf(sql) }
          : { of: 'bare', value: value / rateOf(BARE), ...(name === 'get-me' && { goal: '0.5' }) };
      const p99 = median(results.map(({ p99Ms }) => p99Ms));
      const rate = { name, value, unit: 'requests/s', ...(!name.endsWith('pgbench') && { ratio }) };
      return Number.isNaN(p99) ? [rate] : [rate, { name: `${name}, p99`, value: p99, unit: 'ms' }];
    });
    report(
      `http: ${CONNECTIONS} connections of ${GENERATOR.name}, medians of ${rounds} alternating rounds of ${seconds} s`,
      measurements,
    );
    if (!hasPgbench()) process.stdout.write('  their SQL alone: skipped, pgbench is not installed\n');
  } finally {
    await server.stop();
    bare.stop();
  }
}
