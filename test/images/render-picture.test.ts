import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { pictureVersion } from '../../src/images/picture-version.js';
import { drawPicture } from '../../src/images/render-picture.js';
import { Renderers } from '../../src/images/renderers.js';
import { MAP_STYLE } from '../../src/render/base-map/style.js';
import type { PictureOptions } from '../../src/render/options.js';
import { streetStyle } from '../../src/render/streets/street-style.js';
import { removeRoads, storeRoads } from '../../src/store/roads.js';
import { writeOsmPbf } from '../support/osm-pbf.js';
import { createOwner } from '../support/owner.js';
import { pictureOptions } from '../support/pictures/picture-options.js';
import { decodePng, type Pixels } from '../support/pictures/pixels.js';
import { readPdf } from '../support/pictures/read-pdf.js';
import { recordLog } from '../support/recorded-log.js';
import { tilesOf } from '../support/street-tiles.js';
import { gridTown } from '../support/town.js';
import { networkOf } from '../support/town-network.js';

const SATELLITE = { tilesUrl: null, tileDirectory: '' };
const { sql, url, createMap } = await createOwner(t);
const { log, entries } = recordLog();
const renderers = new Renderers({
  databaseUrl: url,
  satellite: SATELLITE,
  version: () => '1',
  log,
  processes: 1,
});
t.teardown(() => renderers.close());
const directory = t.testdir();

async function draw(mapId: number, options: Partial<PictureOptions> = {}, mapName = 'Map'): Promise<Buffer> {
  const file = join(directory, 'picture');
  const order = { mapId, mapName, options: pictureOptions({ preset: 'pin_coverage', ...options }) };
  const { bytes } = await renderers.render(order, file, new AbortController().signal);
  const picture = readFileSync(file);
  const head = order.options.format === 'pdf' ? '%PDF-' : '\u0089PNG\r';
  if (picture.length !== bytes || !picture.toString('latin1').startsWith(head))
    throw new Error(`no ${order.options.format} of ${bytes} bytes`);
  return picture;
}

/** How many pixels have this colour, exactly. */
function pixelsOf({ data }: Pixels, color: string): number {
  const wanted = Number.parseInt(color.slice(1), 16);
  let pixels = 0;
  for (let at = 0; at < data.length; at += 4)
    if (((data[at]! << 16) | (data[at + 1]! << 8) | data[at + 2]!) === wanted) pixels++;
  return pixels;
}
const RED = '#fa081d';
const BLUE = '#0b63f8';

async function mapOf(rows: readonly Record<string, unknown>[]): Promise<number> {
  const map = await createMap();
  const whole = rows.map((row) => ({ name: 'A', type: 'pin', lng: 2, lat: 1, color: 'red', ...row }));
  await sql`
    INSERT INTO markers (map_id, id, name, type, lng, lat, cell, color, category, radius, region_source)
    SELECT ${map}, nextval('marker_ids'), r.name, r.type, r.lng, r.lat, 0, r.color, r.category, r.radius, r.region_source
    FROM json_populate_recordset(NULL::markers, ${JSON.stringify(whole)}::text::json) r`;
  await sql`SELECT add_counts(${map}, ${rows.length}, 0)`;
  return map;
}

t.test(
  'a map of the database becomes a PNG of its paper, and the log tells where the time went',
  async (t) => {
    const map = await mapOf([
      { lng: -100, lat: 40 },
      { lng: -90, lat: 35, color: 'blue' },
    ]);
    const picture = await draw(map, { preset: 'us' }, 'Two places');
    const pixels = decodePng(picture);
    t.same([pixels.width, pixels.height], [2200, 1700]);
    t.ok(pixelsOf(pixels, RED) > 50);
    t.ok(pixelsOf(pixels, BLUE) > 50);
    t.match(
      entries.find(({ msg }) => msg === 'drew a picture'),
      { mapId: map, preset: 'us', markers: 2, bytes: picture.length, ms: { markers: Number, write: Number } },
    );
  },
);

const UPRIGHT = { preset: 'regions', format: 'pdf', paper_size: 'a4', orientation: 'portrait' } as const;

t.test('maps that are hard to frame: no markers, one place, the antimeridian, the poles', async (t) => {
  // Every other one upright as a PDF: from the scene on nothing knows of frames.
  const maps = [
    [],
    [{ lng: 179.9 }, { lng: -179.9 }, { lng: 180, lat: 2 }, { lng: -180, lat: 3 }],
    [
      { lat: -89.9999, lng: 1e-9 },
      { lat: -89.9999, lng: -179 },
    ],
    [-180, -90, 0, 90, 180].flatMap((lng) => [-90, -45, 0, 45, 90].map((lat) => ({ lng, lat }))),
    [{ type: 'circle', radius: 12_500, lat: 89 }],
    [{ type: 'country', region_source: 'naturalearth/country/FJ' }],
  ];
  for (const [index, rows] of maps.entries()) await draw(await mapOf(rows), index % 2 === 0 ? {} : UPRIGHT);
  t.pass('they are drawn');
});

t.test('a map all over the world in the presets that leave some of it out', async (t) => {
  const map = await mapOf([
    { lng: -150, lat: 61 },
    { lng: -157, lat: 21 },
    { lng: 151, lat: -34 },
  ]);
  for (const preset of ['world', 'us'] as const) await draw(map, { preset });
  t.pass('it is drawn');
});

