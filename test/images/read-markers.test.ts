import t from 'tap';
import { packArea } from '../../src/geo/drive-time/pack-area.js';
import { AreasOfMap } from '../../src/images/areas-of-map.js';
import { readMarkers } from '../../src/images/read-markers.js';
import { RegionShapes } from '../../src/images/region-shapes.js';
import { surveyMap } from '../../src/images/survey-map.js';
import { removeBoundaryLayer, storeBoundaryLayer } from '../../src/store/boundaries.js';
import { ImageMarkers } from '../../src/store/image-markers.js';
import { square } from '../support/boundary-files.js';
import { createOwner } from '../support/owner.js';
import { testLayer } from '../support/test-layer.js';

const { sql, url, createMap } = await createOwner(t);
const PALETTE = new Map([
  ['red', 0],
  ['blue', 1],
  ['green', 2],
]);
const AREA_KEYS = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];

interface Row {
  name?: string;
  type?: string;
  lng?: number;
  lat?: number;
  color?: string | null;
  category?: string;
  radius?: number;
  region_source?: string;
  area?: string;
  expires_at?: string;
}

async function mapOf(rows: readonly Row[]): Promise<number> {
  const map = await createMap();
  const whole = rows.map((row) => ({ name: 'A', type: 'pin', lng: 2, lat: 1, color: 'red', ...row }));
  await sql`
    INSERT INTO markers (map_id, id, name, type, lng, lat, cell, color, category, radius, region_source, area, expires_at)
    SELECT ${map}, nextval('marker_ids'), r.name, r.type, r.lng, r.lat, 0, r.color, r.category, r.radius, r.region_source, r.area, r.expires_at
    FROM json_populate_recordset(NULL::markers, ${JSON.stringify(whole)}::text::json) r`;
  return map;
}

/**
 * Lines for the pins, dots, labels and areas of a map, in order: `pin 2 1 red`; `area 2 1 blue` for an area
 * by its first corner.
 */
async function shown(
  mapId: number,
  {
    labelEvery = null,
    maxShapes,
    regions = new RegionShapes(),
  }: { labelEvery?: number | null; maxShapes?: number; regions?: RegionShapes } = {},
) {
  const map = await ImageMarkers.open(url, mapId, 10_000);
  const lines: string[] = [];
  const colors = [...PALETTE.keys(), 'none'];
  try {
    regions.begin(url, await map.readBoundaryLayers());
    const areas = new AreasOfMap(regions, maxShapes);
    const read = await readMarkers(map, areas, PALETTE, labelEvery, {
      pin: (lng, lat, color) => lines.push(`pin ${lng} ${lat} ${colors[color]}`),
      dot: (lng, lat, color) => lines.push(`dot ${lng} ${lat} ${colors[color]}`),
      label: (text, lng, lat) => lines.push(`label ${lng} ${lat} ${text}`),
      area: ({ type, coordinates }, color) => {
        const [lng, lat] = (type === 'Polygon' ? coordinates[0]![0] : coordinates[0]![0]![0])!;
        lines.push(`area ${(lng as number).toFixed(2)} ${(lat as number).toFixed(2)} ${colors[color]}`);
      },
    });
    return { lines, ...read, sources: [...areas.driveTimeSources], types: [...areas.regionTypes] };
  } finally {
    await map.close();
  }
}

t.test('pins come by their ids, with the place and colour that the API shows', async (t) => {
  const map = await mapOf([
    { lng: -180, lat: 90 },
    { lng: 179.999999, lat: -89.999999, color: 'blue' },
    { lng: 1e-7, lat: 0, color: null },
  ]);
  t.same((await shown(map)).lines, ['pin -180 90 red', 'pin 179.999999 -89.999999 blue', 'pin 1e-7 0 none']);
});

t.test('a map without markers, and one whose markers have all expired, show nothing', async (t) => {
  const nothing = { lines: [], markers: 0, areasOmitted: 0 };
  t.match(await shown(await mapOf([])), nothing);
  t.match(await shown(await mapOf([{ expires_at: '2020-01-01' }])), nothing);
  t.equal((await shown(await mapOf([{ expires_at: '2999-01-01' }]))).markers, 1);
});

t.test('pinned types are both a pin and an area, the others an area alone', async (t) => {
  const map = await mapOf([
    { type: 'circle', radius: 69.0933, lng: 10, lat: 0 },
    { type: 'pinned_circle', radius: 69.0933, lng: 20, lat: 0, color: 'blue' },
  ]);
  t.same((await shown(map)).lines, ['pin 20 0 blue', 'area 10.00 1.00 red', 'area 20.00 1.00 blue']);
});

