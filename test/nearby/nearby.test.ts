import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { createRandom } from '../../load/seeded-csv.js';
import { createLog } from '../../src/base/log.js';
import { cellOf } from '../../src/geo/cell.js';
import type { Turns } from '../../src/http/route.js';
import { Nearby, type NearbyHit, type NearbySearch } from '../../src/nearby/nearby.js';
import { createAccount } from '../../src/store/accounts.js';
import { connect, type Sql } from '../../src/store/client.js';
import { deleteMarkers, updateMarkers } from '../support/change-markers.js';
import { createDatabase } from '../support/database.js';

const { url } = await createDatabase(t);
const sql = connect(url, { applicationName: 'test', maxConnections: 4, statementTimeoutMs: 30_000 });
const open: Nearby[] = [];
t.teardown(async () => {
  for (const nearby of open) await nearby.close();
  await sql.end({ timeout: 5 });
});
const newNearby = (maxBytes?: number): Nearby => {
  const log = createLog(process.env.TEST_LOG_LEVEL ?? 'silent');
  const scans: Turns<Sql> = { run: (_, work) => work(sql) };
  const nearby = new Nearby({
    sql,
    scans,
    databaseUrl: url,
    log,
    ...(maxBytes !== undefined && { maxBytes }),
  });
  open.push(nearby);
  return nearby;
};
let accounts = 0;
const newAccount = async (): Promise<number> =>
  (await createAccount(sql, `owner${++accounts}@example.com`, {}))!.id;
const newMap = async (accountId: number): Promise<number> => {
  const [row] = await sql<[{ id: number }]>`
    INSERT INTO maps (account_id, name) VALUES (${accountId}, 'M') RETURNING id`;
  return row.id;
};

/** Adds pins like a block of an import: a range of ids, recorded once. */
async function addPins(mapId: number, count: number, around: { lat: number; lng: number }): Promise<void> {
  await sql`
    WITH ids AS (SELECT reserve_marker_ids(${count}::bigint) AS first), added AS (
      INSERT INTO markers (map_id, id, name, type, lat, lng, cell, category)
      SELECT ${mapId}::bigint, ids.first + i, 'P' || i || '"\\' || chr(10) || 'ü', 'pin',
             greatest(-90, least(90, ${around.lat}::float8 + (i * 7919 % 1000) / 100.0 - 5)),
             greatest(-180, least(180, ${around.lng}::float8 + (i * 104729 % 1000) / 100.0 - 5)), 0, CASE WHEN i % 2 = 0 THEN 'C' END
      FROM ids, generate_series(0, ${count}::int - 1) i RETURNING id)
    INSERT INTO nearby_changes (map_id, marker_ids)
    SELECT ${mapId}::bigint, int8multirange(int8range(min(id), max(id), '[]')) FROM added`;
}

const queryOf = (accountId: number, lat: number, lng: number, limit = 25): NearbySearch => ({
  accountId,
  lat,
  lng,
  limit,
  radiusKm: null,
  mapIds: null,
  signal: new AbortController().signal,
});
const summary = (hits: readonly NearbyHit[]): string[] =>
  hits.map(({ map, json, start, end }) => {
    const { id, lat, lng, title, category } = JSON.parse(`${json.toString('utf8', start, end)}}`);
    return JSON.stringify([id, map.id, lat, lng, title, category]);
  });

/** The expected answer, by measuring every marker in the database. */
async function expected({ accountId, lat, lng, limit }: NearbySearch): Promise<string[]> {
  const rows = await sql<
    { id: number; mapId: number; lat: number; lng: number; name: string; category: string | null }[]
  >`
    SELECT m.id, m.map_id AS "mapId", m.lat, m.lng, m.name, m.category FROM markers m JOIN maps p ON p.id = m.map_id
    WHERE p.account_id = ${accountId} AND p.status = 'active' AND p.deleted_at IS NULL
      AND (m.expires_at IS NULL OR m.expires_at > now())
    ORDER BY haversine(${lat}::float8, ${lng}::float8, m.lat, m.lng), m.id LIMIT ${limit}`;
  return rows.map(({ id, mapId, lat, lng, name, category }) =>
    JSON.stringify([id, mapId, lat, lng, name, category]),
  );
}

