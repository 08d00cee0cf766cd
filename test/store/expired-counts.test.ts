import t from 'tap';
import { KINDS } from '../../src/background/retention/kinds.js';
import { connect } from '../../src/store/client.js';
import { readMap, settleExpired } from '../../src/store/maps.js';
import { removeExpiredMarkers } from '../../src/store/retention.js';
import { createOwner } from '../support/owner.js';

const owner = await createOwner(t);
const { sql, accountId, createMap } = owner;

/**
 * Markers that expire `seconds` from now, counted as who writes markers counts them; every third is an area.
 */
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

/** Patches one by one, as PATCH does. */
async function replaceMarkers(mapId: number, change: object, condition = sql`true`): Promise<void> {
  const found = await sql<
    { id: number }[]
  >`SELECT id FROM markers WHERE map_id = ${mapId} AND ${condition} ORDER BY id`;
  for (const { id } of found) {
    const [{ seen, row }] = await sql<[{ seen: number; row: object }]>`
      SELECT xmin::text::bigint AS seen, to_json(m) AS row FROM markers m WHERE map_id = ${mapId} AND id = ${id}`;
    await sql`
      SELECT FROM replace_marker(${mapId}, ${id}, ${seen}, ${sql.json({ ...row, ...change })}::json, null, false, '{}', '{}', '{}')`;
  }
}

const deleteMarkers = async (mapId: number, condition = sql`true`): Promise<void> => {
  const found = await sql<{ id: number }[]>`SELECT id FROM markers WHERE map_id = ${mapId} AND ${condition}`;
  const ids = sql.typed.texts(found.map(({ id }) => String(id)));
  await sql`SELECT delete_marker_ids(${mapId}, ${accountId}, ${ids}::bigint[])`;
};

const hoursFromNow = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();

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
  await replaceMarkers(mapId, { expires_at: null });
  t.same((await counts(mapId)).seen, [30, 10], 'they live again');
  await replaceMarkers(mapId, { expires_at: hoursFromNow(-24) }, sql`type = 'pin'`);
  t.same((await counts(mapId)).seen, [10, 10], 'expired long before they were settled');
  await replaceMarkers(mapId, { type: 'us_zip' }, sql`expires_at IS NOT NULL`);
  t.same((await counts(mapId)).seen, [10, 10], 'of another type');
  await replaceMarkers(mapId, { expires_at: hoursFromNow(24) });
  t.same((await counts(mapId)).seen, [30, 30]);
});

t.test('a marker that is settled while its deletion is under way is taken off once', async (t) => {
  const mapId = await createMap();
  await addMarkers(mapId, 30, 3600);
  await expireAll(mapId);
  // It stops where it has deleted them and holds no settlement yet.
  const other = await sql.reserve();
  await other`BEGIN`;
  await other`LOCK TABLE nearby_changes IN SHARE MODE`;
  const deletion = deleteMarkers(mapId);
  const waits = () =>
    sql`SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%delete_marker_ids%' AND datname = current_database()`;
  while ((await waits()).length === 0);
  await settleExpired(sql, mapId);
  await other`ROLLBACK`;
  other.release();
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
      const some = sql`id % 5 = ${random(5)}`;
      await [
        () => addMarkers(mapId, 1 + random(20), 3600),
        () => addMarkers(mapId, 1 + random(5), null),
        () => replaceMarkers(mapId, { expires_at: hoursFromNow(-random(9)) }, some),
        () => replaceMarkers(mapId, { expires_at: hoursFromNow(1) }, some),
        () => settleExpired(sql, mapId),
        () => deleteMarkers(mapId, some),
        () => replaceMarkers(mapId, { type: ['pin', 'us_zip'][random(2)]! }, some),
      ][random(7)]!();
      const { seen, there } = await counts(mapId);
      t.same(seen, there, `step ${step}`);
    }
  },
);