t.test(
  'an area that many markers have is shown once, in the colour of most of them, else the first of the palette',
  async (t) => {
    const region_source = 'census/us_state/56';
    const map = await mapOf([
      { type: 'us_state', region_source },
      { type: 'us_state', region_source, color: 'blue' },
      { type: 'us_state', region_source, color: 'blue' },
      { type: 'circle', radius: 5, lng: 3 },
      { type: 'us_state', region_source, color: 'green' },
      { type: 'pinned_circle', radius: 5, lng: 3, color: 'blue' },
      { type: 'circle', radius: 5, lng: 4 },
    ]);
    const { lines, types, markers } = await shown(map);
    t.same(
      lines.map((line) => line.replace(/ .* /, ' ')),
      ['pin blue', 'area blue', 'area red', 'area red'],
    );
    t.same(types, ['us_state']);
    t.equal(markers, 7);
  },
);

t.test('a region that two data sets gave is one area', async (t) => {
  const map = await mapOf([
    { type: 'us_zip', region_source: 'approx/us_zip/94103' },
    { type: 'us_zip', region_source: 'census/us_zip/94103', color: 'blue' },
    { type: 'us_zip', region_source: 'approx/us_zip/94103', color: 'blue' },
    { type: 'us_zip', region_source: 'approx/us_zip/94102' },
  ]);
  t.match((await shown(map)).lines, [/^area .* blue$/, /^area .* red$/]);
});

t.test('what has no area, of its type or today, is a dot', async (t) => {
  const map = await mapOf([
    { type: 'us_state', region_source: 'census/us_state/00', lng: 1 },
    { type: 'us_state', lng: 2 },
    { type: 'country', region_source: 'nothing', lng: 3 },
    { type: 'country', region_source: 'a/planet/X', lng: 4 },
    { type: 'circle', lng: 5 },
    { type: 'drive_time', lng: 6 },
    { type: 'drive_time', lng: 7, area: AREA_KEYS[1]! },
  ]);
  t.same(
    (await shown(map)).lines,
    [1, 2, 3, 4, 5, 6, 7].map((lng) => `dot ${lng} 1 red`),
  );
});

t.test('drive times are read behind the markers, and what they are drawn on is known', async (t) => {
  const geometry = Buffer.from(packArea([[square(8, 50)]]));
  await sql`INSERT INTO drive_time_areas (key, source, minutes, geometry, truncated, bytes)
    VALUES (${AREA_KEYS[0]!}, 'valhalla', 10, ${geometry}, false, 9)`;
  const area = AREA_KEYS[0]!;
  const map = await mapOf([
    { type: 'pinned_drive_time', area, color: 'green' },
    { type: 'circle', radius: 1, lng: 9 },
    ...Array.from({ length: 200 }, () => ({ type: 'drive_time', area })),
  ]);
  const { lines, sources } = await shown(map);
  t.same(lines, ['pin 2 1 green', 'area 9.00 1.01 red', 'area 8.00 50.00 red']);
  t.same(sources, ['valhalla']);
});

t.test('beyond the areas that there is room for, markers are dots, and counted', async (t) => {
  const map = await mapOf([1, 2, 3, 1, 3].map((lng) => ({ type: 'circle', radius: 1, lng })));
  const { lines, areasOmitted } = await shown(map, { maxShapes: 2 });
  t.same(lines, ['dot 3 1 red', 'dot 3 1 red', 'area 1.00 1.01 red', 'area 2.00 1.01 red']);
  t.equal(areasOmitted, 2);
});

t.test(
  'where there are areas, a picture of regions shows them alone, with or without room for all',
  async (t) => {
    const map = await ImageMarkers.open(
      url,
      await mapOf([1, 2, 3].map((lng) => ({ type: 'pinned_circle', radius: 1, lng }))),
      10_000,
    );
    const regions = new RegionShapes();
    regions.begin(url, await map.readBoundaryLayers());
    const survey = await surveyMap(map, new AreasOfMap(regions, 2), PALETTE, 'regions');
    await map.close();
    t.equal(survey.showsAreasAlone, true);
  },
);

t.test('areas are those that the operator has loaded by now', async (t) => {
  const map = await mapOf([{ type: 'us_zip', region_source: 'approx/us_zip/94103' }]);
  const regions = new RegionShapes();
  const first = (await shown(map, { regions })).lines;
  t.match(first, [/^area -122\.\d\d 37\.\d\d red$/]);
  const one = testLayer('us_zip', ['94103'], [10, 20]);
  await storeBoundaryLayer(url, one.layer, one.packed);
  t.same((await shown(map, { regions })).lines, ['area 10.00 20.00 red']);
  t.same(regions.sourceOf('us_zip'), { dataset: 'census', credit: 'Somebody' });
  const two = testLayer('us_zip', ['10001'], [10, 20]);
  await storeBoundaryLayer(url, two.layer, two.packed);
  t.same((await shown(map, { regions })).lines, ['dot 2 1 red']);
  await removeBoundaryLayer(sql, 'us_zip');
  t.same((await shown(map, { regions })).lines, first);
  t.same(regions.sourceOf('us_zip'), { dataset: 'approx', credit: null });
});

