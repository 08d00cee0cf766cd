import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import t from 'tap';
import type { Reply } from '../../src/http/message.js';
import { connectionUse } from '../../src/store/client.js';
import { startTestApp } from '../support/app.js';
import { until } from '../support/cartload-process.js';
import { checkAnswer, documentedRoutes } from '../support/documented.js';
import { createFullMap, endImport, type FullMap } from '../support/full-map.js';
import { RawConnection, type RawResponse } from '../support/raw-connection.js';
import { requestOf } from '../support/request.js';
import { StandInRenderer } from '../support/stand-in-renderer.js';
import { type FuzzedRequest, requests } from './requests.js';
import { requestBytes, wireBytes } from './wire.js';

/*
 * Whatever is sent, the answer is one that the OpenAPI document allows, says nothing of the inside, and
 * others do not notice. `FUZZ=50000 SEED=1` for a long round; what fails is printed with its seed and path:
 * `SEED=… FUZZ_PATH=…` begins with it.
 */
const REQUESTS = Number(process.env.FUZZ ?? 5000);
const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
const PATH = process.env.FUZZ_PATH;
const SIDE_BY_SIDE = PATH === undefined ? 4 : 1;
/** Ways of sending requests, with their shares in percent: `damaged` requests are hardly HTTP. */
const WAYS = { dispatch: 94, socket: 4, damaged: 2 } as const;
const PATIENCE_MS = 30;
t.setTimeout(3_600_000);
t.comment(`SEED=${SEED}`);
const operationIds = documentedRoutes().map(({ operationId }) => operationId);

const service = await startTestApp(t, {}, { imageRenderer: new StandInRenderer() });
const { sql, pools, work } = service.app;
const port = Number(new URL(service.app.publicUrl).port);
const UNLIMITED = { rateLimit: 1e9, quotaMaps: 1e9, quotaMarkers: 1e9, quotaBulk: 1e9 };
await service.authorization({ email: 'friend@example.com' });
const accountOf = async (email: string): Promise<number> =>
  (await sql<[{ id: number }]>`SELECT id FROM accounts WHERE email = ${email}`)[0].id;

/** Objects that one of the parallel rounds uses. */
interface Lane {
  authorization: string;
  accountId: number;
  named: FullMap;
  /** A finished picture: its job, and the query of its URL. */
  picture: { job: string; query: URLSearchParams };
  pageToken: string;
  sent: number;
}

const bystander = await service.authorization({ email: 'bystander@example.com', ...UNLIMITED });
const theirs = await createFullMap(sql, await accountOf('bystander@example.com'), 'friend@example.com');
const TABLES = [
  'maps',
  'layers',
  'legend_entries',
  'field_definitions',
  'markers',
  'map_counts',
  'shares',
  'jobs',
];
const rowsOfBystander = async (): Promise<unknown> => {
  const column = (table: string): string => (table === 'maps' ? 'id' : 'map_id');
  const parts = TABLES.map(
    (table) =>
      `(SELECT json_agg(x ORDER BY x::text) FROM ${table} x WHERE ${column(table)} = ${theirs.map}) AS ${table}`,
  );
  const accounts = `(SELECT json_agg(a) FROM accounts a WHERE id = ${theirs.accountId}) AS accounts`;
  const maps = `(SELECT count(*) FROM maps WHERE account_id = ${theirs.accountId}) AS count`;
  return (await sql.unsafe(`SELECT ${[...parts, accounts, maps].join()}`))[0];
};

async function newNamed(accountId: number): Promise<FullMap> {
  const named = await createFullMap(sql, accountId, 'friend@example.com');
  await endImport(sql, service.dataDir, named);
  return named;
}

async function newLane(n: number): Promise<Lane> {
  const email = `lane${n}@example.com`;
  const authorization = await service.authorization({ email, ...UNLIMITED });
  const accountId = await accountOf(email);
  const named = await newNamed(accountId);
  const { map } = await newNamed(accountId);
  const address = await until(async () => {
    return (await service.clientWith(authorization)('POST', `/maps/${map}/images`, { preset: 'us' })).body
      .image_url;
  });
  const { pathname, searchParams: query } = new URL(address);
  const picture = { job: pathname.split('/').at(-1)!, query };
  return { authorization, accountId, named, picture, pageToken: 'AAAA', sent: 0 };
}

