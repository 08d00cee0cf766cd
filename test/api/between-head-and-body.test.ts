import t from 'tap';
import { hashKey, newKey } from '../../src/access/keys/key.js';
import { createAccount } from '../../src/store/accounts.js';
import { createKey } from '../../src/store/keys.js';
import { sharedTestApp } from '../support/app.js';
import { answeringBetween } from '../support/between.js';
import { until } from '../support/cartload-process.js';
import { createFullMap, endImport, type FullMap, readContents, removeMaps } from '../support/full-map.js';
import { codeOf, requestOf } from '../support/request.js';
import { json, ofMap, VALID_REQUESTS, type ValidRequest } from '../support/valid-requests.js';

/*
 * The rights of a key are checked when the head of a request is there. Until its body is, the map can be
 * another account's, or gone, and the key revoked. Each write route is tried with each such event in between:
 * what may not be done any more is answered as if it had never been allowed, and nothing is written.
 */

const service = await sharedTestApp(t);
const { sql, routes } = service.app;
const answer = answeringBetween(t, service);
await createAccount(sql, 'heir@example.com', {});
await createAccount(sql, 'friend@example.com', {});

/** An account with a key and a map of its own. */
interface Stage extends FullMap {
  email: string;
  keyId: number;
  authorization: string;
}

let stages = 0;
async function stage(): Promise<Stage> {
  const email = `owner${++stages}@example.com`;
  const accountId = (await createAccount(sql, email, {}))!.id;
  const key = newKey();
  const keyId = (await createKey(sql, email, hashKey(key), 'read_write', {}))!;
  const fullMap = await createFullMap(sql, accountId, 'friend@example.com');
  return { email, keyId, authorization: `Bearer ${key}`, ...fullMap };
}

const CSV = { headers: { 'content-type': 'text/csv' }, body: Buffer.from('name,lat,lng\nNew,1,2\n') };
const multipart = (meta: object) => ({
  headers: { 'content-type': 'multipart/form-data; boundary=b' },
  body: Buffer.from(
    `--b\r\ncontent-disposition: form-data; name="meta"\r\n\r\n${JSON.stringify(meta)}\r\n` +
      `--b\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${CSV.body}\r\n--b--\r\n`,
  ),
});

interface Case extends ValidRequest {
  operationId: string;
  what?: string;
}

const bulk = (what: string, status: number, parts: ValidRequest['parts'], query = ''): Case => ({
  operationId: 'importMarkers',
  what,
  target: ofMap(`/markers/bulk${query}`),
  status,
  ...(parts && { parts }),
});

const writes = routes.filter(({ access }) => access === 'write').map(({ operationId }) => operationId);
const CASES: readonly Case[] = [
  ...writes.map((operationId) => ({ operationId, ...VALID_REQUESTS[operationId]! })),
  ...[{ categories: ['Old'] }, { categories: ['Unknown'] }].map(
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
  bulk('with Idempotency-Key', 202, { ...CSV, headers: { ...CSV.headers, 'idempotency-key': 'k' } }),
  bulk('a dry run', 200, CSV, '?dry_run=true'),
];

/** The fate of a map does not matter to them. */
const OF_ACCOUNT = ['createMap', 'createWebhook', 'deleteWebhook'];
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
    refusal: ({ operationId }) => (OF_ACCOUNT.includes(operationId) ? null : [404, 'NOT_FOUND']),
  },
  'the map is deleted': {
    happens: (of) => call('DELETE', `/v1/maps/${of.map}`, of),
    refusal: ({ operationId }) =>
      [...OF_ACCOUNT, 'restoreMap'].includes(operationId) ? null : [404, 'NOT_FOUND'],
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

const jobsEnd = () =>
  until(
    async () =>
      (await sql`SELECT FROM jobs WHERE kind IN ('bulk_import', 'image', 'undo') AND completed_at IS NULL`)
        .length === 0,
  );

for (const [event, { happens, refusal }] of Object.entries(EVENTS)) {
  for (const each of CASES) {
    const { operationId, what, target, parts, status } = each;
    t.test(`${operationId}${what ? ` (${what})` : ''} while ${event}`, async (t) => {
      const of = await stage();
      if (['undoJob', 'retryJob'].includes(operationId)) await endImport(sql, service.dataDir, of);
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
          before = await readContents(sql);
        },
      );
      const refused = refusal?.(each);
      t.same([reply.status, codeOf(reply)], refused ?? [status, '']);
      if (refused) t.same(await readContents(sql), before);
      else await jobsEnd();
      await removeMaps(sql);
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

t.test('what would change nothing is refused like anything else, in a table of one map, too', async (t) => {
  for (const operationId of ['restoreMap', 'archiveMap']) {
    await removeMaps(sql);
    const of = await stage();
    if (operationId === 'archiveMap') await sql`UPDATE maps SET status = 'archived'`;
    // PostgreSQL reads so few rows without an index, and looks at the cheapest condition of a statement
    // first.
    await sql`ANALYZE maps`;
    const { status } = await answer(
      requestOf({
        method: methodOf(operationId),
        target: VALID_REQUESTS[operationId]!.target(of),
        headers: { authorization: of.authorization },
      }),
      () => sql`UPDATE api_keys SET revoked_at = now() WHERE id = ${of.keyId}`,
    );
    t.equal(status, 401, operationId);
  }
});
