import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { asOwner, type Client, importCsv, startTestApp } from '../support/app.js';

/*
 * A picture is shown again for as long as the state of its map stays: so whatever changes what is drawn
 * changes the state, whoever writes it, and what is only read does not.
 */

const { sql, call } = await asOwner(await startTestApp(t), { quotaMarkers: 100_000 });

const newMap = async (as: Client = call): Promise<number> =>
  (await as('POST', '/maps', { name: 'M' })).body.id;
const stateOf = async (map: number): Promise<string> => {
  const [row] = await sql<[{ state: string }]>`SELECT state FROM image_state_of(${map})`;
  return row.state;
};
const csv = (map: number, text: string, query = '') => importCsv(call, map, text, query);
/** A map with 20 markers of two categories. */
const filledMap = async (): Promise<{ map: number; ids: number[] }> => {
  const map = await newMap();
  const rows = Array.from({ length: 20 }, (_, i) => `P${i},${i},${i},C${i % 2},n`);
  await csv(map, `name,lat,lng,category,Note\n${rows.join('\n')}\n`);
  const { body } = await call('GET', `/maps/${map}/markers`);
  return { map, ids: body.data.map(({ id }: { id: number }) => id) };
};

const WRITES: Record<string, (map: number, ids: number[]) => Promise<unknown>> = {
  'a new marker': (map) => call('POST', `/maps/${map}/markers`, { name: 'A', lat: 1, lng: 2 }),
  'another colour': (map, [id]) => call('PATCH', `/maps/${map}/markers/${id}`, { color: 'black' }),
  'another name': (map, [id]) => call('PATCH', `/maps/${map}/markers/${id}`, { name: 'Other' }),
  'another place': (map, [id]) => call('PATCH', `/maps/${map}/markers/${id}`, { lat: 5, lng: 6 }),
  'an area instead of a pin': (map, [id]) =>
    call('PATCH', `/maps/${map}/markers/${id}`, { type: 'circle', radius: 3 }),
  'an expiry': (map) => csv(map, 'name,lat,lng,expire\nP3,3,3,2999-12-31\n', '?on_duplicate=overwrite'),
  'one marker less': (map, [id]) => call('DELETE', `/maps/${map}/markers/${id}`),
  'markers less, by id': (map, ids) =>
    call('DELETE', `/maps/${map}/markers/bulk`, { confirm: true, marker_ids: ids.slice(0, 2) }),
  'markers less, by category': (map) =>
    call('DELETE', `/maps/${map}/markers/bulk`, { confirm: true, categories: ['C1'] }),
  'no markers': (map) => call('DELETE', `/maps/${map}/markers/bulk`, { confirm: true, all: true }),
  'an import': (map) => csv(map, 'name,lat,lng\nNew,1,2\n'),
  'a small batch': (map) =>
    call('POST', `/maps/${map}/markers/bulk`, { markers: [{ name: 'A', lat: 1, lng: 2 }] }),
  'an import that overwrites and adds nothing': (map) =>
    csv(map, 'name,lat,lng,Note\nP3,3,3,other\n', '?on_duplicate=overwrite'),
  'an import that overwrites a colour': (map) =>
    csv(map, 'name,lat,lng,color\nP3,3,3,red\n', '?on_duplicate=overwrite'),
  'an import that makes areas of pins': (map) =>
    csv(map, 'name,lat,lng,radius\nP3,3,3,4\n', '?on_duplicate=overwrite&marker_type=circle'),
  'another name of the map': (map) => call('PATCH', `/maps/${map}`, { name: 'N' }),
  'another legend': (map) =>
    call('PUT', `/maps/${map}/categories`, { categories: [{ name: 'C0' }, { name: 'C1' }] }),
  'the same legend in another order': (map) =>
    call('PUT', `/maps/${map}/categories`, { categories: [{ name: 'C1' }, { name: 'C0' }] }),
  'no legend': (map) => call('DELETE', `/maps/${map}/categories`),
};

for (const [what, write] of Object.entries(WRITES)) {
  t.test(`${what} is another state`, async (t) => {
    const { map, ids } = await filledMap();
    const before = await stateOf(map);
    const answer = await write(map, ids);
    const { status } = answer as { status: number | string };
    t.ok(status === 'completed' || (Number(status) >= 200 && Number(status) < 300), `${status}`);
    t.not(await stateOf(map), before);
  });
}