/** Internals that must not show: files, modules, statements and errors of libraries. */
const INSIDE = new RegExp(
  [
    String.raw`\.[cm]?[jt]s:\d|node:internal|node_modules|\n\s+at |Error:|TypeError|\bE[A-Z]{4,}\b: |ERR_[A-Z]`,
    'is not a function|Cannot read|of undefined|of null|not iterable|Invalid array length',
    String.raw`\b(?:FROM|JOIN|INTO|UPDATE) (?:maps|markers|jobs|accounts|layers|shares|api_keys)\b|PostgresError|SQLSTATE|\bpg_(?!sleep)`,
    String.raw`invalid input syntax|violates \w+|duplicate key|relation "|out of range for type|syntax error at`,
    [process.cwd(), tmpdir(), service.dataDir, '/home/', '/usr/', 'postgres(?:ql)?://']
      .map((path) => path)
      .join('|'),
  ].join('|'),
);

function judge(
  request: FuzzedRequest,
  target: string,
  answer: { status: number; header: (name: string) => string; body: string },
): void {
  const { status, header, body } = answer;
  checkAnswer({ method: request.method, target, status, header, body });
  assert.ok(status < 500, `${status}: ${body}`);
  const said = status < 400 ? '' : body;
  assert.doesNotMatch(said, INSIDE);
  for (const name of ['x-injected', 'x-powered-by', 'server']) assert.equal(header(name), '');
  // biome-ignore lint/suspicious/noExplicitAny: prototype pollution would show here
  assert.equal(({} as any).polluted, undefined);
}

async function bodyOf({ json, bytes }: Reply): Promise<string> {
  if (json !== undefined) return JSON.stringify(json);
  if (bytes === undefined || typeof bytes === 'string') return bytes ?? '';
  if (Buffer.isBuffer(bytes)) return String(bytes);
  return String(await buffer(bytes));
}

/** Answers so far by status, and the operations among them that succeeded. */
const tally = new Map<number, number>();
const done = new Set<string>();
let addresses = 0;

async function ask(lane: Lane, request: FuzzedRequest, target: string): Promise<number> {
  const { method, body } = request;
  const n = ++addresses;
  const reply = await service.app.dispatch(
    requestOf({
      method,
      target,
      headers: { authorization: lane.authorization, ...request.headers },
      body,
      remoteAddress: `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`,
    }),
  );
  const { status, headers = {}, json } = reply;
  tally.set(status, (tally.get(status) ?? 0) + 1);
  if (status < 300) done.add(request.operationId);
  const text = method === 'HEAD' ? '' : await bodyOf(reply);
  reply.onEnd?.({ bytes: 0, isComplete: true });
  const type = json === undefined ? '' : 'application/json';
  judge(request, target, {
    status,
    header: (name) => headers[name] ?? (name === 'content-type' ? type : ''),
    body: text,
  });
  const token = (json as { page_info?: { next_page_token: string | null } } | undefined)?.page_info
    ?.next_page_token;
  if (token) lane.pageToken = token;
  return status;
}

/** Answers without our headers are uWebSockets' own refusals of what it cannot parse. */
function judgeWire(request: FuzzedRequest, target: string, { status, headers, body }: RawResponse): void {
  if (headers['x-request-id'] === undefined) assert.match(`${status}`, /^(400|404|413|431|505)$/);
  else judge(request, target, { status, header: (name) => headers[name] ?? '', body: body.toString() });
}

async function askOverSocket(lane: Lane, request: FuzzedRequest, target: string): Promise<void> {
  const connection = await RawConnection.open(port);
  try {
    await connection.send(requestBytes({ ...request, target }, lane.authorization));
    judgeWire(request, target, await connection.response(request.method === 'HEAD'));
  } finally {
    connection.socket.destroy();
  }
}

