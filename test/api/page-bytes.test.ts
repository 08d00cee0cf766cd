import t from 'tap';
import { asOwner, type Client, startTestApp } from '../support/app.js';

const { service, sql, call, newMap } = await asOwner(await startTestApp(t));
const MIB = 1 << 20;

/** All items by following the tokens, and of each page how many and the bytes of its JSON. */
async function walk(path: string, client: Client = call) {
  const items: Record<string, unknown>[] = [];
  const pages: { items: number; bytes: number }[] = [];
  for (let token = ''; ; ) {
    const { status, body } = await client('GET', `${path}&page_token=${token}`.replace(/&page_token=$/, ''));
    if (status !== 200) throw new Error(JSON.stringify(body));
    items.push(...body.data);
    const bytes = body.data.reduce(
      (sum: number, item: object) => sum + Buffer.byteLength(JSON.stringify(item)),
      0,
    );
    pages.push({ items: body.data.length, bytes });
    if (body.page_info.next_page_token === null) return { items, pages };
    token = body.page_info.next_page_token;
  }
}

/** Markers with custom fields of about so many bytes: of text that compresses to nothing, or not at all. */
const addMarkers = (mapId: number, count: number, bytes: number, kind: 'same' | 'random') => sql`
  INSERT INTO markers (map_id, id, name, type, lat, lng, cell, custom_fields)
  SELECT ${mapId}::bigint, nextval('marker_ids'), 'Ort ' || i, 'pin', 1, i, i, json_build_object('Note', CASE WHEN ${kind} = 'same'
    THEN repeat('x', ${bytes}::integer)
    ELSE (SELECT string_agg(md5((random() + g + i)::text), '') FROM generate_series(1, ${Math.ceil(bytes / 32)}::integer) g) END)
  FROM generate_series(1, ${count}::integer) i`;

for (const kind of ['same', 'random'] as const) {
  t.test(
    `pages of markers of 1 MB (${kind} text) end at 4 MiB, and together have every marker once`,
    async (t) => {
      const mapId = await newMap();
      await addMarkers(mapId, 9, 1_000_000, kind);
      for (const path of [
        `/maps/${mapId}/markers?page_size=100`,
        `/maps/${mapId}/markers/search?q=ort&page_size=100`,
      ]) {
        const { items, pages } = await walk(path);
        t.same(
          pages.map((page) => page.items),
          [4, 4, 1],
        );
        for (const page of pages) t.ok(page.bytes <= 4 * MIB);
        t.same(
          items.map(({ name }) => name),
          Array.from({ length: 9 }, (_, i) => `Ort ${i + 1}`),
        );
        t.equal((items[8] as { custom_fields: { Note: string } }).custom_fields.Note.length, 1_000_000);
      }
    },
  );
}

t.test('a marker that alone has more than 4 MiB is a page, and page_size holds as before', async (t) => {
  const mapId = await newMap();
  await addMarkers(mapId, 2, 5_000_000, 'same');
  await addMarkers(mapId, 5, 10, 'same');
  await addMarkers(mapId, 3, 20_000, 'random');
  const { pages } = await walk(`/maps/${mapId}/markers?page_size=100`);
  t.same(
    pages.map((page) => page.items),
    [1, 1, 8],
  );
  const small = await walk(`/maps/${mapId}/markers?page_size=3`);
  t.same(
    small.pages.map((page) => page.items),
    [1, 1, 3, 3, 2],
  );
});

t.test('a page of long markers is the same JSON as the markers one by one', async (t) => {
  const mapId = await newMap();
  await addMarkers(mapId, 3, 9_000, 'random');
  await addMarkers(mapId, 2, 100, 'random');
  const { body } = await call('GET', `/maps/${mapId}/markers`);
  for (const marker of body.data)
    t.same((await call('GET', `/maps/${mapId}/markers/${marker.id}`)).body, marker);
  t.equal(body.data.length, 5);
  t.equal(body.page_info.next_page_token, null);
});

t.test('pages of maps end at 4 MiB', async (t) => {
  const other = await service.client({ email: 'maps@example.com' });
  const { body: map } = await other('POST', '/maps', { name: 'M', description: 'ü'.repeat(100_000) });
  await sql`
    INSERT INTO maps (account_id, name, description)
    SELECT account_id, name || i, description FROM maps, generate_series(1, 49) i WHERE id = ${map.id}`;
  const { items, pages } = await walk('/maps?page_size=1000', other);
  t.same(
    pages.map((page) => page.items),
    [20, 20, 10],
  );
  for (const page of pages) t.ok(page.bytes <= 4 * MIB);
  t.equal(new Set(items.map(({ id }) => id)).size, 50);
  const named = await walk('/maps?page_size=1000&q=M4', other);
  t.same(
    named.pages.map((page) => page.items),
    [11],
  );
});

t.test('pages of jobs end at 4 MiB', async (t) => {
  const other = await service.client({ email: 'jobs@example.com' });
  const { body: map } = await other('POST', '/maps', { name: 'M' });
  await sql`
    INSERT INTO jobs (id, map_id, kind, task, total, first_marker_id, created_at)
    SELECT 'job_' || i, ${map.id}, 'bulk_import', json_build_object('unnamed', '[]'::json, 'receivingMs', 1, 'mapping',
      (SELECT json_agg(json_build_object('index', n, 'header', repeat('h', 1000), 'field', null, 'how', 'custom', 'confidence', 1))
       FROM generate_series(1, 1000) n)), 0, 1, now() - i * interval '1 minute'
    FROM generate_series(1, 10) i`;
  const { items, pages } = await walk('/jobs?page_size=1000', other);
  t.same(
    pages.map((page) => page.items),
    [3, 3, 3, 1],
  );
  for (const page of pages) t.ok(page.bytes <= 4 * MIB);
  t.same(
    items.map(({ job_id }) => job_id),
    Array.from({ length: 10 }, (_, i) => `job_${i + 1}`),
  );
});
