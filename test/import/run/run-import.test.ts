import { existsSync } from 'node:fs';
import { mkdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import t from 'tap';
import { viewBulkJob } from '../../../src/api/job-view.js';
import { rejectsPath, spoolPath } from '../../../src/import/spool/uploaded.js';
import type { BulkJob } from '../../../src/schema/job.js';
import { findOwnedJob } from '../../../src/store/jobs.js';
import { readMap } from '../../../src/store/maps.js';
import { listMarkers } from '../../../src/store/markers.js';
import { until } from '../../support/cartload-process.js';
import { sharedImportBench, TEST_LINKS } from '../../support/import.js';
import { parseMarker } from '../../support/parse-marker.js';

const bench = await sharedImportBench(t);
const { sql } = bench;

const csv = (rows: number, from = 0): string =>
  `name,lat,lng,category,Phone\n${Array.from({ length: rows }, (_, i) => `P${from + i},${((from + i) % 90) + 0.5},${(from + i) % 180},C${i % 3},555-${i}`).join('\n')}\n`;

t.test('a file becomes markers in file order, with counts, legend and field definitions', async (t) => {
  const mapId = await bench.createMap();
  const job = await bench.importText(mapId, csv(50_000));
  t.match(job, {
    status: 'completed',
    added: 50_000,
    updated: 0,
    skipped: 0,
    error_count: 0,
    total: 50_000,
    processed: 50_000,
  });
  const first = (await listMarkers(sql, mapId, 0, 3)).map(parseMarker);
  t.match(
    first.map(({ name, lat, lng, category, color, custom_fields }) => [
      name,
      lat,
      lng,
      category,
      color,
      custom_fields.Phone,
    ]),
    [
      ['P0', 0.5, 0, 'C0', 'red', '555-0'],
      ['P1', 1.5, 1, 'C1', 'blue', '555-1'],
      ['P2', 2.5, 2, 'C2', 'green', '555-2'],
    ],
  );
  t.match(await readMap(sql, 1, mapId), { marker_count: 50_000, region_count: 0 });
  t.same(await sql`SELECT name, type FROM field_definitions WHERE map_id = ${mapId}`, [
    { name: 'Phone', type: 'text' },
  ]);
  const names = await sql<{ name: string }[]>`SELECT name FROM markers WHERE map_id = ${mapId} ORDER BY id`;
  t.equal(
    names.findIndex(({ name }, i) => name !== `P${i}`),
    -1,
    'ids ascend with the rows of the file',
  );
});

t.test('rows that are on the map are skipped, those that are new are added', async (t) => {
  const mapId = await bench.createMap();
  await bench.importText(mapId, csv(100));
  t.match(await bench.importText(mapId, csv(150)), { added: 50, skipped: 100, error_count: 0 });
  t.match(await bench.importText(mapId, csv(150), { on_duplicate: 'error' }), {
    added: 0,
    skipped: 0,
    error_count: 150,
  });
});

t.test('skipped rows do not bring back a category that was taken out of the legend', async (t) => {
  const mapId = await bench.createMap();
  await bench.importText(mapId, csv(3));
  await sql`DELETE FROM legend_entries WHERE map_id = ${mapId}`;
  t.match(await bench.importText(mapId, csv(3)), { added: 0, skipped: 3 });
  t.same(await sql`SELECT FROM legend_entries WHERE map_id = ${mapId}`, []);
});

t.test('an overwriting import keeps ids, merges members and counts both ways', async (t) => {
  const mapId = await bench.createMap();
  await bench.importText(mapId, 'name,lat,lng,city,A,category\nX,1,2,Old,a,One\n');
  const [before] = (await listMarkers(sql, mapId, 0, 1)).map(parseMarker);
  const job = await bench.importText(
    mapId,
    'name,lat,lng,zip,B,category\nX,1,2,123,b,Two\nX,1,2,,c,\nY,3,4,,,\nY,3,4,9,,\n',
    {
      on_duplicate: 'overwrite',
    },
  );
  t.match(job, { added: 1, updated: 3, skipped: 0, error_count: 0, total: 4 });
  const [x, y] = (await listMarkers(sql, mapId, 0, 10)).map(parseMarker);
  t.match(x, {
    id: before!.id,
    name: 'X',
    address: { city: 'Old', zip: '123' },
    custom_fields: { A: 'a', B: 'c' },
    category: 'Two',
    color: 'blue',
  });
  t.match(y, { name: 'Y', address: { zip: '9' } });
});

t.test('rejected rows are listed, and written to a file with the columns of the upload', async (t) => {
  const mapId = await bench.createMap();
  const job = await bench.importText(mapId, 'name,lat,lng,"No,te"\nA,1,2,fine\n,1,2,"say ""x"""\nB,95,2,y\n');
  t.match(job, { status: 'completed', added: 1, error_count: 2 });
  t.same(
    job.errors.map(({ index, line, code }) => [index, line, code]),
    [
      [1, 3, 'name_missing'],
      [2, 4, 'coordinate_invalid'],
    ],
  );
  t.equal(
    await readFile(rejectsPath(bench.spoolDirectory, job.job_id), 'utf8'),
    'name,lat,lng,"No,te",error\r\n,1,2,"say ""x""",the name is empty\r\nB,95,2,y,"lat ""95"" is not within -90 and 90; lat and lng look exchanged"\r\n',
  );
});

t.test(
  'an import that goes on where later blocks are done already lists the first errors of the file',
  async (t) => {
    const mapId = await bench.createMap();
    const text = `name,lat,lng,Note\n${`,1,2,${'x'.repeat(300)}\n`.repeat(6_000)}`;
    const first = await bench.importText(mapId, text);
    const blocks = await sql`SELECT FROM import_blocks WHERE job_id = ${first.job_id}`;
    t.ok(blocks.length > 2);
    // A job that has ended is brought into order, its upload removed.
    await until(async () => !existsSync(spoolPath(bench.spoolDirectory, first.job_id)));
    // Leaves the job as if the process had died behind the last block and before the first.
    await writeFile(spoolPath(bench.spoolDirectory, first.job_id), text);
    await sql`DELETE FROM import_blocks WHERE job_id = ${first.job_id} AND block = 0`;
    await sql`UPDATE jobs SET status = 'queued', completed_at = NULL WHERE id = ${first.job_id}`;
    let job = null;
    await until(async () => {
      job = await findOwnedJob(sql, 1, first.job_id);
      return job?.completedAt != null;
    });
    const { errors, error_count: errorCount } = await viewBulkJob(sql, job!, TEST_LINKS);
    t.equal(errorCount, 6_000);
    t.same(
      errors.map(({ index }) => index),
      Array.from({ length: 1_000 }, (_, i) => i),
    );
  },
);

t.test('an import of a header alone is complete with nothing', async (t) => {
  const mapId = await bench.createMap();
  t.match(await bench.importText(mapId, 'name,lat,lng\n'), {
    status: 'completed',
    total: 0,
    added: 0,
    errors_url: null,
  });
});

t.test('JSON markers are imported like rows', async (t) => {
  const mapId = await bench.createMap();
  const markers = [
    { name: 'A', lat: 1, lng: 2, custom_fields: { n: '5' } },
    { name: '', lat: 1, lng: 2 },
    { name: 'A', lat: 1, lng: 2 },
  ];
  const job = await bench.importText(mapId, JSON.stringify({ markers }), { format: 'json' });
  t.match(job, { added: 1, skipped: 1, error_count: 1 });
  t.same(await sql`SELECT name, type FROM field_definitions WHERE map_id = ${mapId}`, [
    { name: 'n', type: 'number' },
  ]);
});

t.test('circles are areas, pinned circles are not', async (t) => {
  const mapId = await bench.createMap();
  await bench.importText(mapId, 'name,lat,lng\nA,1,2\n', { marker_type: 'circle' });
  await bench.importText(mapId, 'name,lat,lng\nB,1,2\n', {
    marker_type: 'pinned_circle',
    radius_unit: 'km',
    default_radius: 16.09344,
  });
  t.match(await readMap(sql, 1, mapId), { marker_count: 2, region_count: 1 });
  t.match((await listMarkers(sql, mapId, 0, 2)).map(parseMarker), [
    { type: 'circle', radius: 5, radius_unit: 'miles' },
    { type: 'pinned_circle', radius: 10 },
  ]);
});

t.test('what a run alone knows stays noted when it cannot write its file of rejected rows', async (t) => {
  const mapId = await bench.createMap();
  const rows = Array.from({ length: 5001 }, (_, i) => `P${i},1,2,C${i}`);
  let job: Promise<BulkJob>;
  const obstacle = await sql.begin(async (holding) => {
    await holding`LOCK TABLE legend_entries`;
    job = bench.importText(mapId, `name,lat,lng,category\n${rows.join('\n')}\n,1,2,C0\n`);
    const idOf = () => sql<{ id: string }[]>`SELECT id FROM jobs WHERE map_id = ${mapId}`;
    await until(async () => (await idOf()).length === 1);
    const path = `${rejectsPath(bench.spoolDirectory, (await idOf())[0]!.id)}.part`;
    await mkdir(path);
    return path;
  });
  const resting = () =>
    sql`SELECT FROM jobs WHERE map_id = ${mapId} AND status = 'processing' AND claimant IS NULL`;
  await until(async () => (await resting()).length === 1);
  await rmdir(obstacle);
  t.match(await job!, {
    status: 'completed',
    notes: [/^1 categories are not in the legend/],
    errors_url: /errors/,
  });
});
