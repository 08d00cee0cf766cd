import t from 'tap';
import { hashKey, newJobId, newKey } from '../../src/auth/key.js';
import { createAccount } from '../../src/store/accounts.js';
import { createKey } from '../../src/store/keys.js';
import { startTestApp } from '../support/app.js';
import { answeringBetween } from '../support/between.js';
import { until } from '../support/cartload-process.js';
import { codeOf, type RequestParts, requestOf } from '../support/request.js';

/*
 * What a key may do is checked when the head of a request is there. Until its body is, the map can be another account's, or gone, and
 * the key revoked. Each write route is tried with each such event in between: what may not be done any more is answered as if it had
 * never been allowed, and nothing is written.
 */

const service = await startTestApp(t);
const { sql, routes } = service.app;
const answer = answeringBetween(t, service);
await createAccount(sql, 'heir@example.com', {});
await createAccount(sql, 'friend@example.com', {});

/** An account with a key and a map that has a bit of everything. */
interface Stage {
  email: string;
  accountId: number;
  keyId: number;
  authorization: string;
  map: number;
  marker: number;
  share: number;
  job: string;
}

let stages = 0;
async function stage(): Promise<Stage> {
  const email = `owner${++stages}@example.com`;
  const accountId = (await createAccount(sql, email, {}))!.id;
  const key = newKey();
  const keyId = (await createKey(sql, email, hashKey(key), 'read_write', {}))!;
  const job = newJobId();
  const [row] = await sql<[Pick<Stage, 'map' | 'marker' | 'share'>]>`
    WITH m AS (INSERT INTO maps (account_id, name) VALUES (${accountId}, 'M') RETURNING id),
    l AS (INSERT INTO layers (map_id, is_default) SELECT id, true FROM m RETURNING map_id, id),
    e AS (INSERT INTO legend_entries (map_id, layer_id, name, color, ordering) SELECT map_id, id, 'Old', 'red', 0 FROM l),
    p AS (INSERT INTO markers (map_id, id, name, type, lat, lng, cell, category)
          SELECT id, nextval('marker_ids'), 'Old', 'pin', 1, 2, 3, 'Old' FROM m RETURNING id),
    s AS (INSERT INTO shares (map_id, account_id, access_level, email)
          SELECT m.id, a.id, 'viewer', a.email FROM m, accounts a WHERE a.email = 'friend@example.com' RETURNING id),
    j AS (INSERT INTO jobs (id, map_id, kind, task, total, first_marker_id) SELECT ${job}, id, 'never claimed', '{}', 0, 1 FROM m)
    SELECT m.id AS map, p.id AS marker, s.id AS share FROM m, p, s`;
  return { email, accountId, keyId, authorization: `Bearer ${key}`, job, ...row };
}

const MARKER = { name: 'New', lat: 1, lng: 2, category: 'New', custom_fields: { New: 'x' } };
const CSV = { headers: { 'content-type': 'text/csv' }, body: Buffer.from('name,lat,lng\nNew,1,2\n') };
const multipart = (meta: object) => ({
  headers: { 'content-type': 'multipart/form-data; boundary=b' },
  body: Buffer.from(
    `--b\r\ncontent-disposition: form-data; name="meta"\r\n\r\n${JSON.stringify(meta)}\r\n` +
      `--b\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${CSV.body}\r\n--b--\r\n`,
  ),
});

interface Case {
  operationId: string;
  what?: string;
  target: (of: Stage) => string;
  parts?: Pick<RequestParts, 'headers' | 'body'>;
  /** When nothing is in the way. */
  status: number;
  /** What is changed is not the map. */
  withoutMap?: true;
}

const ofMap = (rest: string) => (of: Stage) => `/v1/maps/${of.map}${rest}`;
const json = (body: object) => ({ headers: { 'content-type': 'application/json' }, body });
const bulk = (what: string, status: number, parts: Case['parts'], query = ''): Case => ({
  operationId: 'importMarkers',
  what,
  target: ofMap(`/markers/bulk${query}`),
  status,
  ...(parts && { parts }),
});

