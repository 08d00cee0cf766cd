import t from 'tap';
import { newJobId } from '../../src/access/keys/key.js';
import { createAccount } from '../../src/store/accounts.js';
import { assertWritable } from '../../src/store/authorize.js';
import { rememberMapping } from '../../src/store/header-memory.js';
import { createJob, findOwnedJob, listJobs } from '../../src/store/jobs.js';
import { cloneMap, findRestorableMap, restoreMap, transferMap } from '../../src/store/map-life.js';
import { deleteMap, findOwnedMap, patchMap, readMap } from '../../src/store/maps.js';
import { createOwner } from '../support/owner.js';

/*
 * Every write route is held against every change of hands in test/api/between-head-and-body.test.ts; here is
 * what the statements themselves say.
 */

const owner = await createOwner(t);
const { sql } = owner;
const stranger = (await createAccount(sql, 'stranger@example.com', {}))!.id;

const PAGE = { mapId: null, status: null, before: null, limit: 10 };
const COPY = { name: 'Copy', pinned: true, areas: true, timeoutMs: 10_000, dailyBytes: 1e9 };

/** A map of the owner with one job. */
async function arrange() {
  const id = await owner.createMap();
  const job = { id: newJobId(), mapId: id, kind: 'test', task: {}, total: 0, notes: [] };
  await createJob(sql, job, owner.charge, null);
  return { id, job: job.id };
}

t.test("nothing of a map that is another account's is found or changed", async (t) => {
  const { id, job } = await arrange();
  await sql`UPDATE maps SET account_id = ${stranger} WHERE id = ${id}`;
  const { accountId } = owner;
  t.equal(await findOwnedMap(sql, accountId, id), null);
  t.equal(await readMap(sql, accountId, id), null);
  t.equal(await findRestorableMap(sql, accountId, id), null);
  t.equal(await findOwnedJob(sql, accountId, job), null);
  t.same(await listJobs(sql, accountId, PAGE), []);
  await t.rejects(patchMap(sql, owner, id, { name: 'Mine' }), { code: 'CL404' });
  await t.rejects(restoreMap(sql, owner, id), { code: 'CL404' });
  t.equal(await cloneMap(sql, owner, id, COPY), null);
  t.match(await readMap(sql, stranger, id), { name: 'Test', owner_email: 'stranger@example.com' });
});

t.test('nothing of a deleted map is found or changed, but that it can be restored', async (t) => {
  const { id, job } = await arrange();
  const { accountId } = owner;
  await deleteMap(sql, owner, id);
  t.equal(await findOwnedMap(sql, accountId, id), null);
  t.equal(await readMap(sql, accountId, id), null);
  t.equal(await findOwnedJob(sql, accountId, job), null);
  t.notOk((await listJobs(sql, accountId, PAGE)).some((listed) => listed.id === job));
  await t.rejects(patchMap(sql, owner, id, { name: 'Mine' }), { code: 'CL404' });
  await t.rejects(deleteMap(sql, owner, id), { code: 'CL404' });
  t.equal(await cloneMap(sql, owner, id, COPY), null);
  await restoreMap(sql, owner, id);
  t.match(await readMap(sql, accountId, id), { name: 'Test', status: 'active' });
});

t.test('a superuser transfers a map from the owner that was seen, or not at all', async (t) => {
  const { id } = await arrange();
  await sql`UPDATE accounts SET superuser = true WHERE id = ${owner.accountId}`;
  t.equal(await transferMap(sql, owner, { id, accountId: stranger }, 'third@example.com', null), null);
  t.match(await readMap(sql, owner.accountId, id), { owner_email: 'owner@example.com' });
  await sql`UPDATE accounts SET superuser = false WHERE id = ${owner.accountId}`;
});

t.test('a key is told first that it is revoked, then of its plan, its scope, and the map', async (t) => {
  const { id } = await arrange();
  const refused = (code: string) => t.rejects(assertWritable(sql, owner, id), { code });
  await rememberMapping(sql, owner, 'before', ['name']);
  await sql`UPDATE maps SET account_id = ${stranger} WHERE id = ${id}`;
  await refused('CL404');
  await sql`UPDATE api_keys SET scope = 'read_only' WHERE id = ${owner.keyId}`;
  await refused('CL403');
  await sql`UPDATE accounts SET plan = 'business' WHERE id = ${owner.accountId}`;
  await refused('CL402');
  await sql`UPDATE api_keys SET revoked_at = now() WHERE id = ${owner.keyId}`;
  await refused('CL401');
  await t.rejects(rememberMapping(sql, owner, 'after', ['name']), { code: 'CL401' });
  t.same(await sql`SELECT fingerprint FROM header_memory`, [{ fingerprint: 'before' }]);
});
