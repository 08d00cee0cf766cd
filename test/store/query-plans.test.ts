import t from 'tap';
import { advanceSearchIndex } from '../../src/store/search-index.js';
import { createOwner } from '../support/owner.js';

const { sql, createMap } = await createOwner(t);

/** Pages that a statement reads, those of the functions that it calls included. */
async function pagesOf(query: string): Promise<number> {
  const rows = await sql.unsafe<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }[]>(
    `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${query}`,
  );
  const { Plan: plan } = rows[0]!['QUERY PLAN'][0];
  return plan['Shared Hit Blocks']! + plan['Shared Read Blocks']!;
}

const fill = (mapId: number, firstId: number, rows: number) => sql`
  INSERT INTO markers (map_id, id, name, type, lat, lng, cell)
  SELECT ${mapId}, ${firstId}::bigint + n, 'P', 'pin', n / 1000.0, 1, n FROM generate_series(0, ${rows - 1}::int) n`;

t.test('a map that the statistics do not know is not read as a whole', async (t) => {
  const known = await createMap();
  const unknown = await createMap();
  await fill(known, 1, 20_000);
  await sql`ANALYZE markers`;
  await fill(unknown, 100_001, 20_000);

  t.ok(
    (await pagesOf(`SELECT * FROM markers WHERE map_id = ${unknown} AND id > 110000 ORDER BY id LIMIT 10`)) <
      20,
  );
  t.ok((await pagesOf(`SELECT FROM markers WHERE map_id = ${unknown} LIMIT 1`)) < 20);
  t.ok((await pagesOf(`SELECT FROM markers WHERE map_id = ${unknown} AND cell = 5000`)) < 20);
});

t.test('a search reads what was changed on its own map, however much others write', async (t) => {
  const mapId = await createMap();
  const other = await createMap();
  await fill(mapId, 200_001, 1000);
  while (await advanceSearchIndex(sql, mapId, 5000));
  await sql`
    INSERT INTO nearby_changes (map_id, marker_ids)
    SELECT CASE n WHEN 7 THEN ${mapId}::bigint ELSE ${other}::bigint END, int8multirange(int8range(n, n, '[]'))
    FROM generate_series(1, 200000) n`;
  // The first call reads some 250 pages of the catalogue, the changes of all maps are some 2,000.
  t.ok((await pagesOf(`SELECT * FROM search_candidates(${mapId}, 0, NULL, 'x', 100)`)) < 500);
});
