import pg from 'pg';
import t from 'tap';
import { type Update, updatesOf } from '../../src/import/prepare/update-columns.js';
import { UPDATED_COLUMNS } from '../../src/schema/marker-columns.js';
import { BlockWrites } from '../../src/store/block-transactions.js';
import { EVERY_MARKER } from '../../src/store/marker-filter.js';
import { advanceSearchIndex } from '../../src/store/search-index.js';
import { searchSorted } from '../../src/store/sorted-search.js';
import { BY_INDEX } from '../../src/store/thread-pool.js';
import { createOwner } from '../support/owner.js';

const { url, sql, createMap } = await createOwner(t);

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

/** Plans of the statements that overwrite 4,000 markers. */
async function plansOfOverwriting(mapId: number, firstId: number): Promise<string[]> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(`BEGIN; ${BY_INDEX}`);
  const nothing = Object.fromEntries(UPDATED_COLUMNS.map((column) => [column, null])) as Update['values'];
  const marker = { ...nothing, name: 'P', type: 'pin', city: 'X', custom_fields: '{"Note":"n"}' };
  const updates = Array.from({ length: 4000 }, (_, n) => ({
    id: firstId + n,
    values: { ...marker, derives_color: 'false', cell: String(n) },
  }));
  const plans: string[] = [];
  const explaining = {
    query: async (text: string, values: unknown[]) => {
      const { rows } = await client.query(`EXPLAIN ${text}`, values);
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
      return { rows: [{ ids: null, changed: null }] };
    },
  };
  await new BlockWrites(explaining as unknown as pg.PoolClient, mapId).update(
    updates.map(({ id }) => id),
    () => updatesOf(updates),
  );
  await client.end();
  return plans;
}
const BY_ID = /Index Cond: \(\(map_id = '\d+'::bigint\) AND \(id = o\w*\.id\)\)/g;

t.test(
  'each row that overwrites a marker looks for it by its id, though all rows share what else they have',
  async (t) => {
    const mapId = await createMap();
    await fill(mapId, 150_001, 20_000);
    const plans = await plansOfOverwriting(mapId, 150_001);
    t.equal(plans.length, 2);
    for (const plan of plans) t.match(plan, new RegExp(BY_ID.source));
  },
);

t.test('a change of few markers of a map writes no index', async (t) => {
  const mapId = await createMap();
  await fill(mapId, 180_001, 2000);
  const changed = await sql.begin(async (tx) => {
    await tx`UPDATE markers SET category = 'X' WHERE map_id = ${mapId} AND id % 100 = 0`;
    return tx`
      SELECT pg_stat_get_xact_tuples_updated('markers'::regclass) AS all, pg_stat_get_xact_tuples_hot_updated('markers'::regclass) AS hot`;
  });
  t.match(changed, [{ all: 20, hot: 20 }]);
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

t.test(
  'the search index is neither written nor looked into as a whole, whatever statistics say',
  async (t) => {
    const mapId = await createMap();
    await fill(mapId, 300_001, 1000);
    while (await advanceSearchIndex(sql, mapId, 5000));
    // Long rows: 3,500 pages, which the planner liked to read.
    await sql`
    INSERT INTO search_texts (map_id, marker_id, part, category, text)
    SELECT ${mapId}, n, (SELECT parts[1] FROM search_indexes WHERE map_id = ${mapId}), repeat((n % 100)::text, 300), 'x' || n
    FROM generate_series(400001, 440000) n`;
    const statements = {
      step: `SELECT advance_search_index(${mapId}, 10)`,
      'rare text': `SELECT * FROM search_candidates(${mapId}, 0, NULL, '437777', 100)`,
      'rare text at the end': `SELECT * FROM search_candidates(${mapId}, 430000, NULL, '437777', 100)`,
      category: `SELECT * FROM search_candidates(${mapId}, 0, repeat('77', 300), NULL, 100)`,
      'text in a category': `SELECT * FROM search_candidates(${mapId}, 0, repeat('77', 300), '437777', 100)`,
    };
    for (const maps of [1, 5000]) {
      await sql.unsafe(`ALTER TABLE search_texts ALTER map_id SET (n_distinct = ${maps})`);
      await sql`VACUUM ANALYZE search_texts`;
      for (const [name, statement] of Object.entries(statements)) {
        await sql`UPDATE search_indexes SET stale = '{[300001,300051)}' WHERE map_id = ${mapId}`;
        await sql.unsafe(statement);
        t.ok((await pagesOf(statement)) < 700, `${name}, as one of ${maps} maps`);
      }
    }
  },
);

t.test(
  'texts are looked for by the index of grams alone: no other begins to serve where a map is named',
  async (t) => {
    const columns = await sql`
    SELECT i.indexrelid::regclass AS index FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
    WHERE i.indrelid = 'search_texts'::regclass AND a.attname = 'map_id'`;
    t.same(columns, []);
  },
);

t.test('a sorted list reads a map step by step, whatever statistics say', async (t) => {
  const mapId = await createMap();
  await fill(mapId, 500_001, 20_000);
  const statements: [text: string, values: unknown[]][] = [];
  sql.options.debug = (_, text, values) => statements.push([text, values]);
  const order = { by: 'name', descending: false } as const;
  const page = { after: null, limit: 10, signal: AbortSignal.timeout(30_000) };
  const found = await searchSorted(
    (step) => step(sql),
    mapId,
    EVERY_MARKER,
    order,
    page,
    () => {},
  );
  sql.options.debug = false;
  t.same(
    found.map(({ place }) => place[1]),
    Array.from({ length: 10 }, (_, i) => 500_001 + i),
  );
  const client = new pg.Client(url);
  await client.connect();
  t.teardown(() => client.end());
  for (const [text, values] of statements.filter(([each]) => each.includes('FROM markers'))) {
    const { rows } = await client.query(`EXPLAIN ${text}`, values);
    t.match(rows.map((row) => row['QUERY PLAN']).join('\n'), /Index Scan using markers_pkey on markers o/);
  }
});

t.test(
  'each row looks for its marker by its id where the statistics are those of an empty table',
  async (t) => {
    await sql`DELETE FROM markers`;
    await sql`VACUUM ANALYZE markers`;
    const mapId = await createMap();
    await fill(mapId, 250_001, 20_000);
    const [first] = await plansOfOverwriting(mapId, 250_001);
    t.equal(first!.match(BY_ID)?.length, 2);
  },
);
