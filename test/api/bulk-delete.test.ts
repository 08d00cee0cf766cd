import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import t from 'tap';
import { ClientGone } from '../../src/http/message.js';
import { asOwner, type Client, sharedTestApp } from '../support/app.js';
import { requestOf } from '../support/request.js';

const { service, sql, call, newMap } = await asOwner(await sharedTestApp(t));
const remove = (id: number, body: unknown, client: Client = call) =>
  client('DELETE', `/maps/${id}/markers/bulk`, body);
const removed = async (id: number, selector: object): Promise<number> => {
  const { status, body } = await remove(id, { ...selector, confirm: true });
  t.equal(status, 200, JSON.stringify(selector).slice(0, 100));
  t.same(Object.keys(body), ['deleted']);
  return body.deleted;
};

/** Markers with these categories and colours; returns their ids. */
async function add(mapId: number, ...styles: { category?: string; color?: string }[]): Promise<number[]> {
  const ids = [];
  for (const style of styles) {
    const marker = { name: 'x', lat: 1, lng: 2, ...style };
    ids.push((await call('POST', `/maps/${mapId}/markers`, marker)).body.id);
  }
  return ids;
}

/** Every third of them is an area. */
async function fill(mapId: number, amount: number): Promise<void> {
  await sql`
    WITH new AS (
      INSERT INTO markers (map_id, id, name, type, lat, lng, cell, category, color)
      SELECT ${mapId}::bigint, nextval('marker_ids'), 'x' || i, CASE WHEN i % 3 = 0 THEN 'us_zip' ELSE 'pin' END, 1, 2, 3,
             'C' || i % 10, CASE WHEN i % 2 = 0 THEN 'red' ELSE 'blue' END
      FROM generate_series(1, ${amount}::integer) i RETURNING type)
    SELECT add_counts(${mapId}::bigint, count(*), count(*) FILTER (WHERE is_area(type))) FROM new`;
}

async function left(mapId: number): Promise<number> {
  const [row] = await sql<[{ markers: number; areas: number }]>`
    SELECT count(*) AS markers, count(*) FILTER (WHERE is_area(type)) AS areas FROM markers WHERE map_id = ${mapId}`;
  const { body } = await call('GET', `/maps/${mapId}`);
  t.same({ markers: body.marker_count, areas: body.region_count }, row, 'the counts are those of the rows');
  return row.markers;
}

t.test('without confirm and exactly one selector nothing is deleted', async (t) => {
  const map = await newMap();
  const [id] = await add(map, { category: 'A' });
  for (const [body, word] of [
    [{}, 'confirm'],
    [{ all: true }, 'confirm'],
    [{ all: true, confirm: false }, 'confirm'],
    [{ all: true, confirm: 'true' }, 'confirm'],
    [{ all: true, confirm: null }, 'confirm'],
    [{ confirm: true }, 'exactly one'],
    [{ confirm: true, all: false }, 'exactly one'],
    [{ confirm: true, marker_ids: [], categories: [], colors: ['', ' '] }, 'exactly one'],
    [{ confirm: true, all: true, marker_ids: [id] }, 'exactly one'],
    [{ confirm: true, all: true, categories: ['A'] }, 'exactly one'],
    [{ confirm: true, marker_ids: [id], colors: ['red'] }, 'exactly one'],
    [{ confirm: true, all: 'yes' }, 'all'],
    [{ confirm: true, marker_ids: id }, 'marker_ids'],
    [{ confirm: true, marker_ids: [String(id)] }, 'marker_ids'],
    [{ confirm: true, marker_ids: [0] }, 'marker_ids'],
    [{ confirm: true, marker_ids: [1.5] }, 'marker_ids'],
    [{ confirm: true, marker_ids: [null] }, 'marker_ids'],
    [{ confirm: true, categories: 'A' }, 'categories'],
    [{ confirm: true, categories: [null] }, 'categories'],
    [{ confirm: true, colors: [5] }, 'colors'],
    [{ confirm: true, marker_ids: Array.from({ length: 100_001 }, (_, i) => i + 1) }, '100000'],
  ] as const) {
    const { status, body: answer } = await remove(map, body);
    t.equal(status, 400, JSON.stringify(body).slice(0, 100));
    t.equal(answer.error.code, 'BAD_REQUEST');
    t.ok(answer.error.message.includes(word), answer.error.message);
  }
  for (const text of ['', '[]', 'null', '{', `{"confirm":true,"marker_ids":[9007199254740993]}`])
    t.equal((await remove(map, text)).status, 400, text);
  t.equal(await left(map), 1);
});

