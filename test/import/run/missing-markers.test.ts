import t from 'tap';
import type { BulkMeta } from '../../../src/import/options.js';
import { listMarkers } from '../../../src/store/markers.js';
import { sharedImportBench } from '../../support/import.js';
import { parseMarker } from '../../support/parse-marker.js';

const bench = await sharedImportBench(t);
const { sql } = bench;

const HEADER = 'name,lat,lng,location_code,Note\n';
const MIRROR: BulkMeta = { match: 'location_code', missing: 'delete' };

const csv = (codes: readonly number[], note = ''): string =>
  HEADER + codes.map((code) => `P${code},${50 + code}.5,8.5,${code},${note}\n`).join('');
const namesOf = async (mapId: number): Promise<string[]> =>
  (await listMarkers(sql, mapId, 0, 1000)).map(parseMarker).map(({ name }) => name);
const filledMap = async (codes: readonly number[]): Promise<number> => {
  const mapId = await bench.createMap();
  await bench.importText(mapId, csv(codes));
  return mapId;
};

t.test('markers that no row met go with the end of the import, whatever its blocks', async (t) => {
  for (const blockBytes of [1, 100_000]) {
    const mapId = await filledMap([1, 2, 3, 4, 5, 6]);
    const job = await bench.importText(mapId, csv([6, 7, 3, 1, 2], 'new'), { ...MIRROR, blockBytes });
    t.match(job, { status: 'completed', added: 1, updated: 4, deleted: 2, total: 5, error: null });
    t.same(await namesOf(mapId), ['P1', 'P2', 'P3', 'P6', 'P7']);
    const [counted] =
      await sql`SELECT sum(markers)::integer AS markers FROM map_counts WHERE map_id = ${mapId}`;
    t.equal(counted!.markers, 5);
    t.notOk('missing' in job.options, 'a mended file of rejected rows is to delete nothing');
  }
});

t.test('rows that are left out, skipped or unchanged meet their markers', async (t) => {
  for (const [meta, counts] of [
    [{ on_duplicate: 'skip' }, { skipped: 3, deleted: 1 }],
    [{ on_duplicate: 'overwrite' }, { unchanged: 3, deleted: 1 }],
    [
      { on_duplicate: 'error', missing_tolerance: '100%' },
      { error_count: 3, deleted: 1 },
    ],
    [
      { match: 'location_code', on_new: 'skip' },
      { unchanged: 3, deleted: 1 },
    ],
  ] as const) {
    const mapId = await filledMap([1, 2, 3, 4]);
    t.match(await bench.importText(mapId, csv([1, 2, 3]), { ...meta, missing: 'delete' }), {
      status: 'completed',
      ...counts,
    });
    t.same(await namesOf(mapId), ['P1', 'P2', 'P3']);
  }
});

t.test('rejected rows keep missing markers from being deleted, unless they are tolerated', async (t) => {
  const mapId = await filledMap([1, 2, 3, 4]);
  const text = `${csv([1, 2, 3])}bad,x,8.5,9,\n`;
  const failed = await bench.importText(mapId, text, MIRROR);
  t.match(failed, { status: 'failed', unchanged: 3, deleted: 0, error_count: 1 });
  t.equal(
    failed.error,
    'The rows are imported. 1 row is rejected, more than missing_tolerance allows (0), so the marker that is in no row is not deleted: mend the rows, or raise missing_tolerance.',
  );
  t.same(await namesOf(mapId), ['P1', 'P2', 'P3', 'P4']);
  t.match(await bench.importText(mapId, text, { ...MIRROR, missing_tolerance: '24%' }), { status: 'failed' });
  const job = await bench.importText(mapId, text, { ...MIRROR, missing_tolerance: '25%' });
  t.match(job, { status: 'completed', deleted: 1 });
  t.same(await namesOf(mapId), ['P1', 'P2', 'P3']);
});

const TOLERANT: BulkMeta = { missing: 'delete', missing_tolerance: '100%', confirm: true };

t.test('the marker of a rejected row stays where the row tells its code', async (t) => {
  for (const blockBytes of [1, 100_000]) {
    const mapId = await filledMap([1, 2, 3, 4, 5, 6, 7, 8]);
    const bad = [
      'P1,x,8.5,1,',
      ',52.5,8.5,2,',
      'P3,,,3,',
      'P4,54.5,8.5, 4 ,n,extra',
      `P5,55.5,8.5,5,${'x'.repeat(32_001)}`,
      'P6,56.5,8.5,6,n\0',
    ];
    const text = `${HEADER}${bad.join('\n')}\nP7,57.5,8.5,7,\n`;
    const meta = { match: 'location_code', ...TOLERANT };
    const job = await bench.importText(mapId, text, { ...meta, blockBytes });
    t.match(job, { status: 'completed', error_count: 6, unchanged: 1, deleted: 1 });
    t.same(await namesOf(mapId), ['P1', 'P2', 'P3', 'P4', 'P5', 'P6', 'P7']);
    t.notMatch(job.notes.join('\n'), /rejected row/);
  }
});