t.test('after any sequence of writes the index finds what the database finds', async (t) => {
  const nearby = newNearby();
  const accountId = await newAccount();
  // Enough maps that their trees are united.
  const maps = await Promise.all(Array.from({ length: 6 }, () => newMap(accountId)));
  const random = createRandom(3);
  const below = (n: number): number => Math.floor(random() * n);
  const writes: ((map: number) => Promise<unknown>)[] = [
    (map) => addPins(map, 1, { lat: 50, lng: 178 }),
    (map) => addPins(map, 1 + below(400), { lat: 50, lng: 178 }),
    (map) => addPins(map, 3000, { lat: 48, lng: -179 }),
    (map) =>
      updateMarkers(sql, map, sql`lat = 50, lng = 179.5, name = 'moved'`, sql`id % 997 = ${below(997)}`),
    (map) => updateMarkers(sql, map, sql`name = name || '!'`, sql`id % 3 = ${below(3)}`),
    (map) => deleteMarkers(sql, map, sql`id % 50 = ${below(50)}`),
    (map) => deleteMarkers(sql, map, sql`id % 2 = ${below(2)}`),
    (map) => updateMarkers(sql, map, sql`expires_at = now() - interval '1 s'`, sql`id % 20 = ${below(20)}`),
    () =>
      sql`UPDATE maps SET status = CASE status WHEN 'active' THEN 'archived' ELSE 'active' END WHERE id = ${maps[1]!}`,
  ];
  for (let step = 0; step < 120; step++) {
    const at = below(writes.length);
    await writes[at]!(maps[below(6)]!);
    nearby.announceWrite();
    const query = queryOf(accountId, 45 + below(10), below(2) === 0 ? 179 : -180, 1 + below(25));
    const wanted = await expected(query);
    let found = summary(await nearby.find(query));
    // Large indexes may take time.
    for (let wait = 0; found.join() !== wanted.join() && wait < 500; wait++) {
      await delay(20);
      found = summary(await nearby.find(query));
    }
    t.same(found, wanted, `step ${step}: write ${at}`);
  }
});

t.test('small writes and deletes of any size are in effect at once', async (t) => {
  const nearby = newNearby();
  const accountId = await newAccount();
  const map = await newMap(accountId);
  await addPins(map, 20_000, { lat: 0, lng: 0 });
  const query = queryOf(accountId, 1, 1);
  await nearby.find(query);
  for (const write of [
    () => updateMarkers(sql, map, sql`lat = 1, lng = 1`, sql`id % 1000 = 7`),
    () => deleteMarkers(sql, map, sql`id % 1000 = 8`),
    () => deleteMarkers(sql, map, sql`id % 2 = 0`),
    () => addPins(map, 500, { lat: 1, lng: 1 }),
    () => deleteMarkers(sql, map, sql`lat > 0.5`),
    () => deleteMarkers(sql, map),
  ]) {
    await write();
    nearby.announceWrite();
    t.same(summary(await nearby.find(query)), await expected(query));
  }
});

t.test('the first search after a while sees all that was committed, however much', async (t) => {
  const nearby = newNearby();
  const accountId = await newAccount();
  const map = await newMap(accountId);
  await addPins(map, 1500, { lat: 30, lng: 30 });
  const query = queryOf(accountId, 30, 30);
  for (let round = 0; round < 3; round++) {
    while (nearby.indexes.hits === 0) await nearby.find(query);
    t.same(summary(await nearby.find(query)), await expected(query));
    await addPins(map, 3000, { lat: 30, lng: 30 });
    await sql`UPDATE markers SET name = 'N' || ${round}::int WHERE map_id = ${map} AND id % 2 = 0`;
    await sql`
      INSERT INTO nearby_changes (map_id, marker_ids)
      SELECT ${map}::bigint, int8multirange(int8range(min(id), max(id), '[]')) FROM markers WHERE map_id = ${map}`;
    // Longer than the time between searches of a busy process.
    await delay(1000);
    t.same(summary(await nearby.find(query)), await expected(query), 'at once');
    t.same(summary(await nearby.find(query)), await expected(query), 'and again');
  }
});

t.test('two services on one database see each other', async (t) => {
  const [one, two] = [newNearby(), newNearby()];
  const accountId = await newAccount();
  const map = await newMap(accountId);
  const query = queryOf(accountId, 1, 1);
  t.same([summary(await one.find(query)), summary(await two.find(query))], [[], []]);
  await addPins(map, 3, { lat: 1, lng: 1 });
  one.announceWrite();
  t.equal((await one.find(query)).length, 3);
  while ((await two.find(query)).length < 3) await delay(20);
  t.same(summary(await two.find(query)), await expected(query));
});