const CASES: readonly Case[] = [
  {
    operationId: 'createMap',
    target: () => '/v1/maps',
    parts: json({ name: 'New' }),
    status: 201,
    withoutMap: true,
  },
  { operationId: 'patchMap', target: ofMap(''), parts: json({ name: 'New' }), status: 200 },
  { operationId: 'deleteMap', target: ofMap(''), status: 204 },
  { operationId: 'archiveMap', target: ofMap('/archive'), status: 200 },
  { operationId: 'restoreMap', target: ofMap('/restore'), status: 200 },
  {
    operationId: 'transferMap',
    target: ofMap('/transfer'),
    parts: json({ new_owner_email: 'friend@example.com' }),
    status: 200,
  },
  { operationId: 'cloneMap', target: ofMap('/clone'), parts: json({ name: 'New' }), status: 201 },
  {
    operationId: 'createShare',
    target: ofMap('/shares'),
    parts: json({ email: 'new@example.com', access_level: 'admin' }),
    status: 201,
  },
  {
    operationId: 'patchShare',
    target: (of) => `/v1/maps/${of.map}/shares/${of.share}`,
    parts: json({ access_level: 'admin' }),
    status: 200,
  },
  { operationId: 'deleteShare', target: (of) => `/v1/maps/${of.map}/shares/${of.share}`, status: 204 },
  {
    operationId: 'putCategories',
    target: ofMap('/categories'),
    parts: json({ categories: [{ name: 'New' }] }),
    status: 200,
  },
  { operationId: 'deleteCategories', target: ofMap('/categories'), status: 204 },
  { operationId: 'extendColors', target: ofMap('/extended-colors'), status: 200 },
  { operationId: 'createMarker', target: ofMap('/markers'), parts: json(MARKER), status: 201 },
  {
    operationId: 'patchMarker',
    target: (of) => `/v1/maps/${of.map}/markers/${of.marker}`,
    parts: json({ name: 'New', category: 'New' }),
    status: 200,
  },
  { operationId: 'deleteMarker', target: (of) => `/v1/maps/${of.map}/markers/${of.marker}`, status: 204 },
  ...[{ all: true }, { categories: ['Old'] }, { categories: ['Unknown'] }].map(
    (selector): Case => ({
      operationId: 'deleteMarkers',
      what: JSON.stringify(selector),
      target: ofMap('/markers/bulk'),
      parts: json({ ...selector, confirm: true }),
      status: 200,
    }),
  ),
  bulk('CSV', 202, CSV),
  bulk('multipart, to be remembered', 202, multipart({ remember: true, column_mapping: { name: 'name' } })),
  bulk('JSON', 200, json({ markers: [MARKER] })),
  bulk('with Idempotency-Key', 202, { ...CSV, headers: { ...CSV.headers, 'idempotency-key': 'k' } }),
  bulk('a dry run', 200, CSV, '?dry_run=true'),
  { operationId: 'renderImage', target: ofMap('/images'), parts: json({ preset: 'us' }), status: 202 },
  { operationId: 'cancelJob', target: (of) => `/v1/jobs/${of.job}`, status: 200 },
];

const methodOf = (operationId: string): string =>
  routes.find((route) => route.operationId === operationId)!.method;

const call = async (method: string, target: string, { authorization }: Stage, parts?: Case['parts']) =>
  service.app.dispatch(
    requestOf({ method, target, body: parts?.body, headers: { authorization, ...parts?.headers } }),
  );

const transfer = (of: Stage, heir = 'heir@example.com') =>
  call('POST', `/v1/maps/${of.map}/transfer`, of, json({ new_owner_email: heir }));

const EVENTS: Record<
  string,
  { happens: (of: Stage) => Promise<unknown>; refusal: ((of: Case) => [number, string] | null) | null }
