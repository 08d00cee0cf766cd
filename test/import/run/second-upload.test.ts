import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import type { Sql } from '../../../src/store/client.js';
import { readMap } from '../../../src/store/maps.js';
import { listMarkers } from '../../../src/store/markers.js';
import { importBench } from '../../support/import.js';
import { parseMarker } from '../../support/parse-marker.js';

const bench = await importBench(t);
const { sql } = bench;
const HEADER = 'name,lat,lng,category,City,Note\n';

/** Some 70 bytes a row: a block holds about 7,000. */
const csv = (rows: number, note: (i: number) => string = () => 'n'): string =>
  HEADER +
  Array.from(
    { length: rows },
    (_, i) =>
      `Place ${i},${(i % 170) - 85}.${i},${(i % 350) - 175}.5,Category ${i % 5},Town ${i % 100},${note(i)}\n`,
  ).join('');

const markersOf = async (mapId: number) => (await listMarkers(sql, mapId, 0, 1_000_000)).map(parseMarker);

/**
 * Rows of markers that were read so far, `atLeast` by an index: by scans of the whole table, and by an index.
 */
async function readRows(sql: Sql, atLeast = 0): Promise<{ scanned: number; looked: number }> {
  // Backends tell their figures when they are idle, at most once a second, and later where they get no
  // processor.
  for (let tries = 0; ; tries++) {
    await delay(1200);
    const [row] = await sql<[{ scanned: number; looked: number }]>`
      SELECT seq_tup_read AS scanned, idx_tup_fetch AS looked FROM pg_stat_user_tables WHERE relname = 'markers'`;
    if (row.looked >= atLeast || tries === 20) return row;
  }
}

t.test('the second upload reads what it meets and no more while there are no statistics yet', async (t) => {
  const rows = 8_000;
  await sql`ALTER TABLE markers SET (autovacuum_enabled = off)`;
  const mapId = await bench.createMap();
  await bench.importText(mapId, csv(rows));
  const uploads = [
    { text: csv(rows), on_duplicate: 'skip', atMost: 3 * rows },
    { text: csv(rows), on_duplicate: 'error', atMost: 3 * rows },
    { text: csv(rows), on_duplicate: 'overwrite', atMost: 3 * rows },
    { text: csv(rows, () => 'other'), on_duplicate: 'overwrite', atMost: 5 * rows },
  ] as const;
  let before = await readRows(sql);
  for (const { text, on_duplicate, atMost } of uploads) {
    await bench.importText(mapId, text, { on_duplicate });
    const after = await readRows(sql, before.looked + rows);
    t.equal(after.scanned - before.scanned, 0, `${on_duplicate}: no scan of the table`);
    const looked = after.looked - before.looked;
    t.ok(looked >= rows && looked < atMost, `${on_duplicate}: ${looked} rows looked at`);
    before = after;
  }
});

t.test('an upload into a table that was analyzed when it was empty has it analyzed first', async (t) => {
  await sql`DELETE FROM markers`;
  await sql`ANALYZE markers`;
  const mapId = await bench.createMap();
  const tuples = async () =>
    (await sql`SELECT reltuples AS is FROM pg_class WHERE relname = 'markers'`)[0]!.is;
  t.match(await bench.importText(mapId, csv(500)), { added: 500 });
  t.equal(await tuples(), 0);
  t.match(
    await bench.importText(
      mapId,
      csv(500, () => 'm'),
      { on_duplicate: 'overwrite' },
    ),
    { updated: 500 },
  );
  t.equal(await tuples(), 500);
});

t.test('a block of rejected rows alone changes nothing on the second upload, either', async (t) => {
  const mapId = await bench.createMap();
  const text = 'name,lat,lng\nNowhere,,\nA,1,2\n';
  const meta = { on_duplicate: 'overwrite', blockBytes: 1 } as const;
  t.match(await bench.importText(mapId, text, meta), { status: 'completed', added: 1, error_count: 1 });
  t.match(await bench.importText(mapId, text, meta), { status: 'completed', unchanged: 1, error_count: 1 });
});

