import t from 'tap';
import type { Sql } from '../../src/store/client.js';
import { pageOfMarkers } from '../../src/store/marker-pages.js';
import { listMarkers } from '../../src/store/markers.js';
import { createOwner } from '../support/owner.js';

const { sql, createMap } = await createOwner(t);
const MIB = 1 << 20;

/** The same connections, with the bytes that come over them as raw rows. */
function counting(sql: Sql): { sql: Sql; bytes: () => number } {
  let bytes = 0;
  const counted = new Proxy(sql, {
    apply: (target, self, args) => {
      const query = Reflect.apply(target, self, args);
      const raw = query.raw?.bind(query);
      if (raw)
        query.raw = async () => {
          const rows: (Buffer | null)[][] = await raw();
          for (const row of rows) for (const column of row) bytes += column?.length ?? 0;
          return rows;
        };
      return query;
    },
  });
  return { sql: counted, bytes: () => bytes };
}

const addMarkers = (mapId: number, count: number, bytes: number) => sql`
  INSERT INTO markers (map_id, id, name, type, lat, lng, cell, custom_fields)
  SELECT ${mapId}::bigint, nextval('marker_ids'), i::text, 'pin', 1, i, i, json_build_object('Note', repeat('x', ${bytes}::integer))
  FROM generate_series(1, ${count}::integer) i`;

const page = (sql: Sql, mapId: number) =>
  pageOfMarkers(
    (work) => work(sql),
    mapId,
    { afterId: 0, limit: 1001, maxBytes: 4 * MIB },
    (afterId, limit) => listMarkers(sql, mapId, afterId, limit),
  );
const namesOf = (items: readonly Buffer[]) => items.map((json) => JSON.parse(json.toString()).name);

t.test('of 60 markers of 1 MB, stored in 12 KB each, a page reads no more than 8 MiB', async (t) => {
  const mapId = await createMap();
  await addMarkers(mapId, 60, 1_000_000);
  const { sql: counted, bytes } = counting(sql);
  const { items, isCut } = await page(counted, mapId);
  t.same({ names: namesOf(items), isCut }, { names: ['1', '2', '3', '4'], isCut: true });
  t.ok(bytes() > 4 * MIB && bytes() < 8 * MIB, `${bytes()} bytes`);
});

t.test('of 1,000 markers of 8 KB, which are read at once, a page reads no more than 9 MB', async (t) => {
  const mapId = await createMap();
  await addMarkers(mapId, 1001, 7000);
  await sql`ALTER TABLE markers ALTER COLUMN custom_fields SET STORAGE EXTERNAL`;
  await sql`UPDATE markers SET custom_fields = json_build_object('Note', repeat('y', 7000)) WHERE map_id = ${mapId}`;
  await sql`ALTER TABLE markers ALTER COLUMN custom_fields SET STORAGE EXTENDED`;
  const { sql: counted, bytes } = counting(sql);
  const { items, isCut } = await page(counted, mapId);
  t.equal(isCut, true);
  const size = items.reduce((sum, { length }) => sum + length, 0);
  t.ok(size <= 4 * MIB && size > 4 * MIB - 8000, `${size} bytes`);
  t.ok(bytes() < 9_000_000, `${bytes()} bytes`);
});

t.test(
  'texts of control characters, which JSON makes six times as long, are counted as what they become',
  async (t) => {
    const mapId = await createMap();
    await sql`
    INSERT INTO markers (map_id, id, name, type, lat, lng, cell)
    SELECT ${mapId}::bigint, nextval('marker_ids'), repeat(chr(1), 32000), 'pin', 1, i, i FROM generate_series(1, 200) i`;
    const { sql: counted, bytes } = counting(sql);
    const { items, isCut } = await page(counted, mapId);
    t.same({ items: items.length, isCut }, { items: 21, isCut: true });
    t.ok(bytes() < 10 * MIB, `${bytes()} bytes`);
  },
);

t.test(
  'long markers that are deleted while the page is read are left out, and none behind them is lost',
  async (t) => {
    const mapId = await createMap();
    await addMarkers(mapId, 3, 20_000);
    const limits = { afterId: 0, limit: 2, maxBytes: MIB };
    const gone = await sql<
      { id: number }[]
    >`SELECT id FROM markers WHERE map_id = ${mapId} ORDER BY id LIMIT 2`;
    const read = async (afterId: number, limit: number) => {
      const found = await listMarkers(sql, mapId, afterId, limit);
      await sql`DELETE FROM markers WHERE id = ANY (${sql.typed.texts(gone.map(({ id }) => String(id)))}::bigint[])`;
      return found;
    };
    const piece = await pageOfMarkers((work) => work(sql), mapId, limits, read);
    t.same({ names: namesOf(piece.items), isCut: piece.isCut }, { names: ['3'], isCut: false });
  },
);

t.test(
  'a page ends before a long marker that went, so that its token leads behind what it has',
  async (t) => {
    const mapId = await createMap();
    await addMarkers(mapId, 1, 10);
    await addMarkers(mapId, 2, 20_000);
    const found = await listMarkers(sql, mapId, 0, 10);
    const [, second] = await sql<
      { id: number }[]
    >`SELECT id FROM markers WHERE map_id = ${mapId} ORDER BY id`;
    await sql`DELETE FROM markers WHERE id = ${second!.id}`;
    const piece = await pageOfMarkers(
      (work) => work(sql),
      mapId,
      { afterId: 0, limit: 10, maxBytes: MIB },
      async () => found,
    );
    t.same({ items: piece.items.length, isCut: piece.isCut }, { items: 1, isCut: true });
  },
);
