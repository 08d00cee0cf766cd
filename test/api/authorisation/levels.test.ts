import { randomUUID } from 'node:crypto';
import t from 'tap';
import { ACCESS_LEVELS, allows, type Level, OF_OWNER, operationsOf } from '../../../src/access/levels.js';
import { changeAccount } from '../../../src/store/accounts.js';
import { assertWritable } from '../../../src/store/authorize.js';
import { startTestApp } from '../../support/app.js';
import { documentedRoutes } from '../../support/documented.js';
import { createFullMap, endImport, type FullMap } from '../../support/full-map.js';
import { requestOf } from '../../support/request.js';
import { signIn } from '../../support/sign-in.js';
import { StandInRenderer } from '../../support/stand-in-renderer.js';
import { VALID_REQUESTS } from '../../support/valid-requests.js';
import { newAccount } from './callers.js';

/*
 * Every operation on a map or a job, by people who signed in, at every level of a share: what the table of
 * src/access/levels.ts allows is done, and what it does not is refused before anything is looked at.
 */

const service = await startTestApp(t, {}, { imageRenderer: new StandInRenderer() });
const { sql } = service.app;
const owner = await newAccount(sql, 'owner');
await newAccount(sql, 'friend');
const ofMaps = documentedRoutes().filter(
  ({ path, operationId, access }) =>
    access !== 'none' && (/\{(map|job)_id\}/.test(path) || operationId === 'listJobs'),
);

type Access = Level | 'owner' | 'none';
const people = new Map<Access, { accountId: number; cookie: string }>();
for (const level of ACCESS_LEVELS) people.set(level, await signIn(service, `${level}@example.com`));
people.set('none', await signIn(service, 'none@example.com', { plan: 'enterprise' }));
people.set('owner', await signIn(service, 'owner@example.com', { plan: 'enterprise' }));

/** A map of the owner that is shared with all people, at their levels. */
async function newMap(): Promise<FullMap> {
  const full = await createFullMap(sql, owner.id, 'friend@example.com');
  await endImport(sql, service.dataDir, full);
  for (const level of ACCESS_LEVELS)
    await sql`INSERT INTO shares (map_id, account_id, access_level, email)
      VALUES (${full.map}, ${people.get(level)!.accountId}, ${level}, ${`${level}@example.com`})`;
  return full;
}

async function ask(operationId: string, named: FullMap, cookie: string, target?: string) {
  const { method } = ofMaps.find((each) => each.operationId === operationId)!;
  const { target: of, parts } = VALID_REQUESTS[operationId]!;
  const reply = await service.app.dispatch(
    requestOf({
      method,
      target: target ?? (operationId === 'listJobs' ? `/v1/jobs?map_id=${named.map}` : of(named)),
      headers: { cookie, 'sec-fetch-site': 'same-origin', ...parts?.headers },
      body: parts?.body,
      remoteAddress: '192.0.2.7',
    }),
  );
  if (reply.bytes && typeof reply.bytes === 'object' && Symbol.asyncIterator in reply.bytes)
    for await (const _ of reply.bytes);
  reply.onEnd?.({ bytes: 0, isComplete: true });
  return reply;
}

const jsonOf = ({ json, bytes }: { json?: unknown; bytes?: unknown }) => json ?? JSON.parse(String(bytes));

t.test('the table settles every operation on a map or a job, once', async (t) => {
  const settled = [...operationsOf('admin'), ...OF_OWNER];
  t.same([...settled].sort(), ofMaps.map(({ operationId }) => operationId).sort());
  t.same(operationsOf('viewer'), operationsOf('member').slice(0, operationsOf('viewer').length));
  const writes = ofMaps.filter(({ access }) => access === 'write').map(({ operationId }) => operationId);
  t.same(
    writes.filter((each) => allows('viewer', each)),
    [],
    'a viewer changes nothing',
  );
  t.same(
    ACCESS_LEVELS.filter((level) => OF_OWNER.some((each) => allows(level, each))),
    [],
  );
});

t.test('who may do what on an own, a shared and a foreign map', async (t) => {
  for (const { operationId, access } of ofMaps) {
    const wrong: unknown[] = [];
    let full = await newMap();
    for (const [level, { cookie }] of people) {
      if (access === 'write') full = await newMap();
      const { status, json } = await ask(operationId, full, cookie);
      const isAllowed = level === 'owner' || (level !== 'none' && allows(level, operationId));
      // An import that has ended is not cancelled or undone: it is answered, whatever it says.
      const success = ['undoJob', 'cancelJob'].includes(operationId)
        ? [200, 202, 204, 400]
        : [VALID_REQUESTS[operationId]!.status];
      const listsOwn = operationId === 'listJobs' && level === 'none' ? [200] : [404];
      const expected = isAllowed ? success : level === 'none' ? listsOwn : [403];
      if (!expected.includes(status)) wrong.push({ level, expected, status, json });
    }
    t.same(wrong, [], operationId);
  }
});