t.test('a row that overwrites a marker and changes nothing in it writes nothing', async (t) => {
  const mapId = await bench.createMap();
  await bench.importText(mapId, csv(3000));
  const versions = () => sql`SELECT id, xmin::text FROM markers WHERE map_id = ${mapId} ORDER BY id`;
  const before = await versions();
  const same = await bench.importText(mapId, csv(3000), { on_duplicate: 'overwrite' });
  t.match(same, { added: 0, updated: 0, unchanged: 3000, skipped: 0, error_count: 0, total: 3000 });
  t.same(await versions(), before);
  const some = await bench.importText(
    mapId,
    csv(3000, (i) => (i % 100 === 0 ? 'new' : 'n')),
    {
      on_duplicate: 'overwrite',
    },
  );
  t.match(some, { added: 0, updated: 30, unchanged: 2970 });
  const [{ n }] = await sql<[{ n: number }]>`
    SELECT count(*)::int AS n FROM markers WHERE map_id = ${mapId} AND custom_fields ->> 'Note' = 'new'`;
  t.equal(n, 30);
});

t.test('what a row says in odd characters is found unchanged, too', async (t) => {
  const mapId = await bench.createMap();
  const text = `${HEADER}"a\\b",1,2,"x\ty","c\\\\N","d ""q"" é\n中"\n\\N,3,4,\\N,\\N,\\N\n"two\nlines",5,6,"a\nb","c\nd",e\n`;
  await bench.importText(mapId, text);
  const again = await bench.importText(mapId, text, { on_duplicate: 'overwrite' });
  t.match(again, { added: 0, updated: 0, unchanged: 3 });
  const cleared = await bench.importText(mapId, 'name,lat,lng\n\\N,3,4\n', { on_duplicate: 'overwrite' });
  t.match(cleared, { updated: 0, unchanged: 1 }, 'what a row lacks stays as it is');
});

t.test('an overwriting import that repeats itself does so row by row, however many rows', async (t) => {
  const mapId = await bench.createMap();
  await bench.importText(mapId, `${HEADER}A,1,2,One,X,old\n`);
  const text =
    HEADER +
    Array.from({ length: 9000 }, (_, i) => `${i % 2 ? 'A' : 'B'},1,2,,,${Math.floor(i / 4)}\n`).join('');
  const job = await bench.importText(mapId, text, { on_duplicate: 'overwrite' });
  t.match(job, { added: 1, updated: 4499, unchanged: 4500, error_count: 0 });
  const [a, b] = await markersOf(mapId);
  t.match(a, { name: 'A', category: 'One', address: { city: 'X' }, custom_fields: { Note: '2249' } });
  t.match(b, { name: 'B', custom_fields: { Note: '2249' } });
  t.match(await readMap(sql, 1, mapId), { marker_count: 2 });
});

t.test('many names at one point are told apart, and found again', async (t) => {
  const mapId = await bench.createMap();
  const at = (from: number, to: number) =>
    `name,lat,lng\n${Array.from({ length: to - from }, (_, i) => `Name ${from + i},48.137,11.575\n`).join('')}`;
  await bench.importText(mapId, at(0, 3000));
  t.match(await bench.importText(mapId, at(2500, 3500)), { added: 500, skipped: 500 });
  t.match(await bench.importText(mapId, at(3250, 3750), { on_duplicate: 'overwrite' }), {
    added: 250,
    updated: 0,
    unchanged: 250,
  });
  t.match(await readMap(sql, 1, mapId), { marker_count: 3750 });
});

