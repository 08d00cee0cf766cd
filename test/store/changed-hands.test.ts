import t from 'tap';
import { newJobId } from '../../src/auth/key.js';
import { createAccount } from '../../src/store/accounts.js';
import { deleteMarkerIds, deleteMarkerRange } from '../../src/store/bulk-delete.js';
import { createJob, findOwnedJob, listJobs } from '../../src/store/jobs.js';
import { cloneMap, transferMap } from '../../src/store/map-life.js';
import { deleteMap, findOwnedMap, patchMap, readMap } from '../../src/store/maps.js';
import { createOwner } from '../support/owner.js';

/*
 * A request is checked before its body has arrived, and the map can be somebody else's by then: the statements that change it ask
 * again, whoever calls them.
 */

const owner = await createOwner(t);
const { sql } = owner;
const stranger = (await createAccount(sql, 'stranger@example.com', {}))!.id;

const RANGE = { afterId: 0, lastId: Number.MAX_SAFE_INTEGER, atMost: 10 };
const BY_STRANGER = { accountId: stranger, dailyTransfers: null };
const PAGE = { mapId: null, status: null, before: null, limit: 10 };

/** A map of the owner with one marker and one job. */
async function arrange() {
  const id = await owner.createMap();
  const [marker] = await sql<[{ id: number }]>`
    INSERT INTO markers (map_id, id, name, type, lat, lng, cell) VALUES (${id}, nextval('marker_ids'), 'A', 'pin', 1, 2, 3)
    RETURNING id`;
  const job = { id: newJobId(), mapId: id, kind: 'test', task: {}, total: 0, notes: [] };
  await createJob(sql, job, owner.charge, null);
  return { id, marker: marker.id, job: job.id };
}

const markersOf = async (mapId: number) => (await sql`SELECT FROM markers WHERE map_id = ${mapId}`).length;

t.test("nothing of a map that is another account's is found, read or changed", async (t) => {
  const { id, marker, job } = await arrange();
  const theirs = { id, accountId: stranger };
  t.equal(await findOwnedMap(sql, stranger, id), null);
  t.equal(await readMap(sql, stranger, id), null);
  t.equal(await findOwnedJob(sql, stranger, job), null);
  t.same(await listJobs(sql, stranger, PAGE), []);
  t.equal(await patchMap(sql, stranger, id, { name: 'Mine' }), false);
  t.equal(await deleteMap(sql, stranger, id), false);
  t.equal(await deleteMarkerRange(sql, theirs, RANGE, null), null);
  t.equal(await deleteMarkerIds(sql, theirs, [marker]), null);
  t.equal(await transferMap(sql, theirs, 'stranger@example.com', BY_STRANGER), null);
  const options = { name: 'Copy', pinned: true, areas: true, timeoutMs: 10_000, dailyBytes: 1e9 };
  t.equal(await cloneMap(sql, stranger, id, options), null);
  t.equal(await markersOf(id), 1);
  t.match(await readMap(sql, owner.accountId, id), { name: 'Test', owner_email: 'owner@example.com' });
});

t.test('nothing of a deleted map is found, read or changed', async (t) => {
  const { id, marker, job } = await arrange();
  const { accountId } = owner;
  t.equal(await deleteMap(sql, accountId, id), true);
  const map = { id, accountId };
  t.equal(await findOwnedMap(sql, accountId, id), null);
  t.equal(await readMap(sql, accountId, id), null);
  t.equal(await findOwnedJob(sql, accountId, job), null);
  t.notOk((await listJobs(sql, accountId, PAGE)).some((listed) => listed.id === job));
  t.equal(await patchMap(sql, accountId, id, { name: 'Mine' }), false);
  t.equal(await deleteMap(sql, accountId, id), false);
  t.equal(await deleteMarkerRange(sql, map, RANGE, null), null);
  t.equal(await deleteMarkerIds(sql, map, [marker]), null);
  t.equal(await transferMap(sql, map, 'stranger@example.com', { accountId, dailyTransfers: null }), null);
  const options = { name: 'Copy', pinned: true, areas: true, timeoutMs: 10_000, dailyBytes: 1e9 };
  t.equal(await cloneMap(sql, accountId, id, options), null);
  t.equal(await markersOf(id), 1);
});