t.test('the marker of a rejected row without a code stays where the row tells its place', async (t) => {
  for (const meta of [
    { on_duplicate: 'skip' },
    { on_duplicate: 'error' },
    { on_duplicate: 'overwrite' },
    { match: 'location_code' },
  ] as const) {
    const mapId = await bench.createMap();
    const header = 'name,lat,lng,location_code,Note,Expires\n';
    const rows = ['A,1,8,,,', 'B,2,8,,,', 'C,3,8,,,', 'D,4,8,9,,', 'E,5,8,,,'];
    await bench.importText(mapId, `${header}${rows.join('\n')}\n`);
    const text = `${header}A,1,8,,,\nB,2,8,,,never\nD,4,8,,,soon\nE,5,8,,,never,more\n`;
    const column_mapping = { expire: 'Expires' };
    const job = await bench.importText(mapId, text, { ...meta, ...TOLERANT, column_mapping });
    t.match(job, {
      status: 'completed',
      error_count: 'on_duplicate' in meta && meta.on_duplicate === 'error' ? 4 : 3,
      deleted: 2,
    });
    t.same(await namesOf(mapId), ['A', 'B', 'D']);
    t.match(job.notes.join('\n'), /^1 rejected row does not tell which marker it means/m);
  }
});

t.test('rejected rows that tell no marker are counted in a note', async (t) => {
  const mapId = await filledMap([1, 2, 3]);
  const text = `${csv([1])}P2,52.5,8.5,1,\nP3,x,8.5,,\n`;
  const job = await bench.importText(mapId, text, { match: 'location_code', ...TOLERANT });
  t.match(job, { status: 'completed', error_count: 2, deleted: 2 });
  t.match(job.notes.join('\n'), /^2 rejected rows do not tell which marker they mean/m);
});

t.test('a number in JSON for a code, which is rejected, tells its marker', async (t) => {
  const mapId = await filledMap([1, 2, 3]);
  const markers = [
    { name: 'P1', lat: 51.5, lng: 8.5, location_code: 1 },
    { name: 'P2', lat: 'x', lng: 8.5, location_code: '2' },
  ];
  const meta = { match: 'location_code', ...TOLERANT };
  const job = await bench.importText(mapId, JSON.stringify({ markers }), { ...meta, format: 'json' });
  t.match(job, { status: 'completed', error_count: 2, deleted: 1 });
  t.same(await namesOf(mapId), ['P1', 'P2']);
});

t.test('markers of one name and place, which single writes can make, stay together', async (t) => {
  for (const meta of [
    { on_duplicate: 'skip' },
    { on_duplicate: 'error' },
    { on_duplicate: 'overwrite' },
    { on_duplicate: 'overwrite', on_new: 'skip' },
    { match: 'location_code' },
  ] as const) {
    for (const rows of ['A,1,8,,\n', 'A,1,8,,\nA,1,8,,n\n', 'A,1,8,,\nB,2,8,9,\n']) {
      const mapId = await bench.createMap();
      await bench.importText(mapId, `${HEADER}A,1,8,,\nC,3,8,,\n`);
      const [copied] = await sql`
        INSERT INTO markers SELECT (json_populate_record(m, json_build_object('id', nextval('marker_ids')))).*
        FROM markers m WHERE map_id = ${mapId} AND name = 'A' RETURNING id`;
      t.ok(copied);
      const job = await bench.importText(mapId, HEADER + rows, { ...meta, ...TOLERANT });
      t.match(job, { status: 'completed', deleted: 1 });
      t.same((await namesOf(mapId)).slice(0, 2), ['A', 'A']);
    }
  }
});

t.test('lines that may hold further rows keep missing markers, whatever is tolerated', async (t) => {
  const mapId = await filledMap([1, 2, 3, 4, 5]);
  const text = `${csv([1, 2, 3])}P4,54.5,8.5,4,"6 ft\nP5,55.5,8.5,5\nx,56.5,8.5,6,"ok"\n`;
  const job = await bench.importText(mapId, text, { ...MIRROR, missing_tolerance: '100%' });
  t.match(job, { status: 'failed', unchanged: 3, deleted: 0, error: /lines whose quotes are unclear/ });
  t.equal((await namesOf(mapId)).length, 5);
});

t.test('more than half of a map is deleted only where that is confirmed', async (t) => {
  const mapId = await filledMap([1, 2, 3, 4]);
  const failed = await bench.importText(mapId, csv([1, 9]), MIRROR);
  t.match(failed, { status: 'failed', added: 1, deleted: 0 });
  t.match(failed.error, /^The rows are imported\. 3 of the map's 4 markers are in no row, more than half/);
  t.equal((await namesOf(mapId)).length, 5);
  const job = await bench.importText(mapId, csv([1, 9]), { ...MIRROR, confirm: true });
  t.match(job, { status: 'completed', unchanged: 2, deleted: 3 });
  t.same(await namesOf(mapId), ['P1', 'P9']);
});

t.test('markers that several rows could mean, and those made while it runs, are not missing', async (t) => {
  const mapId = await filledMap([1, 2]);
  await bench.importText(mapId, `${HEADER}A,10,8.5,7,\nB,11,8.5,7,\nC,12,8.5,7,\n`);
  const job = await bench.importText(mapId, `${csv([1, 2])}D,12,8.5,7,\n`, {
    ...MIRROR,
    missing_tolerance: 1,
  });
  t.match(job, { status: 'completed', error_count: 1, deleted: 0 });
});

t.test('with on_new=skip only markers that are there change', async (t) => {
  for (const meta of [{ match: 'location_code' }, { on_duplicate: 'overwrite' }] as const) {
    const mapId = await filledMap([1, 2]);
    const text = `${csv([1, 2, 3], 'new')}E,60,8.5,,\nP2,52.5,8.5,,last\n`;
    const job = await bench.importText(mapId, text, { ...meta, on_new: 'skip' });
    t.match(job, { status: 'completed', added: 0, skipped: 'match' in meta ? 3 : 2, total: 5 });
    t.match(job.skipped_url, /skipped\.csv$/);
    t.same(await namesOf(mapId), ['P1', 'P2']);
  }
});