t.test('all deletes every marker of the map, expired ones too, and no other', async (t) => {
  const [map, other] = [await newMap(), await newMap()];
  await add(map, {}, { category: 'A' }, {});
  await add(other, { category: 'A' });
  await sql`UPDATE markers SET expires_at = now() - interval '1 second'
            WHERE map_id = ${map} AND id = (SELECT min(id) FROM markers WHERE map_id = ${map})`;
  t.equal(await removed(map, { all: true, marker_ids: [], categories: [] }), 3);
  t.equal(await removed(map, { all: true }), 0, 'again');
  t.equal(await left(map), 0);
  t.equal(await left(other), 1);
});

t.test('ids of other maps and of no marker are ignored, one given twice counts once', async (t) => {
  const [map, other] = [await newMap(), await newMap()];
  const ids = await add(map, {}, {}, {});
  const [foreign] = await add(other, {});
  const marker_ids = [ids[2], ids[0], ids[0], foreign, 999_999_999, Number.MAX_SAFE_INTEGER];
  t.equal(await removed(map, { marker_ids }), 2);
  t.equal(await removed(map, { marker_ids }), 0);
  t.equal((await call('GET', `/maps/${map}/markers/${ids[1]}`)).status, 200);
  t.equal(await left(map), 1);
  t.equal(await left(other), 1);
});

t.test('categories are those of the legend, by their whole name', async (t) => {
  const map = await newMap();
  await add(
    map,
    { category: 'A' },
    { category: 'a' },
    { category: 'Ä %_"\\{},' },
    { category: '__proto__' },
    {},
    {
      category: 'Gone',
    },
  );
  await sql`DELETE FROM legend_entries WHERE map_id = ${map} AND name = 'Gone'`;
  t.equal(await removed(map, { categories: ['B', '%', 'Gone', 'constructor', 'x'.repeat(32_000)] }), 0);
  t.equal(await removed(map, { categories: [' A ', 'A'] }), 1);
  t.equal(await removed(map, { categories: ['Ä %_"\\{},', '__proto__'] }), 2);
  t.equal(await left(map), 3);
});

t.test('colours are those of the palette, without case; with categories they are a union', async (t) => {
  const map = await newMap();
  await add(
    map,
    { category: 'A', color: 'sky blue' },
    { category: 'B', color: 'sky blue' },
    { category: 'A', color: 'green' },
    { category: 'C', color: 'green' },
    { color: 'green' },
    { category: 'D', color: 'black' },
    {},
  );
  t.equal(await removed(map, { colors: ['#42d4f4', 'nonsense', 'null'] }), 0);
  t.equal(await removed(map, { colors: ['SKY Blue'], categories: [] }), 2);
  t.equal(await removed(map, { categories: ['A', 'unknown'], colors: ['black', 'unknown'] }), 2);
  t.equal(await removed(map, { categories: ['unknown'], colors: ['green'] }), 2);
  t.equal(await left(map), 1);
});

t.test('who may not write the map deletes nothing', async (t) => {
  const map = await newMap();
  await add(map, {});
  const body = { all: true, confirm: true };
  t.equal((await remove(map, body, await service.client({ email: 'stranger@example.com' }))).status, 404);
  t.equal((await remove(map, body, await service.client({ scope: 'read_only' }))).status, 403);
  t.equal((await remove(map, '{', await service.client({ email: 'stranger@example.com' }))).status, 404);
  t.equal(await left(map), 1);
  await call('POST', `/maps/${map}/archive`);
  t.equal(await removed(map, { all: true }), 1, 'an archived map is written like others');
  await call('DELETE', `/maps/${map}`);
  t.equal((await remove(map, body)).status, 404);
});

t.test('many markers go in steps, every one is counted once by requests at the same time', async (t) => {
  const map = await newMap();
  await fill(map, 25_000);
  await sql`INSERT INTO legend_entries (map_id, layer_id, name, color, ordering)
            SELECT map_id, id, 'C' || i, 'red', i FROM layers, generate_series(0, 9) i WHERE map_id = ${map}`;
  t.equal(await removed(map, { categories: ['C0', 'C7'], colors: ['red'] }), 15_000);
  t.equal(await left(map), 10_000);
  const ids = (await sql<{ id: number }[]>`SELECT id FROM markers WHERE map_id = ${map}`).map(({ id }) => id);
  const shares = await Promise.all([
    removed(map, { all: true }),
    removed(map, { marker_ids: ids.slice(0, 6_000).reverse() }),
    removed(map, { colors: ['blue'] }),
    ...ids.slice(-20).map(async (id) => {
      const { status } = await call('DELETE', `/maps/${map}/markers/${id}`);
      return status === 204 ? 1 : 0;
    }),
  ]);
  t.equal(
    shares.reduce((sum, share) => sum + share, 0),
    10_000,
  );
  t.equal(await left(map), 0);
});