t.test('a loaded layer that is broken leaves the embedded one in its place', async (t) => {
  const map = await mapOf([{ type: 'us_zip', region_source: 'approx/us_zip/94103' }]);
  const { layer, packed } = testLayer('us_zip', ['94103'], [10, 20]);
  await storeBoundaryLayer(url, layer, packed);
  await sql`UPDATE boundary_pieces SET bytes = substr(bytes, 2)`;
  t.match((await shown(map)).lines, [/^area -122/]);
  await removeBoundaryLayer(sql, 'us_zip');
});

t.test('labels are the names of one marker in so many, cut', async (t) => {
  const name = `Zürich 🏔 ${'x'.repeat(10_000)}`;
  const map = await mapOf(Array.from({ length: 9 }, (_, lng) => ({ name, lng })));
  const all = (await shown(map, { labelEvery: 1 })).lines.filter((line) => line.startsWith('label'));
  t.equal(all.length, 9);
  t.equal(all[0], `label 0 1 ${name.slice(0, 201)}`);
  const some = (await shown(map, { labelEvery: 3 })).lines.filter((line) => line.startsWith('label'));
  t.equal(some.length, 3);
});

t.test('what changes while it is read is not seen', async (t) => {
  const id = await mapOf(Array.from({ length: 1000 }, (_, i) => ({ lng: i / 10 })));
  const map = await ImageMarkers.open(url, id, 10_000);
  await map.readCount();
  await sql`DELETE FROM markers WHERE map_id = ${id}`;
  let bytes = 0;
  for await (const chunk of map.readRows(null)) bytes += chunk.length;
  await map.close();
  t.ok(bytes > 1000 * 30);
  t.equal((await shown(id)).markers, 0);
});

t.test('the legend of the default layer, in its order, counts what has not expired', async (t) => {
  const id = await mapOf([
    { category: 'B', color: 'green' },
    { category: 'B', type: 'circle', radius: 1, color: 'blue' },
    { category: 'A' },
    { category: 'B', expires_at: '2020-01-01' },
    { category: 'not in it' },
    {},
  ]);
  const [layer] = await sql<[{ id: number }]>`SELECT id FROM layers WHERE map_id = ${id} AND is_default`;
  const other = await sql<
    [{ id: number }]
  >`INSERT INTO layers (map_id, is_default) VALUES (${id}, false) RETURNING id`;
  for (const [name, color, ordering, of] of [
    ['B', 'blue', 1, layer.id],
    ['A', 'red', 0, layer.id],
    ['x'.repeat(5000), 'green', 2, layer.id],
    ['A', 'navy', 0, other[0].id],
  ] as const)
    await sql`INSERT INTO legend_entries (map_id, layer_id, name, color, ordering) VALUES (${id}, ${of}, ${name}, ${color}, ${ordering})`;
  const map = await ImageMarkers.open(url, id, 10_000);
  const isOther = false;
  const long = { name: 'x'.repeat(200), isOther, color: 'green', markers: 0 };
  t.same(await map.readLegend(), [
    { name: 'A', isOther, color: 'red', markers: 1 },
    { name: 'B', isOther, color: 'blue', markers: 1 },
    { name: 'B', isOther, color: 'green', markers: 1 },
    long,
    { name: null, isOther, color: 'red', markers: 1 },
    { name: null, isOther: true, color: 'red', markers: 1 },
  ]);
  t.same(await map.readLegend(false), [
    { name: 'A', isOther, color: 'red', markers: 0 },
    { name: 'B', isOther, color: 'blue', markers: 0 },
    long,
  ]);
  await map.close();
});

t.test('a connection that was cut fails what is read, and says so', async (t) => {
  const id = await createMap();
  // More than the buffers on the way hold.
  await sql`INSERT INTO markers (map_id, id, name, type, lng, lat, cell)
    SELECT ${id}, i, repeat('x', 200), 'pin', 1, 2, 0 FROM generate_series(1, 100000) i`;
  const map = await ImageMarkers.open(url, id, 10_000);
  const rows = map.readRows(1)[Symbol.asyncIterator]();
  await rows.next();
  await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'cartload images' AND datname = current_database()`;
  await t.rejects(
    async () => {
      while (!(await rows.next()).done);
    },
    { message: /terminat/ },
  );
  await map.close();
});