t.test(
  'what brings back an earlier name or legend is a state of its own where markers could have been drawn',
  async (t) => {
    const { map } = await filledMap();
    const { body: legend } = await call('GET', `/maps/${map}/categories`);
    const before = await stateOf(map);
    await call('PUT', `/maps/${map}/categories`, { categories: [{ name: 'X' }] });
    await call('PUT', `/maps/${map}/categories`, legend);
    t.not(await stateOf(map), before);
  },
);

t.test('an import that expired markers make room for is another state', async (t) => {
  const map = await newMap();
  await csv(map, 'name,lat,lng\nP,1,2\n');
  await sql`UPDATE markers SET expires_at = now() - interval '1 second' WHERE map_id = ${map}`;
  const before = await stateOf(map);
  t.match(await csv(map, 'name,lat,lng\nP,1,2\n'), { added: 1 });
  t.not(await stateOf(map), before);
});

t.test('reads, refused writes and imports that change nothing leave the state as it is', async (t) => {
  const { map, ids } = await filledMap();
  await sql`
    INSERT INTO markers (map_id, id, name, type, lat, lng, cell, expires_at)
    SELECT ${map}, 1000000 + n, 'E', 'pin', 1, 1, 1, now() - interval '1 day' FROM generate_series(1, 1500) n`;
  const before = await stateOf(map);
  for (const path of [
    '',
    '/markers',
    `/markers/${ids[0]}`,
    '/markers.csv',
    '/markers/search?q=P1',
    '/categories',
    '/fields',
  ])
    t.equal((await call('GET', `/maps/${map}${path}`)).status, 200, path);
  // The counters were told of those that have expired, by the first read.
  t.equal((await sql`SELECT FROM expiry_settlements WHERE map_id = ${map}`).length, 1);
  t.equal((await call('PATCH', `/maps/${map}/markers/${ids[0]}`, { lat: 99 })).status, 400);
  t.equal((await call('DELETE', `/maps/${map}/markers/999999999`)).status, 404);
  const rows = Array.from({ length: 20 }, (_, i) => `P${i},${i},${i},C${i % 2},n`).join('\n');
  const file = `name,lat,lng,category,Note\n${rows}\n`;
  t.match(await csv(map, file, '?on_duplicate=overwrite'), { unchanged: 20 });
  t.match(await csv(map, file), { skipped: 20 });
  await call('PATCH', `/maps/${map}`, { description: 'Other', private: false });
  t.equal(await stateOf(map), before);
});

const WRITERS: Record<string, { held: number; atOnce: number }> = {
  'at once, while there is a free counter for each': { held: 5, atOnce: 4 },
  'one after another, while a single one is free': { held: 8, atOnce: 1 },
};
for (const [when, { held, atOnce }] of Object.entries(WRITERS))
  t.test(`writers of one map do not wait for each other to count their changes, ${when}`, async (t) => {
    const { map, ids } = await filledMap();
    await sql`INSERT INTO map_counts (map_id, shard, markers, areas) SELECT ${map}, n, 0, 0 FROM generate_series(0, 8) n ON CONFLICT DO NOTHING`;
    const before = await sql`SELECT sum(changes)::int AS n FROM map_counts WHERE map_id = ${map}`;
    // The first of nine counters are held by somebody who does not end.
    const holder = await sql.reserve();
    try {
      await holder`BEGIN`;
      await holder`SELECT FROM map_counts WHERE map_id = ${map} AND shard < ${held} FOR UPDATE`;
      const patch = async () => {
        const statuses: number[] = [];
        for (let done = 0; done < 4; done += atOnce) {
          const answers = ids
            .slice(done, done + atOnce)
            .map((id: number) => call('PATCH', `/maps/${map}/markers/${id}`, { color: 'black' }));
          statuses.push(...(await Promise.all(answers)).map(({ status }) => status));
        }
        return statuses;
      };
      t.same(await Promise.race([patch(), delay(5000, 'they wait')]), [200, 200, 200, 200]);
    } finally {
      await holder`ROLLBACK`;
      holder.release();
    }
    const after = await sql`SELECT sum(changes)::int AS n FROM map_counts WHERE map_id = ${map}`;
    t.equal(after[0]!.n, before[0]!.n + 4);
  });