/** The request may be answered, refused or cut off. Incomplete ones are not waited for here. */
async function sendHardlyHttp(bytes: Buffer): Promise<void> {
  const connection = await RawConnection.open(port);
  await connection.send(bytes);
  await Promise.race([connection.closed, delay(PATIENCE_MS)]);
  connection.socket.destroy();
  const said = connection.unread().toString('latin1');
  for (const [, status] of said.matchAll(/^HTTP\/1\.1 (\d{3})/gm))
    assert.ok(Number(status) < 500 || status === '505', said.slice(0, 500));
  assert.doesNotMatch(said.slice(0, 100_000), /\n\s+at |node_modules|PostgresError/);
}

const way = fc.oneof(
  ...Object.entries(WAYS).map(([name, weight]) => ({ arbitrary: fc.constant(name), weight })),
);
const round = fc.record({
  request: requests,
  way,
  wire: wireBytes,
});

async function run(
  lane: Lane,
  { request, way, wire }: typeof round extends fc.Arbitrary<infer T> ? T : never,
): Promise<void> {
  if (++lane.sent % 50 === 0) {
    // One account may not do that much in a day.
    await sql`DELETE FROM account_use`;
    await sql`DELETE FROM outbox`;
  }
  const { map, marker, share } = lane.named;
  const job = request.target.startsWith('/v1/images/') ? lane.picture.job : lane.named.job;
  const target = request.target
    .replaceAll('{map_id}', `${map}`)
    .replaceAll('{marker_id}', `${marker}`)
    .replaceAll('{share_id}', `${share}`)
    .replaceAll('{job_id}', job)
    .replaceAll('{page_token}', lane.pageToken)
    .replaceAll(/\{(expires|signature)\}/g, (_, name: string) => lane.picture.query.get(name)!);
  if (way === 'damaged') await sendHardlyHttp(wire(requestBytes({ ...request, target }, lane.authorization)));
  else if (way === 'socket') await askOverSocket(lane, request, target);
  else await ask(lane, request, target);
  // Restores objects that were transferred or deleted.
  if (/^(delete|transfer)/.test(request.operationId) || lane.sent % 100 === 0)
    lane.named = await newNamed(lane.accountId);
}

t.test(
  `${REQUESTS} requests are answered as the document says, and a bystander notices nothing`,
  async (t) => {
    const before = await rowsOfBystander();
    const lanes = await Promise.all(Array.from({ length: SIDE_BY_SIDE }, (_, i) => newLane(i)));
    await Promise.all(
      lanes.map((lane, i) =>
        fc.assert(
          fc.asyncProperty(round, (each) => run(lane, each)),
          {
            seed: SEED + i,
            numRuns: Math.ceil(REQUESTS / SIDE_BY_SIDE),
            ...(PATH !== undefined && { path: PATH }),
          },
        ),
      ),
    );
    t.comment(`answers by status: ${[...tally].sort().map((each) => each.join(' × '))}`);
    t.comment(`never done: ${operationIds.filter((id) => !done.has(id))}`);
    const nobody = await service.clientWith(bystander)('GET', `/maps/${theirs.map}/markers`);
    t.equal(nobody.status, 200);
    t.same(await rowsOfBystander(), before);
  },
);

t.test('nothing is left over when all have been answered', async (t) => {
  await until(
    async () =>
      (await sql`SELECT FROM jobs WHERE kind IN ('bulk_import', 'image') AND completed_at IS NULL`).length ===
      0,
  );
  const atWork = () =>
    Object.entries(work.queues).filter(([, { running, waiting }]) => running > 0 || waiting > 0);
  // Uploads cut off over a socket end by themselves.
  await until(async () => atWork().length === 0);
  const idle = async () =>
    connectionUse(pools.small).busy === 0 &&
    (
      await pools.vital`
      SELECT FROM pg_stat_activity WHERE datname = current_database() AND state <> 'idle' AND pid <> pg_backend_pid()
        AND application_name LIKE 'cartload%'`
    ).length === 0;
  await until(idle);
  t.pass('no connection is at work');
});
