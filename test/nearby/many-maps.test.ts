import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { createLog } from '../../src/base/log.js';
import { Nearby, type NearbyHit, type NearbySearch } from '../../src/nearby/nearby.js';
import { PackPool, type PackTask } from '../../src/nearby/pack-pool.js';
import type { Sql } from '../../src/store/client.js';
import { updateMarkers } from '../support/change-markers.js';
import { createOwner } from '../support/owner.js';

const MAPS = 6000;
const { sql, url, accountId } = await createOwner(t);

/** Map 1 has its pin at 0.001 degrees east, map 2 at 0.002 degrees, and so on. */
const [{ first }] = await sql<[{ first: number }]>`
  WITH added AS (
    INSERT INTO maps (account_id, name) SELECT ${accountId}::bigint, 'M' || i FROM generate_series(1, ${MAPS}::int) i RETURNING id),
  numbered AS (SELECT id, row_number() OVER (ORDER BY id) AS i FROM added),
  ids AS MATERIALIZED (SELECT reserve_marker_ids(${MAPS}::bigint) AS first),
  pins AS (
    INSERT INTO markers (map_id, id, name, type, lat, lng, cell)
    SELECT n.id, ids.first + n.i, 'P' || n.i, 'pin', 0, n.i / 1000.0, 0 FROM numbered n, ids),
  counts AS (INSERT INTO map_counts (map_id, shard, markers, areas) SELECT id, 0, 1, 0 FROM added)
  SELECT min(id)::int AS first FROM added`;

const statements: string[] = [];
const watched = new Proxy(sql, {
  apply(target, self, args) {
    statements.push(String(args[0]?.join?.('?') ?? ''));
    return Reflect.apply(target as never, self, args);
  },
}) as Sql;

const tasks: PackTask[] = [];
const { pack } = PackPool.prototype;
PackPool.prototype.pack = function (account, task) {
  tasks.push(task);
  return pack.call(this, account, task);
};
const nearby = new Nearby({
  sql: watched,
  scans: { run: (_, work) => work(watched) },
  databaseUrl: url,
  log: createLog('silent'),
});
t.teardown(() => nearby.close());

const query: NearbySearch = {
  accountId,
  lat: 0,
  lng: 0,
  limit: 3,
  radiusKm: null,
  mapIds: null,
  signal: new AbortController().signal,
};
const summary = (hits: readonly NearbyHit[]): string[] =>
  hits.map(({ map, json, start, end }) => {
    const { title } = JSON.parse(`${json.toString('utf8', start, end)}}`);
    return `${map.name} ${title}`;
  });
const until = async (wanted: string[], asked = query): Promise<string[]> => {
  let found = summary(await nearby.find(asked));
  for (let wait = 0; wait < 200 && found.join() !== wanted.join(); wait++) {
    await delay(20);
    found = summary(await nearby.find(asked));
  }
  return found;
};

t.test('6,000 maps of one pin are packed by two tasks, whose trees all searches use', async (t) => {
  t.same(summary(await nearby.find(query)), ['M1 P1', 'M2 P2', 'M3 P3'], 'the first answer');
  for (let wait = 0; wait < 200 && (wait === 0 || /haversine/.test(statements.join())); wait++) {
    await delay(20);
    statements.length = 0;
    t.same(summary(await nearby.find(query)), ['M1 P1', 'M2 P2', 'M3 P3']);
  }
  t.same(tasks.map(({ mapIds }) => mapIds.length).sort(), [1000, 5000]);
  t.notMatch(statements.join('\n'), /haversine/, 'no search of the database');
});

