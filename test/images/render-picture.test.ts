import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import t from 'tap';
import { pictureVersion } from '../../src/images/picture-version.js';
import { Renderers } from '../../src/images/renderers.js';
import type { PictureOptions } from '../../src/render/options.js';
import { createOwner } from '../support/owner.js';
import { recordLog } from '../support/recorded-log.js';

const { sql, url, createMap } = await createOwner(t);
const { log, entries } = recordLog();
const renderers = new Renderers({
  databaseUrl: url,
  satellite: { tilesUrl: null, tileDirectory: '' },
  version: () => '1',
  log,
  processes: 1,
});
t.teardown(() => renderers.close());
const directory = t.testdir();

const DEFAULTS: PictureOptions = {
  preset: 'pin_coverage',
  format: 'png',
  map_type: 'map',
  paper_size: 'letter',
  orientation: 'landscape',
  legend: false,
  title: true,
  labels: false,
};

async function draw(mapId: number, options: Partial<PictureOptions> = {}, mapName = 'Map'): Promise<Buffer> {
  const file = join(directory, 'picture');
  const order = { mapId, mapName, options: { ...DEFAULTS, ...options } };
  const { bytes } = await renderers.render(order, file, new AbortController().signal);
  const picture = readFileSync(file);
  const head = order.options.format === 'pdf' ? '%PDF-' : '\u0089PNG\r';
  if (picture.length !== bytes || !picture.toString('latin1').startsWith(head))
    throw new Error(`no ${order.options.format} of ${bytes} bytes`);
  return picture;
}

/** How many pixels have this colour, exactly. */
function pixelsOf(picture: Buffer, color: string): number {
  const { data } = PNG.sync.read(picture);
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
    const { width, height } = PNG.sync.read(picture);
    t.same([width, height], [2200, 1700]);
    t.ok(pixelsOf(picture, RED) > 50);
    t.ok(pixelsOf(picture, BLUE) > 50);
    t.match(
      entries.find(({ msg }) => msg === 'picture drawn'),
      { mapId: map, preset: 'us', markers: 2, bytes: picture.length, ms: { markers: Number, write: Number } },
    );
  },
);

t.test('maps that are hard to frame: no markers, one place, the antimeridian, the poles', async (t) => {
  const maps = [
    [],
    [{}],
    Array.from({ length: 1000 }, () => ({ lng: 13.4, lat: 52.5 })),
    [{ lng: 179.9 }, { lng: -179.9 }, { lng: 180, lat: 2 }, { lng: -180, lat: 3 }],
    [{ lat: 90 }, { lat: -90 }],
    [{ lat: 90 }],
    [
      { lat: -89.9999, lng: 1e-9 },
      { lat: -89.9999, lng: -179 },
    ],
    [-180, -90, 0, 90, 180].flatMap((lng) => [-90, -45, 0, 45, 90].map((lat) => ({ lng, lat }))),
    [{ type: 'circle', radius: 12_500, lat: 89 }],
    [{ type: 'circle', radius: 1e-9, lng: 180 }],
    [{ type: 'country', region_source: 'naturalearth/country/FJ' }],
    [{ type: 'country', region_source: 'naturalearth/country/AQ' }],
    [{ type: 'country', region_source: 'naturalearth/country/RU' }],
  ];
  for (const rows of maps) {
    const map = await mapOf(rows);
    await draw(map);
    await draw(map, { format: 'pdf', preset: 'regions', paper_size: 'a4', orientation: 'portrait' });
  }
  t.pass('they are drawn');
});

t.test('a map all over the world in every preset', async (t) => {
  const map = await mapOf([
    { lng: -150, lat: 61 },
    { lng: -157, lat: 21 },
    { lng: 151, lat: -34 },
  ]);
  for (const preset of ['pin_coverage', 'regions', 'world', 'us'] as const) await draw(map, { preset });
  t.pass('it is drawn');
});

t.test('regions are drawn in the colours of their markers, without pins', async (t) => {
  const map = await mapOf([
    { type: 'us_state', region_source: 'census/us_state/56', color: 'red', lng: -107, lat: 43 },
    { color: 'blue', lng: -107, lat: 43 },
  ]);
  const regions = await draw(map, { preset: 'regions' });
  t.equal(pixelsOf(regions, BLUE), 0);
  t.ok(pixelsOf(await draw(map), BLUE) > 50);
});

t.test('texts that are hard to write', async (t) => {
  const texts = [
    'x'.repeat(100_000),
    '<script>&amp;</text>]]>',
    '\u202eright to left\u202c \u200f עברית العربية हिन्दी ไทย 中文 日本語 한국어 🏔️👨‍👩‍👧‍👦',
    '\ud800 lone \udfff',
    `Z${'\u0300'.repeat(1000)}algo`,
    '\u0001\u0007\u001b[31m\t\n\r',
    ' ',
  ];
  for (const text of texts) {
    const name = text.toWellFormed().slice(0, 32_000);
    const map = await mapOf([
      { name, category: name },
      { name, lng: 3, category: name },
    ]);
    await sql`INSERT INTO legend_entries (map_id, layer_id, name, color, ordering)
      SELECT map_id, id, ${name}, 'red', 0 FROM layers WHERE map_id = ${map}`;
    for (const format of ['png', 'pdf'] as const)
      await draw(map, { format, legend: true, labels: true }, text);
  }
  t.pass('they are drawn');
});

t.test('as many labels as are read', async (t) => {
  const map = await createMap();
  await sql`INSERT INTO markers (map_id, id, name, type, lng, lat, cell, color)
    SELECT ${map}, i, 'Place ' || i, 'pin', (i % 400) / 10.0, (i / 400) / 10.0, 0, 'red' FROM generate_series(0, 59999) i`;
  await sql`SELECT add_counts(${map}, 60000, 0)`;
  for (const format of ['png', 'pdf'] as const) await draw(map, { format, labels: true });
  t.pass('they are drawn');
});

t.test('a map that is away, and a database, fail without a picture', async (t) => {
  const empty = await draw(999_999);
  t.equal(pixelsOf(empty, RED), 0);
  const away = new Renderers({
    databaseUrl: 'postgres://a:b@127.0.0.1:9/c',
    satellite: { tilesUrl: null, tileDirectory: '' },
    version: () => '1',
    log,
    processes: 1,
  });
  t.teardown(() => away.close());
  await t.rejects(
    away.render(
      { mapId: 1, mapName: '', options: DEFAULTS },
      join(directory, 'none'),
      new AbortController().signal,
    ),
    { code: 'ECONNREFUSED' },
  );
});

t.test('the version of pictures has no blanks, and changes with what was loaded', (t) => {
  const built = { version: 'abc us_zip:1 country:2' };
  t.match(pictureVersion(built, null), /^\d+-abc-us_zip:1-country:2$/);
  t.not(
    pictureVersion(built, 'https://a.example/{z}/{x}/{y}'),
    pictureVersion(built, 'https://b.example/{z}/{x}/{y}'),
  );
  t.end();
});
