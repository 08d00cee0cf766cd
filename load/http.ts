import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Options } from 'autocannon';
import { createClient } from '../src/client/index.js';
import { cellOf } from '../src/geo/cell.js';
import { colorNames } from '../src/schema/palette-colors.js';
import type { Writer } from '../src/store/authorize.js';
import { connect, type Sql } from '../src/store/client.js';
import { findOwnedMap, readMap } from '../src/store/maps.js';
import { createMarker, listMarkers, type MarkerWrite } from '../src/store/markers.js';
import { figure, inRounds, type Measurement, median, report, roundsOr, scaled } from './measure.js';
import { hasPgbench, pgbench } from './pgbench.js';
import { type BenchServer, onBenchServer } from './server.js';
import { createMap } from './upload.js';
import { CONNECTIONS, type Fired, GENERATOR } from './wrk.js';

const SECONDS = 5;
const ROUNDS = 3;
const PAGE = 100;
const BARE = 'bare uWebSockets.js';
const UNLIMITED = 999_999_999;
/** Clients of pgbench: as many as the service has connections for requests. */
const DATABASE_CLIENTS = 16;
const CONNECTION = { applicationName: 'bench', maxConnections: 1, statementTimeoutMs: 10_000 };

/** A bare uWebSockets.js server in its own process that answers with a body like that of GET /me. */
export async function startBare(): Promise<{ url: string; stop(): void }> {
  const child = fork(fileURLToPath(new URL('./bare-uws.js', import.meta.url)));
  const [port] = await once(child, 'message');
  return { url: `http://127.0.0.1:${port}/`, stop: () => child.kill('SIGKILL') };
}

/**
 * The hot requests beside a bare uWebSockets.js answer and beside their SQL alone, in alternating rounds. The
 * bare answer also shows the limit of the load generator.
 */
export async function benchHttp(): Promise<void> {
  const bare = await startBare();
  const seconds = scaled(SECONDS);
  const rounds = roundsOr(ROUNDS);
  const fire = (target: Options) => () => GENERATOR.fire(target, CONNECTIONS, seconds);
  await onBenchServer(async (server) => {
    const { targets, readId, writtenId } = await setUp(server);
    const scripts = hasPgbench() ? await scriptsOf(server.databaseUrl, readId, writtenId) : {};
    const kinds: [string, () => Promise<Fired>][] = [[BARE, fire({ url: bare.url })]];
    for (const [name, target] of Object.entries(targets)) {
      kinds.push([name, fire(target)]);
      const script = scripts[name];
      const transact = async () => ({
        rate: await pgbench(server.databaseUrl, script!, DATABASE_CLIENTS, seconds),
        p99Ms: Number.NaN,
      });
      if (script) kinds.push([bySqlAlone(name), transact]);
    }
    const fired = await inRounds(rounds, Object.fromEntries(kinds));
    const medianOf = (name: string, of: keyof Fired): number => median(fired[name]!.map((one) => one[of]));
    const measurements = kinds.flatMap(([name]): Measurement[] => {
      const rate = medianOf(name, 'rate');
      const [of, reference] = name in scripts ? ['its SQL alone', bySqlAlone(name)] : ['bare', BARE];
      const goal = name === 'get-me' && { goal: '0.5' };
      const ratio = { of, value: rate / medianOf(reference, 'rate'), ...goal };
      if (name.endsWith('pgbench')) return [figure(name, rate, 'requests/s')];
      return [figure(name, rate, 'requests/s', ratio), figure(`${name}, p99`, medianOf(name, 'p99Ms'), 'ms')];
    });
    report(
      `http: ${CONNECTIONS} connections of ${GENERATOR.name}, medians of ${rounds} alternating rounds of ${seconds} s`,
      measurements,
    );
    if (!hasPgbench()) process.stdout.write('  their SQL alone: skipped, pgbench is not installed\n');
  }).finally(() => bare.stop());
}

const bySqlAlone = (name: string): string => `${name}: its SQL alone, pgbench`;

/** A map of 100 markers to read, and an empty one to write to. */
async function setUp(server: BenchServer) {
  const { baseUrl, key } = server;
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const [readId, writtenId] = [await createMap(server), await createMap(server)];
  for (let i = 0; i < 100; i++) {
    const body = { name: `Place ${i}`, lat: i / 10, lng: -i / 10, custom_fields: { Phone: `555-${i}` } };
    const params = { path: { map_id: readId } };
    await createClient(server).POST('/maps/{map_id}/markers', { params, body });
  }
  const body = JSON.stringify({ name: 'New place', lat: 1, lng: 2, category: 'Retail' });
  const targets: Record<string, Options> = {
    'get-me': { url: `${baseUrl}/me`, headers },
    'get-map': { url: `${baseUrl}/maps/${readId}`, headers },
    'get-markers': { url: `${baseUrl}/maps/${readId}/markers`, headers },
    'post-marker': { url: `${baseUrl}/maps/${writtenId}/markers`, method: 'POST', headers, body },
  };
  return { targets, readId, writtenId };
}

/** pgbench scripts with the statements of a request in order; empty for a request without statements. */
async function scriptsOf(databaseUrl: string, readId: number, writtenId: number) {
  const sql = connect(databaseUrl, CONNECTION);
  // The bench's own key, which was created last.
  const [owner] = await sql<[Writer]>`
    SELECT id AS "keyId", account_id AS "accountId" FROM api_keys ORDER BY id DESC LIMIT 1`;
  const charge = { keyId: owner.keyId, dailyLimit: UNLIMITED };
  const columns = { name: 'New place', type: 'pin', lat: 1, lng: 2, cell: cellOf(1, 2), category: 'Retail' };
  const write = { columns, color: null, palette: colorNames('standard'), fields: new Map<string, string>() };
  const script = async (...asks: ((sql: Sql) => Promise<unknown>)[]): Promise<string> =>
    (await Promise.all(asks.map((ask) => statementsOf(sql, ask)))).join('');
  try {
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
    } as Record<string, string>;
  } finally {
    await sql.end();
  }
}

/** The driver's record of an answered query. */
interface Answered {
  /** Parameters as they were sent. */
  parameters: readonly unknown[];
  statement: { string: string };
}

/**
 * The statements of a store function with their parameters as literals, so that pgbench can run them.
 * @throws Error when there are none
 */
async function statementsOf(sql: Sql, ask: (sql: Sql) => Promise<unknown>): Promise<string> {
  const queries: Answered[] = [];
  const recording = new Proxy(sql, {
    apply: (target, self, args) => {
      const query = Reflect.apply(target, self, args) as unknown;
      // Fragments of a statement are also queries, which are never sent.
      queries.push(query as Answered);
      return query;
    },
  });
  await ask(recording);
  const sent = queries.filter((query) => query.statement?.string !== undefined);
  if (sent.length === 0) throw new Error('no statement was asked');
  return sent.map((query) => `${withValues(query).trim()};\n`).join('');
}

/** Untyped literals take the type of the parameter in their place. */
function withValues({ statement, parameters }: Answered): string {
  return statement.string.replace(/\$(\d+)/g, (_, number: string) => {
    const value = parameters[Number(number) - 1];
    return value === null || value === undefined ? 'NULL' : `'${String(value).replaceAll("'", "''")}'`;
  });
}