t.test('a change of one map is read from that map alone', async (t) => {
  tasks.length = 0;
  statements.length = 0;
  await sql`UPDATE maps SET name = 'Renamed' WHERE id = ${first}`;
  await sql`UPDATE maps SET status = 'archived' WHERE id = ${first + 1}`;
  await sql`UPDATE maps SET deleted_at = now() WHERE id = ${first + 2}`;
  await updateMarkers(sql, first + 5, sql`lng = 0.0041`);
  nearby.announceWrite();
  t.same(summary(await nearby.find(query)), ['Renamed P1', 'M4 P4', 'M6 P6']);
  await sql`UPDATE maps SET status = 'active' WHERE id = ${first + 1}`;
  await sql`UPDATE maps SET deleted_at = NULL WHERE id = ${first + 2}`;
  nearby.announceWrite();
  t.same(summary(await nearby.find(query)), ['Renamed P1', 'M2 P2', 'M3 P3']);
  t.notMatch(statements.join('\n'), /ORDER BY m\.id$/, 'the list of maps is not read again');
  t.same(tasks, [], 'nothing is packed again');
});

t.test('a map that grows leaves its group for an index of its own', async (t) => {
  tasks.length = 0;
  const map = first + 9;
  await sql`
    WITH ids AS MATERIALIZED (SELECT reserve_marker_ids(700) AS first), added AS (
      INSERT INTO markers (map_id, id, name, type, lat, lng, cell)
      SELECT ${map}::bigint, ids.first + i, 'N' || i, 'pin', 0, i / 1000000.0, 0 FROM ids, generate_series(1, 700) i RETURNING id)
    INSERT INTO nearby_changes (map_id, marker_ids)
    SELECT ${map}::bigint, int8multirange(int8range(min(id), max(id), '[]')) FROM added`;
  nearby.announceWrite();
  t.same(await until(['M10 N1', 'M10 N2', 'M10 N3']), ['M10 N1', 'M10 N2', 'M10 N3']);
  t.same(
    tasks.map(({ mapIds, isGroup }) => [...mapIds, isGroup]),
    [[map, false]],
  );
  await sql`UPDATE maps SET deleted_at = now() WHERE id = ${map}`;
  nearby.announceWrite();
  t.same(summary(await nearby.find(query)), ['Renamed P1', 'M2 P2', 'M3 P3']);
});

t.test(
  'a few maps chosen by name have indexes of their own, and more are searched in their groups',
  async (t) => {
    tasks.length = 0;
    const some = Array.from({ length: 100 }, (_, i) => first + 100 + 10 * i);
    t.same(summary(await nearby.find({ ...query, mapIds: some })), ['M101 P101', 'M111 P111', 'M121 P121']);
    t.same(tasks, []);
    const few = { ...query, mapIds: some.slice(1, 3) };
    t.same(await until(['M111 P111', 'M121 P121'], few), ['M111 P111', 'M121 P121']);
    t.same(
      tasks.flatMap(({ mapIds }) => mapIds),
      few.mapIds,
    );
    await t.rejects(nearby.find({ ...query, mapIds: [first, 999_999] }), { code: 'NOT_FOUND' });
  },
);

t.test('maps that are shared and taken back come and go', async (t) => {
  const [{ id: guest }] = await sql<[{ id: number }]>`
    INSERT INTO accounts (email, plan) VALUES ('guest@example.com', 'business') RETURNING id`;
  const asGuest = { ...query, accountId: guest };
  t.same(summary(await nearby.find(asGuest)), []);
  await sql`INSERT INTO shares (map_id, account_id, access_level, email) SELECT ${first}::bigint + i, ${guest}::bigint, 'viewer', 'guest@example.com' FROM generate_series(19, 22) i`;
  nearby.announceWrite();
  t.same(summary(await nearby.find(asGuest)), ['M20 P20', 'M21 P21', 'M22 P22']);
  await sql`DELETE FROM shares WHERE map_id = ${first + 20}`;
  await sql`UPDATE maps SET account_id = ${guest} WHERE id = ${first + 12}`;
  nearby.announceWrite();
  t.same(summary(await nearby.find(asGuest)), ['M13 P13', 'M20 P20', 'M22 P22']);
  await sql`UPDATE maps SET account_id = ${accountId} WHERE id = ${first + 12}`;
  nearby.announceWrite();
  t.same(summary(await nearby.find(asGuest)), ['M20 P20', 'M22 P22', 'M23 P23']);
});