t.test('100,000 ids are taken in one request', async (t) => {
  const map = await newMap();
  await fill(map, 12_000);
  const [first] = await sql<[{ id: number }]>`SELECT min(id) AS id FROM markers WHERE map_id = ${map}`;
  const marker_ids = Array.from({ length: 100_000 }, (_, i) => first.id + 99_999 - i);
  t.equal(await removed(map, { marker_ids }), 12_000);
  t.equal(await left(map), 0);
});

const waitingForLocks = () =>
  sql`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

/** Runs `meanwhile` when the first step of a deletion of 22,000 is done and the second waits for a row. */
async function duringSecondStep<T>(
  map: number,
  deletion: () => Promise<T>,
  meanwhile: () => unknown,
): Promise<T> {
  const holder = new pg.Client(service.databaseUrl);
  await holder.connect();
  try {
    // Rows that an OFFSET passes over would be locked, too.
    await holder.query(`BEGIN; SELECT FROM markers WHERE map_id = ${map} AND id =
      (SELECT id FROM markers WHERE map_id = ${map} ORDER BY id OFFSET 12000 LIMIT 1) FOR UPDATE`);
    const [first] = await sql<[{ id: number }]>`SELECT min(id) AS id FROM markers WHERE map_id = ${map}`;
    const reply = deletion();
    while ((await call('GET', `/maps/${map}/markers/${first.id}`)).status === 200) await delay(10);
    while ((await waitingForLocks()).length === 0) await delay(10);
    await meanwhile();
    await holder.query('COMMIT');
    return await reply;
  } finally {
    await holder.end();
  }
}

t.test('a deletion that is given up undoes the step that it is at, and can be repeated', async (t) => {
  const map = await newMap();
  await fill(map, 22_000);
  const request = requestOf({
    method: 'DELETE',
    target: `/v1/maps/${map}/markers/bulk`,
    headers: { authorization: await service.authorization() },
    body: { all: true, confirm: true },
  });
  const { status } = await duringSecondStep(
    map,
    () => service.app.dispatch(request),
    async () => {
      request.abort(new ClientGone());
      while ((await waitingForLocks()).length > 0) await delay(10);
    },
  );
  t.equal(status, 499);
  t.equal(await left(map), 12_000);
  t.equal(await removed(map, { all: true }), 12_000);
});

t.test('a deletion whose map goes to somebody else ends with the step that it is at', async (t) => {
  const next = await service.client({ email: 'next@example.com' });
  const map = await newMap();
  await fill(map, 22_000);
  let transfer: ReturnType<typeof call>;
  const { status } = await duringSecondStep(
    map,
    () => remove(map, { all: true, confirm: true }),
    async () => {
      // It waits for the step.
      transfer = call('POST', `/maps/${map}/transfer`, { new_owner_email: 'next@example.com' });
      while ((await sql`SELECT FROM pg_locks WHERE NOT granted AND locktype = 'advisory'`).length === 0)
        await delay(10);
    },
  );
  t.equal(status, 404);
  t.equal((await transfer!).status, 200);
  t.equal((await next('GET', `/maps/${map}`)).body.marker_count, 2_000);
});

t.test(
  'a deadlock with a writer that takes the markers the other way round does not end a deletion',
  async (t) => {
    const map = await newMap();
    const writer = new pg.Client(service.databaseUrl);
    await writer.connect();
    try {
      const touch = (order: string) =>
        writer.query(`UPDATE markers SET name = 'touched' WHERE map_id = ${map} AND id =
        (SELECT id FROM markers WHERE map_id = ${map} ORDER BY id ${order} LIMIT 1)`);
      const waiting = () => sql`SELECT FROM pg_locks WHERE NOT granted AND locktype = 'transactionid'`;
      for (let isVictim = true; isVictim; ) {
        await fill(map, 300);
        await writer.query('BEGIN');
        await touch('DESC');
        const deleted = removed(map, { all: true });
        while ((await waiting()).length === 0) await delay(10);
        // On a busy machine PostgreSQL may look for deadlocks only when the writer waits, and end that one:
        // once more then.
        isVictim = await touch('ASC').then(
          () => false,
          () => true,
        );
        await writer.query(isVictim ? 'ROLLBACK' : 'COMMIT');
        t.equal(await deleted, 300);
        t.equal(await left(map), 0);
      }
    } finally {
      await writer.end();
    }
  },
);