t.test('a re-import meets expired markers as if they were not there', async (t) => {
  for (const on_duplicate of ['skip', 'error', 'overwrite'] as const) {
    const mapId = await bench.createMap();
    await bench.importText(mapId, 'name,lat,lng,expire\nA,1,2,2020-01-01\nB,1,2,\n', {
      marker_type: 'circle',
    });
    const text = 'name,lat,lng\nA,1,2\nB,1,3\n';
    const job = await bench.importText(mapId, text, { on_duplicate, marker_type: 'circle' });
    t.match(job, { added: 2, updated: 0, skipped: 0, error_count: 0 }, on_duplicate);
    t.same((await markersOf(mapId)).map(({ name, lng }) => [name, lng]).sort(), [
      ['A', 2],
      ['B', 2],
      ['B', 3],
    ]);
    const [{ n }] = await sql<
      [{ n: number }]
    >`SELECT count(*)::int AS n FROM markers WHERE map_id = ${mapId}`;
    t.equal(n, 3, 'the expired one is gone');
    t.match(await readMap(sql, 1, mapId), { marker_count: 3, region_count: 3 });
    const counted = await sql`
      SELECT sum(markers)::int AS markers, sum(areas)::int AS areas FROM map_counts WHERE map_id = ${mapId}`;
    t.same({ ...counted[0] }, { markers: 3, areas: 3 });
  }
});

t.test(
  'many categories and fields beyond what a map holds stay with their markers, and the job says how many',
  async (t) => {
    const mapId = await bench.createMap();
    const text = `name,lat,lng,category\n${Array.from({ length: 6000 }, (_, i) => `P${i},1,2,Kind ${i}\n`).join('')}`;
    const job = await bench.importText(mapId, text);
    t.match(job.notes, [/^1,000 categories are not in the legend, which holds 5,000/]);
    const [{ n }] = await sql<
      [{ n: number }]
    >`SELECT count(*)::int AS n FROM legend_entries WHERE map_id = ${mapId}`;
    t.equal(n, 5000);
    const last = (await markersOf(mapId)).at(-1)!;
    t.match(last, { category: 'Kind 5999', color: (await markersOf(mapId))[0]!.color });

    const wide = await bench.createMap();
    const markers = Array.from({ length: 60 }, (_, i) => ({
      name: `M${i}`,
      lat: 1,
      lng: 2,
      custom_fields: Object.fromEntries(Array.from({ length: 100 }, (_, k) => [`key ${i * 100 + k}`, '1'])),
    }));
    const json = await bench.importText(wide, JSON.stringify({ markers }), { format: 'json' });
    t.match(json, { status: 'completed', added: 60 });
    t.match(json.notes, [/^At least \d,\d{3} custom fields are not defined, as a map holds 1,000/]);
    const fields = await sql<
      { name: string }[]
    >`SELECT name FROM field_definitions WHERE map_id = ${wide} ORDER BY ordering`;
    t.same([fields.length, fields[0]?.name, fields.at(-1)?.name], [1000, 'key 0', 'key 999']);
    t.equal((await markersOf(wide)).at(-1)!.custom_fields['key 5999'], '1');
  },
);

t.test('markers that become areas by being overwritten are counted as such, and back', async (t) => {
  const mapId = await bench.createMap();
  const text = 'name,lat,lng\nA,1,2\nB,1,2\nC,1,2\n';
  await bench.importText(mapId, text);
  const counts = async () => {
    const { marker_count, region_count } = (await readMap(sql, 1, mapId))!;
    return [marker_count, region_count];
  };
  const as = async (marker_type: 'circle' | 'pin' | 'pinned_circle', rows: string) =>
    bench.importText(mapId, rows, { on_duplicate: 'overwrite', marker_type });
  t.match(await as('circle', text), { updated: 3, unchanged: 0 });
  t.same(await counts(), [3, 3]);
  t.match(await as('pin', 'name,lat,lng\nA,1,2\nA,1,2\n'), { updated: 1, unchanged: 1 });
  t.same(await counts(), [3, 2]);
  t.match(await as('circle', text), { updated: 1, unchanged: 2 });
  t.same(await counts(), [3, 3]);
  t.match(await as('pinned_circle', text), { updated: 3 });
  t.same(await counts(), [3, 0]);
});
