import t from 'tap';
import { KINDS } from '../../src/retention/kinds.js';
import { connect } from '../../src/store/client.js';
import { readMap, settleExpired } from '../../src/store/maps.js';
import { removeExpiredMarkers } from '../../src/store/retention.js';
import { createOwner } from '../support/owner.js';

const owner = await createOwner(t);
const { sql, accountId, createMap } = owner;

/** Markers that expire `seconds` from now, counted as who writes markers counts them; every third is an area. */
const addMarkers = (mapId: number, count: number, seconds: number | null) => sql`
  WITH new AS (
    INSERT INTO markers (map_id, id, name, type, lat, lng, cell, expires_at)
    SELECT ${mapId}::bigint, nextval('marker_ids'), 'M', CASE WHEN i % 3 = 0 THEN 'us_zip' ELSE 'pin' END, 1, 1, i,
           clock_timestamp() + ${seconds}::float8 * interval '1 second'
    FROM generate_series(1, ${count}::integer) i RETURNING type)
  SELECT add_counts(${mapId}::bigint, count(*), count(*) FILTER (WHERE is_area(type))) FROM new`;

/** The counts that a client sees, and what they must be. */
async function counts(mapId: number): Promise<{ seen: number[]; there: number[] }> {
  const map = (await readMap(sql, accountId, mapId))!;
  const [row] = await sql<[{ markers: number; areas: number }]>`
    SELECT count(*) AS markers, count(*) FILTER (WHERE is_area(type)) AS areas FROM markers
    WHERE map_id = ${mapId} AND (expires_at IS NULL OR expires_at > now())`;
  return { seen: [map.marker_count, map.region_count], there: [row.markers, row.areas] };
}

/** Expired but there, so that settling finds them: nothing that is inserted here is counted twice. */
const expireAll = (mapId: number) =>
  sql`UPDATE markers SET expires_at = clock_timestamp() WHERE map_id = ${mapId} AND expires_at IS NOT NULL`;

t.test('what has expired is counted by one read, and not by the next', async (t) => {
  const mapId = await createMap();
  await addMarkers(mapId, 100, null);
  await addMarkers(mapId, 3000, 3600);
  await expireAll(mapId);
  const reader = connect(owner.url, { applicationName: 't', maxConnections: 1, statementTimeoutMs: 10_000 });
  t.teardown(() => reader.end());
  const entriesRead = async () => {
    await reader`SELECT pg_stat_force_next_flush()`;
    const [row] = await reader<[{ read: number }]>`
      SELECT idx_tup_read AS read FROM pg_stat_user_indexes WHERE indexrelname = 'markers_expiring'`;
    return row.read;
  };
  const readAgain = async () => {
    const before = await entriesRead();
    const map = (await readMap(reader, accountId, mapId))!;
    t.same([map.marker_count, map.region_count], [100, 33]);
    return (await entriesRead()) - before;
  };
  t.ok((await readAgain()) >= 3000);
  t.equal(await readAgain(), 0);
});

t.test('a marker is not counted from the moment on at which it expires, settled or not', async (t) => {
  const mapId = await createMap();
  await addMarkers(mapId, 9, 0.3);
  await addMarkers(mapId, 9, 3600);
  t.same((await counts(mapId)).seen, [18, 6]);
  await settleExpired(sql, mapId);
  t.same((await counts(mapId)).seen, [18, 6]);
  await sql`SELECT pg_sleep(0.35)`;
  t.same((await counts(mapId)).seen, [9, 3]);
  for (const _ of [1, 2]) {
    await settleExpired(sql, mapId);
    t.same((await counts(mapId)).seen, [9, 3]);
  }
});

t.test('settled markers that go, by whatever way, are not taken off twice', async (t) => {
  const mapId = await createMap();
  await addMarkers(mapId, 30, null);
  await addMarkers(mapId, 30, 3600);
  await expireAll(mapId);
  await settleExpired(sql, mapId);
  await sql`UPDATE markers SET expires_at = expires_at - interval '40 days' WHERE map_id = ${mapId}`;
  t.same((await counts(mapId)).seen, [30, 10]);
  t.equal(await removeExpiredMarkers(sql, mapId, 30, 10), 10);
  t.same((await counts(mapId)).seen, [30, 10], 'retention');
  const ids = await sql<{ id: number }[]>`
    SELECT id FROM markers WHERE map_id = ${mapId} AND expires_at IS NOT NULL ORDER BY id LIMIT 5`;
  await sql`SELECT delete_marker_ids(${mapId}, ${accountId}, ${sql.typed.texts(ids.map(({ id }) => `${id}`))}::bigint[])`;
  t.same((await counts(mapId)).seen, [30, 10], 'by id');
  await sql`SELECT delete_marker_range(${mapId}, ${accountId}, 0, ${2 ** 40}, 1000, null, null)`;
  t.same((await counts(mapId)).seen, [0, 0], 'all');
});

