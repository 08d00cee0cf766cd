import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec';
import t from 'tap';
import { tileX, tileY } from '../../src/tiles/tile-place.js';
import { startTestApp } from '../support/app.js';
import { fetchDocumented } from '../support/documented.js';
import { readTile, type TileFeature } from '../support/read-tile.js';

const service = await startTestApp(t);
const nobody = service.clientWith('');

const getTile = async (place: string, headers: Record<string, string> = {}) => {
  const address = `${service.app.publicUrl}/tiles/base/${place}.mvt`;
  const response = await fetchDocumented(address, { headers });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, layers: readTile(bytes), bytes };
};

/**
 * Tells whether a point lies in polygons, by the winding that the format asks for: outer rings count, and
 * holes count off.
 */
function isIn(features: readonly TileFeature[] = [], z: number, lng: number, lat: number): boolean {
  const [px, py] = [tileX(lng), tileY(lat)].map((share) => ((share * 2 ** z) % 1) * 4096) as [number, number];
  let turns = 0;
  for (const { geometry } of features)
    for (const ring of geometry)
      for (const [at, [bx, by]] of ring.entries()) {
        const [ax, ay] = ring.at(at - 1)!;
        if (ay > py !== by > py && px < ax + ((py - ay) / (by - ay)) * (bx - ax)) turns += by > ay ? 1 : -1;
      }
  return turns !== 0;
}
const tileOf = (z: number, lng: number, lat: number): string =>
  [z, ...[tileX(lng), tileY(lat)].map((share) => Math.floor(share * 2 ** z))].join('/');

t.test('the base map has land where land is, and water where water is, without a key', async (t) => {
  const POINTS = {
    land: [
      [16.37, 48.2],
      [-98, 39],
      [178, 68],
      [-175, 66],
      [0, -80],
      [134, -25],
    ],
    water: [
      [-30, 30],
      [51, 42],
      [-87, 44],
      [-179, 20],
    ],
  } as const;
  for (const z of [0, 2, 6])
    for (const [kind, points] of Object.entries(POINTS))
      for (const [lng, lat] of points) {
        const { status, layers } = await getTile(tileOf(z, lng, lat));
        t.ok(status === 200 || status === 204);
        const isLand = isIn(layers.land, z, lng, lat) && !isIn(layers.water, z, lng, lat);
        t.equal(isLand, kind === 'land', `${z}: ${lng} ${lat}`);
      }
});

t.test('it has borders, and the largest places by name, each in one tile', async (t) => {
  const { layers, headers, bytes } = await getTile('5/17/11');
  t.ok(bytes.length < 500_000);
  t.equal(headers.get('cache-control'), 'public, max-age=3600');
  const namesOf = (features: TileFeature[] = []) => features.map(({ properties: { name } }) => name);
  t.ok(namesOf(layers.places).includes('Vienna'));
  t.ok(layers.borders!.some(({ properties }) => properties.admin_level === 2));
  const far = new Map<unknown, number>();
  for (const place of [
    '2/0/0',
    '2/0/1',
    '2/0/2',
    '2/0/3',
    '2/1/0',
    '2/1/1',
    '2/1/2',
    '2/1/3',
    '2/2/0',
    '2/2/1',
    '2/2/2',
    '2/2/3',
    '2/3/0',
    '2/3/1',
    '2/3/2',
    '2/3/3',
  ])
    for (const { properties } of (await getTile(place)).layers.places ?? [])
      if (properties.kind === 'country') far.set(properties.name, (far.get(properties.name) ?? 0) + 1);
  t.ok(far.has('Austria'));
  t.same(
    [...far.values()].filter((count) => count > 1),
    [],
  );
  const counties = (await getTile('7/30/48')).layers.borders!.map(({ properties }) => properties.admin_level);
  t.same([...new Set(counties)].sort(), [4, 6]);
});

t.test('tiles have tags, and there are none beyond the zooms', async (t) => {
  const etag = (await getTile('3/4/2')).headers.get('etag')!;
  const again = await getTile('3/4/2', { 'if-none-match': etag });
  t.same([again.status, again.headers.get('cache-control')], [304, 'public, max-age=3600']);
  t.equal((await getTile('12/2200/1400')).status, 204, 'no streets are loaded');
  const beyond = await nobody('GET', '/tiles/base/15/0/0.mvt');
  t.same([beyond.status, beyond.body.error.code], [400, 'BAD_REQUEST']);
});

t.test('the styles are valid, name their sources, and need no glyphs and no sprite', async (t) => {
  for (const theme of ['light', 'dark']) {
    const { status, body } = await nobody('GET', `/tiles/style.json?theme=${theme}`);
    t.equal(status, 200);
    t.same(
      validateStyleMin(body).map(({ message }) => message),
      [],
    );
    t.same([body.glyphs, body.sprite, Object.keys(body.sources)], [undefined, undefined, ['base']]);
    t.same(body.sources.base.tiles, [`${service.app.publicUrl}/tiles/base/{z}/{x}/{y}.mvt`]);
    t.match(body.sources.base.attribution, /Natural Earth.*GeoNames/);
  }
  t.equal((await nobody('GET', '/tiles/style.json?theme=pink')).status, 400);
});

t.test("an operator's own style is where the answer leads", async (t) => {
  const other = await startTestApp(t, { BASE_MAP_STYLE_URL: 'https://maps.example.com/style.json' });
  const response = await fetchDocumented(`${other.app.publicUrl}/tiles/style.json`, { redirect: 'manual' });
  t.same([response.status, response.headers.get('location')], [302, 'https://maps.example.com/style.json']);
});