t.test('regions are drawn in the colours of their markers, without pins', async (t) => {
  const map = await mapOf([
    { type: 'us_state', region_source: 'census/us_state/56', color: 'red', lng: -107, lat: 43 },
    { color: 'blue', lng: -107, lat: 43 },
  ]);
  t.equal(pixelsOf(decodePng(await draw(map, { preset: 'regions' })), BLUE), 0);
  t.ok(pixelsOf(decodePng(await draw(map)), BLUE) > 50);
});

t.test('a picture names the sources of its places and of the values that it is classed by', async (t) => {
  const map = await mapOf([
    { type: 'country', region_source: 'naturalearth/country/FR', category: '80 – 85' },
  ]);
  const subjectOf = async () => readPdf(await draw(map, UPRIGHT)).info.Subject;
  t.equal(await subjectOf(), 'Made with Natural Earth; GeoNames');
  await sql`INSERT INTO legend_entries (map_id, layer_id, name, color, ordering)
    SELECT map_id, id, '80 – 85', 'red', 0 FROM layers WHERE map_id = ${map}`;
  await sql`INSERT INTO choropleth_ranges (map_id, key, heading, classes)
    VALUES (${map}, gen_random_uuid(), 'Life expectancy (years)', '[{"label":"80 – 85"}]')`;
  t.equal(await subjectOf(), 'Made with Natural Earth; GeoNames; Free material from GAPMINDER.ORG');
});

t.test('the map of a town has the streets of a loaded network, and names their source', async (t) => {
  const { nodes, ways } = gridTown(8, 8, 200, { highway: 'primary' });
  const file = writeOsmPbf(nodes, ways);
  const { stored, packed } = networkOf('town', file);
  const { water, lines } = streetStyle(MAP_STYLE);
  const map = await mapOf([
    { lng: -0.003, lat: -0.002 },
    { lng: 0.003, lat: 0.002 },
  ]);
  const namesSource = async (): Promise<boolean> =>
    (await draw(map, { format: 'pdf' })).includes(Buffer.from('OpenStreetMap', 'utf16le').swap16());
  const before = decodePng(await draw(map));
  t.equal(pixelsOf(before, water!.color), 0, 'no sea, where the embedded data have one');
  t.equal(pixelsOf(before, lines.primary!.fill.color), 0);
  t.notOk(await namesSource());
  await storeRoads(url, stored, packed, undefined, await tilesOf(file));
  t.ok(pixelsOf(decodePng(await draw(map)), lines.primary!.fill.color) > 5_000);
  t.ok(await namesSource());
  await draw(map, { map_type: 'satellite' });
  await removeRoads(sql, 'town');
});

t.test('texts that are hard to write', async (t) => {
  const texts = [
    'x'.repeat(100_000),
    '<script>&amp;</text>]]> \ud800 lone \udfff \u0001\u0007\u001b[31m\t\n\r',
    '\u202eright to left\u202c \u200f עברית العربية हिन्दी ไทย 中文 日本語 한국어 🏔️👨‍👩‍👧‍👦',
    `Z${'\u0300'.repeat(1000)}algo`,
    ' ',
  ];
  const names = texts.map((text) => text.toWellFormed().slice(0, 32_000));
  const map = await mapOf(names.map((name, index) => ({ name, lng: 3 * index, category: name })));
  for (const name of names)
    await sql`INSERT INTO legend_entries (map_id, layer_id, name, color, ordering)
      SELECT map_id, id, ${name}, 'red', 0 FROM layers WHERE map_id = ${map}`;
  for (const [format, title] of [
    ['png', texts[0]],
    ['pdf', texts[1]],
  ] as const)
    await draw(map, { format, legend: true, labels: true }, title);
  t.pass('they are drawn');
});

t.test('as many labels as are read', async (t) => {
  const map = await createMap();
  await sql`INSERT INTO markers (map_id, id, name, type, lng, lat, cell, color)
    SELECT ${map}, i, 'Place ' || i, 'pin', (i % 400) / 10.0, (i / 400) / 10.0, 0, 'red' FROM generate_series(1, 50000) i`;
  await sql`SELECT add_counts(${map}, 50000, 0)`;
  await draw(map, { labels: true });
  t.pass('they are drawn');
});

t.test('a map that is away, and a database, fail without a picture', async (t) => {
  t.equal(pixelsOf(decodePng(await draw(999_999)), RED), 0);
  const order = { mapId: 1, mapName: '', options: pictureOptions({ preset: 'us' }) };
  const databaseUrl = 'postgres://a:b@127.0.0.1:9/c';
  await t.rejects(
    drawPicture({
      number: 1,
      databaseUrl,
      satellite: SATELLITE,
      job: order,
      trace: null,
      toFile: join(directory, 'none'),
      deadlineMs: 10_000,
      mostCpuMs: 60_000,
    }),
    { code: 'ECONNREFUSED' },
  );
});

t.test('the version of pictures has no blanks, and changes with what was loaded', async (t) => {
  const built = { version: 'abc us_zip:1 country:2' };
  t.match(pictureVersion(built, null), /^\d+-abc-us_zip:1-country:2$/);
  t.not(
    pictureVersion(built, 'https://a.example/{z}/{x}/{y}'),
    pictureVersion(built, 'https://b.example/{z}/{x}/{y}'),
  );
  t.not(pictureVersion(built, null, 'porto:1'), pictureVersion(built, null, 'porto:2'));
});