t.test('settled markers that change are counted as what they are then', async (t) => {
  const mapId = await createMap();
  await addMarkers(mapId, 30, 3600);
  await expireAll(mapId);
  await settleExpired(sql, mapId);
  t.same((await counts(mapId)).seen, [0, 0]);
  await sql`UPDATE markers SET expires_at = null WHERE map_id = ${mapId}`;
  t.same((await counts(mapId)).seen, [30, 10], 'they live again');
  await sql`UPDATE markers SET expires_at = now() - interval '1 day' WHERE map_id = ${mapId} AND type = 'pin'`;
  t.same((await counts(mapId)).seen, [10, 10], 'expired long before they were settled');
  const changed = await sql`
    UPDATE markers SET type = 'us_zip' WHERE map_id = ${mapId} AND expires_at IS NOT NULL RETURNING id`;
  await sql`SELECT add_counts(${mapId}, 0, ${changed.length})`;
  t.same((await counts(mapId)).seen, [10, 10], 'of another type');
  await sql`UPDATE markers SET expires_at = now() + interval '1 day' WHERE map_id = ${mapId}`;
  t.same((await counts(mapId)).seen, [30, 30]);
});

t.test('a marker that is settled while its deletion is under way is taken off once', async (t) => {
  const mapId = await createMap();
  await addMarkers(mapId, 30, 3600);
  await expireAll(mapId);
  // As functions in sql/ do it: the DELETE, whose trigger holds the settlement, and then the counts. It sleeps before the trigger.
  const deletion = sql
    .unsafe(`DO $$
      DECLARE markers bigint; areas bigint; slept text;
      BEGIN
        WITH gone AS (DELETE FROM markers WHERE map_id = ${mapId} RETURNING type)
        SELECT count(*), count(*) FILTER (WHERE is_area(type)), pg_sleep(0.5) INTO markers, areas, slept FROM gone;
        PERFORM add_counts(${mapId}, -markers, -areas);
      END $$`)
    .execute();
  const asleep = () =>
    sql`SELECT FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND query LIKE '%DO $$%gone AS (DELETE%'`;
  while ((await asleep()).length === 0);
  await settleExpired(sql, mapId);
  await deletion;
  await settleExpired(sql, mapId);
  t.same((await counts(mapId)).seen, [0, 0]);
});

t.test(
  'a marker that is not committed yet while others are settled is counted until it expires',
  async (t) => {
    const mapId = await createMap();
    await addMarkers(mapId, 30, 3600);
    await expireAll(mapId);
    const slow = sql`
    WITH new AS (
      INSERT INTO markers (map_id, id, name, type, lat, lng, cell, expires_at)
      SELECT ${mapId}::bigint, nextval('marker_ids'), 'M', 'pin', 1, 1, 1, clock_timestamp() + interval '0.2 seconds' RETURNING id)
    SELECT add_counts(${mapId}, count(*), 0), pg_sleep(0.6) FROM new`.execute();
    await sql`SELECT pg_sleep(0.4)`;
    await settleExpired(sql, mapId);
    await slow;
    t.same((await counts(mapId)).seen, [0, 0]);
    await settleExpired(sql, mapId);
    t.same((await counts(mapId)).seen, [0, 0]);
  },
);

t.test('retention settles maps that nobody reads', async (t) => {
  const mapIds = [await createMap(), await createMap(), await createMap()];
  for (const mapId of mapIds) await addMarkers(mapId, 6, 3600);
  await expireAll(mapIds[0]!);
  await expireAll(mapIds[2]!);
  const keep = {
    jobs: 0,
    expiredMarkers: 0,
    deletedMaps: 0,
    pendingAccounts: 0,
    audit: 0,
    geocodedAddresses: 0,
  };
  for await (const _ of KINDS.expiredCounts(sql, keep, (error) => t.fail(String(error))));
  const settled = await sql<{ map_id: number }[]>`
    SELECT map_id FROM expiry_settlements WHERE settled_at > '-infinity' AND map_id >= ${mapIds[0]!} ORDER BY map_id`;
  t.same(
    settled.map(({ map_id }) => map_id),
    [mapIds[0], mapIds[2]],
  );
  t.same((await counts(mapIds[0]!)).seen, [0, 0]);
  t.same((await counts(mapIds[1]!)).seen, [6, 2]);
});

t.test(
  'whatever happens in whatever order, the counts are those of the markers that are there',
  async (t) => {
    const mapId = await createMap();
    let seed = 7;
    const random = (n: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return Math.floor((seed / 2147483648) * n);
    };
    for (let step = 0; step < 60; step++) {
      const some = sql`map_id = ${mapId} AND id % 5 = ${random(5)}`;
      await [
        () => addMarkers(mapId, 1 + random(20), 3600),
        () => addMarkers(mapId, 1 + random(5), null),
        () =>
          sql`UPDATE markers SET expires_at = clock_timestamp() - ${random(9)} * interval '1 hour' WHERE ${some}`,
        () => sql`UPDATE markers SET expires_at = clock_timestamp() + interval '1 hour' WHERE ${some}`,
        () => settleExpired(sql, mapId),
        () => sql`
        WITH gone AS (DELETE FROM markers WHERE ${some} RETURNING type)
        SELECT add_counts(${mapId}, -count(*), -count(*) FILTER (WHERE is_area(type))) FROM gone`,
        () => sql`
        WITH was AS (SELECT id, type FROM markers WHERE ${some} FOR UPDATE),
          written AS (UPDATE markers m SET type = CASE WHEN w.type = 'pin' THEN 'us_zip' ELSE 'pin' END FROM was w
                      WHERE m.map_id = ${mapId} AND m.id = w.id)
        SELECT add_counts(${mapId}, 0, coalesce(sum(CASE WHEN type = 'pin' THEN 1 ELSE -1 END), 0)) FROM was`,
      ][random(7)]!();
      const { seen, there } = await counts(mapId);
      t.same(seen, there, `step ${step}`);
    }
  },
);