t.test('a transaction that ends late is not missed', async (t) => {
  const nearby = newNearby();
  const accountId = await newAccount();
  const map = await newMap(accountId);
  const query = queryOf(accountId, 1, 1);
  t.equal((await nearby.find(query)).length, 0);
  const late = sql`
    WITH added AS (SELECT note_marker(${map}, 900001)), pin AS (
      INSERT INTO markers (map_id, id, name, type, lat, lng, cell) VALUES (${map}, 900001, 'late', 'pin', 1, 1, 0))
    SELECT pg_sleep(0.7) FROM added`.execute();
  await delay(100);
  await addPins(map, 1, { lat: 2, lng: 2 });
  nearby.announceWrite();
  t.equal((await nearby.find(query)).length, 1, 'a later one is seen first');
  await late;
  nearby.announceWrite();
  t.same(summary(await nearby.find(query)), await expected(query));
  t.equal((await nearby.find(query)).length, 2);
});

t.test('without room for an index the database is asked, with the same result', async (t) => {
  const nearby = newNearby(0);
  const accountId = await newAccount();
  const maps = [await newMap(accountId), await newMap(accountId)];
  for (const [map, lat, lng] of [
    [0, -89, 0],
    [0, 10, 179.999],
    [1, 10, -179.999],
    [1, 50, 8],
  ] as const) {
    await addPins(maps[map]!, 500, { lat, lng });
    await sql`SELECT add_counts(${maps[map]!}, 500, 0)`;
  }
  const places = await sql<{ id: number; lat: number; lng: number }[]>`
    SELECT id, lat, lng FROM markers WHERE map_id = ${maps[0]!} OR map_id = ${maps[1]!}`;
  const cells = JSON.stringify(places.map(({ id, lat, lng }) => ({ id, cell: cellOf(lat, lng) })));
  await sql`
    UPDATE markers m SET cell = c.cell FROM json_to_recordset(${cells}::text::json) c (id bigint, cell bigint) WHERE m.id = c.id`;
  for (const [lat, lng] of [
    [-90, 0],
    [-88, 170],
    [-85, -3],
    [90, 12],
    [10, 180],
    [10, -180],
    [7, -175],
    [50.001, 8.001],
    [0, 90],
    [-10, 0],
  ] as const) {
    const query = queryOf(accountId, lat, lng);
    const all = await expected(query);
    t.same(summary(await nearby.find(query)), all, `${lat}, ${lng}`);
    for (const radiusKm of [0.1, 0.5, 30, 700, 2048, 5000, 20_000]) {
      const hits = await nearby.find({ ...query, radiusKm });
      t.ok(hits.every(({ km }) => km <= radiusKm));
      t.same(summary(hits), all.slice(0, hits.length));
      const next = (await nearby.find(query))[hits.length];
      t.ok(next === undefined || next.km > radiusKm, `${lat}, ${lng} within ${radiusKm} km`);
    }
  }
});

t.test('an index that becomes ready while the database is asked tells no pin twice', async (t) => {
  const accountId = await newAccount();
  for (let i = 0; i < 3; i++) await addPins(await newMap(accountId), 500, { lat: 20, lng: 20 });
  const query = queryOf(accountId, 20, 20);
  const wanted = await expected(query);
  for (let round = 0; round < 2; round++) {
    const nearby = newNearby();
    const until = Date.now() + 1200;
    const found = new Set<string>();
    const ask = async (startsAfterMs: number): Promise<void> => {
      await delay(startsAfterMs);
      while (Date.now() < until) found.add(summary(await nearby.find(query)).join());
    };
    // One of them waits for the database when the first index is ready.
    await Promise.all(Array.from({ length: 12 }, (_, i) => ask(i * 9)));
    t.same([...found], [wanted.join()]);
  }
});

t.test('without room for texts they are read for each search', async (t) => {
  const nearby = newNearby(100_000);
  const accountId = await newAccount();
  const map = await newMap(accountId);
  await addPins(map, 2000, { lat: 3, lng: 0 });
  const query = queryOf(accountId, 3, 1);
  for (let i = 0; i < 5; i++) {
    t.same(summary(await nearby.find(query)), await expected(query));
    await delay(50);
  }
});