> = {
  'the map is transferred': {
    happens: transfer,
    refusal: ({ withoutMap }) => (withoutMap ? null : [404, 'NOT_FOUND']),
  },
  'the map is deleted': {
    happens: (of) => call('DELETE', `/v1/maps/${of.map}`, of),
    refusal: ({ withoutMap, operationId }) =>
      withoutMap || operationId === 'restoreMap' ? null : [404, 'NOT_FOUND'],
  },
  'the map is archived': { happens: (of) => call('POST', `/v1/maps/${of.map}/archive`, of), refusal: null },
  'the key is revoked': {
    happens: ({ keyId }) => sql`UPDATE api_keys SET revoked_at = now() WHERE id = ${keyId}`,
    refusal: () => [401, 'UNAUTHORIZED'],
  },
  'the account leaves the enterprise plan': {
    happens: ({ accountId }) => sql`UPDATE accounts SET plan = 'business' WHERE id = ${accountId}`,
    refusal: () => [402, 'PLAN_REQUIRED'],
  },
  'the key becomes read_only': {
    happens: ({ keyId }) => sql`UPDATE api_keys SET scope = 'read_only' WHERE id = ${keyId}`,
    refusal: () => [403, 'FORBIDDEN'],
  },
};

const TABLES = [
  ...['maps', 'layers', 'legend_entries', 'field_definitions', 'markers', 'map_counts', 'shares', 'jobs'],
  ...['idempotency_keys', 'header_memory', 'quota_use', 'accounts', 'api_keys', 'import_blocks'],
];

/** All that a request can change. Of the outbox who is invited: how far its mails are changes by itself. */
async function contents(): Promise<unknown> {
  const columns = TABLES.map((table) => `(SELECT json_agg(t ORDER BY t::text) FROM ${table} t) AS ${table}`);
  const [row] = await sql.unsafe(
    `SELECT ${columns.join()}, (SELECT json_agg(o.account_id ORDER BY o.id) FROM outbox o) AS outbox`,
  );
  return row;
}

const jobsEnd = () =>
  until(
    async () =>
      (await sql`SELECT FROM jobs WHERE kind IN ('bulk_import', 'image') AND completed_at IS NULL`).length ===
      0,
  );

t.test('every write route is tried', async (t) => {
  const writes = routes.filter(({ access }) => access === 'write').map(({ operationId }) => operationId);
  t.same([...new Set(CASES.map(({ operationId }) => operationId))].sort(), writes.sort());
});

for (const [event, { happens, refusal }] of Object.entries(EVENTS)) {
  for (const each of CASES) {
    const { operationId, what, target, parts, status } = each;
    t.test(`${operationId}${what ? ` (${what})` : ''} while ${event}`, async (t) => {
      const of = await stage();
      let before: unknown;
      const { authorization } = of;
      const reply = await answer(
        requestOf({
          method: methodOf(operationId),
          target: target(of),
          body: parts?.body,
          headers: { authorization, ...parts?.headers },
        }),
        async () => {
          await happens(of);
          before = await contents();
        },
      );
      const refused = refusal?.(each);
      t.same([reply.status, codeOf(reply)], refused ?? [status, '']);
      if (refused) t.same(await contents(), before);
      else await jobsEnd();
    });
  }
}

t.test('who is no superuser any more transfers no map of others', async (t) => {
  const [of, superuser] = [await stage(), await stage()];
  await sql`UPDATE accounts SET superuser = true WHERE id = ${superuser.accountId}`;
  const ask = (event: () => Promise<unknown>) =>
    answer(
      requestOf({
        method: 'POST',
        target: `/v1/maps/${of.map}/transfer`,
        headers: { authorization: superuser.authorization },
        body: { new_owner_email: 'heir@example.com' },
      }),
      event,
    );
  t.equal(
    (await ask(() => sql`UPDATE accounts SET superuser = false WHERE id = ${superuser.accountId}`)).status,
    404,
  );
  t.same(await sql`SELECT account_id FROM maps WHERE id = ${of.map}`, [{ account_id: of.accountId }]);
});