t.test('jobs are listed of the one map that is named, and only of that', async (t) => {
  const [one, other] = [await newMap(), await newMap()];
  const { cookie, accountId } = people.get('member')!;
  const listed = async (query: string) =>
    (jsonOf(await ask('listJobs', one, cookie, `/v1/jobs${query}`)).data ?? []).map(
      ({ job_id }: { job_id: string }) => job_id,
    );
  await sql`UPDATE jobs SET kind = 'bulk_import' WHERE id IN (${one.job}, ${other.job})`;
  t.same(await listed(`?map_id=${one.map}`), [one.job]);
  t.same(await listed(`?map%5Fid=${one.map}`), [one.job]);
  await sql`DELETE FROM shares WHERE map_id = ${other.map} AND account_id = ${accountId}`;
  for (const query of [
    '',
    `?map_id=${one.map}&map_id=${other.map}`,
    `?map_id=0${one.map}`,
    `?MAP_ID=${one.map}`,
  ]) {
    const { status, json } = await ask('listJobs', one, cookie, `/v1/jobs${query}`);
    t.ok([400, 402, 404].includes(status), `${query}: ${JSON.stringify(json)}`);
  }
  t.equal((await ask('getJob', other, cookie)).status, 404);
  await sql`UPDATE maps SET account_id = ${accountId} WHERE id = ${other.map}`;
  t.equal((await ask('getMap', other, cookie)).status, 402, 'an own map needs the plan');
});

t.test('the maps that are shared are listed with their level, to people alone', async (t) => {
  await sql`UPDATE maps SET status = 'archived' WHERE account_id = ${owner.id}`;
  const full = await newMap();
  await sql`UPDATE maps SET name = 'Of the owner' WHERE id = ${full.map}`;
  for (const level of ACCESS_LEVELS) {
    const call = service.clientWith('');
    const { cookie } = people.get(level)!;
    const { body } = await call('GET', '/shared-maps?q=the%20OWNER', undefined, { cookie });
    t.match(body.data, [{ id: full.map, owner_email: 'owner@example.com', access_level: level }]);
    t.equal(body.data.length, 1);
    const may = await call('GET', `/maps/${full.map}/access`, undefined, { cookie });
    t.same(may.body, { access_level: level, operations: operationsOf(level) });
    const key = await service.client({ email: `${level}-too@example.com` });
    await sql`INSERT INTO shares (map_id, account_id, access_level, email)
      SELECT ${full.map}, id, ${level}, email FROM accounts WHERE email = ${`${level}-too@example.com`}`;
    t.same((await key('GET', '/shared-maps')).body.data, [], 'not to a key');
    t.equal((await key('GET', `/maps/${full.map}`)).status, 404);
    t.equal((await key('GET', `/maps/${full.map}/access`)).status, 404);
  }
  const reader = await service.client({ email: 'owner@example.com', scope: 'read_only' });
  const { body } = await reader('GET', `/maps/${full.map}/access`);
  t.equal(body.access_level, 'owner');
  t.ok(body.operations.includes('getMap') && body.operations.includes('listShares'));
  t.notOk(
    body.operations.some(
      (each: string) => !ofMaps.some((of) => of.operationId === each && of.access === 'read'),
    ),
  );
});

t.test('a share that ends, a map that goes, and a plan that ends are seen at once', async (t) => {
  const { cookie, accountId } = people.get('member')!;
  const status = async (full: FullMap) => (await ask('createMarker', full, cookie)).status;
  const full = await newMap();
  const [{ keyId }] = await sql<[{ keyId: number }]>`
    SELECT id AS "keyId" FROM api_keys WHERE account_id = ${accountId} AND for_sessions`;
  const write = () => assertWritable(sql, { keyId, accountId: owner.id }, full.map);
  t.equal(await status(full), 201);
  await write();
  await sql`UPDATE shares SET access_level = 'viewer' WHERE map_id = ${full.map} AND account_id = ${accountId}`;
  t.equal(await status(full), 403);
  await t.rejects(
    write(),
    { code: 'CL402' },
    'nor after the head of the request, when only the own account is left',
  );
  await sql`UPDATE shares SET access_level = 'admin' WHERE map_id = ${full.map} AND account_id = ${accountId}`;
  await changeAccount(sql, 'owner@example.com', { plan: 'business' });
  t.equal(await status(full), 402);
  await t.rejects(write(), { code: 'CL402' });
  await changeAccount(sql, 'owner@example.com', { plan: 'enterprise' });
  t.equal(await status(full), 201);
  const byOthersKey = await service.client({ email: 'member@example.com' });
  await sql`UPDATE accounts SET plan = 'enterprise' WHERE id = ${accountId}`;
  await until402Ends(byOthersKey);
  t.equal(
    (await byOthersKey('GET', `/maps/${full.map}`)).status,
    404,
    'a key of the same account reaches none of it',
  );
  const [program] = await sql<
    [{ id: number }]
  >`SELECT id FROM api_keys WHERE account_id = ${accountId} AND NOT for_sessions`;
  await t.rejects(assertWritable(sql, { keyId: program.id, accountId: owner.id }, full.map), {
    code: 'CL404',
  });
  await sql`UPDATE maps SET deleted_at = now() WHERE id = ${full.map}`;
  t.equal(await status(full), 404);
  await t.rejects(write(), { code: 'CL404' });
  const entry = await sql`SELECT via, account_id FROM audit_log WHERE via = 'session' LIMIT 1`;
  t.ok(entry.length > 0, 'what people do is told from what keys do');
});

async function until402Ends(
  call: (method: string, path: string) => Promise<{ status: number }>,
): Promise<void> {
  for (let i = 0; i < 500 && (await call('GET', `/me?${randomUUID()}`)).status === 402; i++);
}
