import t from 'tap';
import { pruneChanges, readChanges } from '../../src/store/nearby.js';
import { createOwner } from '../support/owner.js';

const owner = await createOwner(t);
const { sql } = owner;

const note = (db: typeof sql, mapId: number, markerId: number) =>
  db`SELECT note_marker(${mapId}, ${markerId})`;
const mapsOf = (changes: { maps: { mapId: number }[] }) => changes.maps.map(({ mapId }) => mapId).sort();

t.test('what was being written while a snapshot was taken is told when it is committed, once', async (t) => {
  const slow = await sql.reserve();
  await slow`BEGIN`;
  await note(slow as unknown as typeof sql, 1, 10);
  // It began later and is done: the snapshot is of a time after both began.
  await note(sql, 2, 20);
  const { snapshot: before } = await readChanges(sql, null);
  await note(sql, 3, 30);
  const first = await readChanges(sql, before);
  t.same(mapsOf(first), [3]);
  await slow`COMMIT`;
  slow.release();
  const second = await readChanges(sql, first.snapshot);
  t.same(second.maps, [{ mapId: 1, changed: [[10, 10]], deleted: [] }]);
  t.same((await readChanges(sql, second.snapshot)).maps, []);
  t.same(mapsOf(await readChanges(sql, before)), [1, 3], 'from the earlier snapshot both');
});

const changesOf = async (mapId: number) => sql`
  SELECT account_id, readers FROM nearby_changes WHERE map_id = ${mapId} ORDER BY xid`;

t.test('a map is noted once for all its readers, and only when something is other than before', async (t) => {
  const mapId = await owner.createMap();
  await sql`
    WITH guests AS (INSERT INTO accounts (email, plan) SELECT 'guest' || i || '@example.com', 'business' FROM generate_series(1, 50) i RETURNING id, email)
    INSERT INTO shares (map_id, account_id, access_level, email) SELECT ${mapId}::bigint, id, 'viewer', email FROM guests`;
  const { snapshot } = await readChanges(sql, null);
  await sql`DELETE FROM nearby_changes WHERE map_id = ${mapId}`;
  for (let i = 0; i < 10; i++)
    await sql`UPDATE maps SET name = name, status = status, account_id = account_id, updated_at = now() WHERE id = ${mapId}`;
  t.same(await changesOf(mapId), []);
  await sql`UPDATE maps SET name = 'Other' WHERE id = ${mapId}`;
  t.same([...(await changesOf(mapId))], [{ account_id: owner.accountId, readers: true }]);
  const changes = await readChanges(sql, snapshot);
  t.same(changes.readable, [{ accountId: owner.accountId, mapId, readers: true }]);
  t.same(changes.maps, [], 'no marker has changed');
});

const addOld = (count: number) => sql`
  INSERT INTO nearby_changes (map_id, marker_ids, at) SELECT 1, '{}', now() - interval '1 hour' FROM generate_series(1, ${count}::int)`;
const oldChanges = async (): Promise<number> => {
  const [row] = await sql<[{ count: number }]>`
    SELECT count(*)::int FROM nearby_changes WHERE at < now() - interval '10 minutes'`;
  return row.count;
};

t.test('old changes are forgotten in steps, by one process, without a look at the others', async (t) => {
  await addOld(11_000);
  const one = await sql.reserve();
  const scans = async (): Promise<number> => {
    const [row] = await one<[{ scans: number }]>`
      SELECT seq_scan::int AS scans FROM pg_stat_xact_user_tables WHERE relname = 'nearby_changes'`;
    return row.scans;
  };
  await one`BEGIN`;
  const before = await scans();
  const [{ pruned }] = await one<[{ pruned: number }]>`
    SELECT prune_nearby_changes(interval '10 minutes', 4000) AS pruned`;
  t.ok(pruned > 3900 && pruned <= 4000, 'those of the first 4,000 that are old');
  await pruneChanges(sql, 600_000);
  t.equal(await oldChanges(), 11_000, 'another is at it');
  t.equal(await scans(), before, 'the table is not read from end to end');
  await one`COMMIT`;
  one.release();
  await note(sql, 5, 50);
  await pruneChanges(sql, 600_000);
  t.equal(await oldChanges(), 0);
  t.ok((await changesOf(5)).length, 'what is newer stays');
});
