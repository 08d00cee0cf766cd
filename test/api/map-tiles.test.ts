import t from 'tap';
import { latOf, lngOf, tileX, tileY } from '../../src/tiles/tile-place.js';
import { type Client, importCsv, startTestApp } from '../support/app.js';
import { until } from '../support/cartload-process.js';
import { fetchDocumented } from '../support/documented.js';
import { readTile, type TileFeature } from '../support/read-tile.js';

const service = await startTestApp(t);
const authorization = await service.authorization();
const call = service.clientWith(authorization);

const newMap = async (client: Client = call): Promise<number> =>
  (await client('POST', '/maps', { name: 'M' })).body.id;

async function getTile(
  map: number,
  place: string,
  {
    query = '',
    headers = {},
    signal = null,
  }: { query?: string; headers?: Record<string, string>; signal?: AbortSignal | null } = {},
) {
  const response = await fetchDocumented(`${service.app.publicUrl}/maps/${map}/tiles/${place}.mvt${query}`, {
    headers: { authorization, ...headers },
    signal,
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const layers = response.ok ? readTile(bytes) : {};
  return { status: response.status, headers: response.headers, bytes, layers };
}

const markersOf = async (map: number, place: string, query = ''): Promise<TileFeature[]> =>
  (await getTile(map, place, { query })).layers.markers ?? [];

const tileAt = (z: number, lng: number, lat: number): string =>
  [z, ...[tileX(lng), tileY(lat)].map((share) => Math.floor(share * 2 ** z))].join('/');

const countOf = (markers: readonly TileFeature[]): number =>
  markers.reduce((sum, { properties }) => sum + Number(properties.count ?? 1), 0);

t.test('a tile of few markers has each of them, with the colour of the legend', async (t) => {
  const map = await newMap();
  const shop = { name: 'A', lat: 0, lng: 0, category: 'VIP' };
  const { body: a } = await call('POST', `/maps/${map}/markers`, shop);
  const { body: b } = await call('POST', `/maps/${map}/markers`, { name: 'B', lat: -45, lng: 90 });
  const { body: colors } = await call('GET', `/maps/${map}/colors`);
  const fillOf = (name: string): string =>
    colors.colors.find((color: { name: string }) => color.name === name).fill_color;
  const tile = await getTile(map, '0/0/0');
  t.equal(tile.status, 200);
  t.equal(tile.headers.get('content-type'), 'application/vnd.mapbox-vector-tile');
  t.equal(tile.headers.get('cache-control'), 'private, no-cache');
  t.same(Object.keys(tile.layers), ['markers']);
  const markers = tile.layers.markers!.sort((one, other) => one.id! - other.id!);
  t.same(markers[0], {
    id: a.id,
    properties: { id: a.id, name: 'A', type: 'pin', category: 'VIP', color: fillOf(a.color), pin: true },
    geometry: [[[2048, 2048]]],
  });
  t.same(markers[1]!.geometry, [[[3072, 2622]]]);
  t.equal(markers[1]!.id, b.id);
  t.equal(markers[1]!.properties.category, undefined);
  const empty = await getTile(map, '1/0/0');
  t.same([empty.status, empty.bytes.length], [204, 0]);
  t.same(
    (await markersOf(map, '16/32768/32768')).map(({ id, geometry }) => [id, geometry]),
    [[a.id, [[[0, 0]]]]],
    'a marker on a corner is in the tile to the south-east',
  );
});

t.test('the tiles of each zoom have all markers, those of a grid together with their colours', async (t) => {
  const map = await newMap();
  const rows = Array.from(
    { length: 3000 },
    (_, at) =>
      `P${at},${((at * 7919) % 1800) / 10 - 90},${((at * 104729) % 3601) / 10 - 180},${at % 3 === 0 ? 'x' : 'y'}`,
  );
  // A million in one place would be one point of the grid.
  const heap = Array.from({ length: 1500 }, (_, at) => `Q${at},48.2,16.37,x`);
  await importCsv(call, map, `name,lat,lng,category\n${[...rows, ...heap].join('\n')}\n`);
  const { marker_count } = (await call('GET', `/maps/${map}`)).body;
  t.equal(marker_count, 4500);
  for (let z = 0; z <= 3; z++) {
    let [count, ofColors] = [0, 0];
    for (let x = 0; x < 2 ** z; x++)
      for (let y = 0; y < 2 ** z; y++) {
        const markers = await markersOf(map, `${z}/${x}/${y}`);
        count += countOf(markers);
        for (const { properties } of markers) {
          if (properties.count === undefined) ofColors++;
          else {
            const shares: number[] = Object.values(JSON.parse(String(properties.colors)));
            ofColors += shares.reduce((sum, share) => sum + share);
            t.equal(Math.max(...shares), JSON.parse(String(properties.colors))[String(properties.color)]);
          }
        }
      }
    t.same([z, count, ofColors], [z, 4500, 4500]);
  }
  const [deep] = await markersOf(map, tileAt(16, 16.37, 48.2));
  t.match(deep, { properties: { count: 1500, pins: 1500 } });
  const { body: document } = await call('GET', `/maps/${map}/tiles.json`);
  t.match(document, { tilejson: '3.0.0', minzoom: 0, maxzoom: 16, marker_count: 4500, name: 'M' });
  t.equal(document.tiles[0], `${service.app.publicUrl}/maps/${map}/tiles/{z}/{x}/{y}.mvt`);
});

t.test('areas are polygons, each once, and their markers count at their points', async (t) => {
  const map = await newMap();
  for (const name of ['A', 'B'])
    await call('POST', `/maps/${map}/markers`, { name, type: 'us_state', lat: 39, lng: -98, address: {} });
  await call('POST', `/maps/${map}/markers`, {
    name: 'C',
    type: 'pinned_circle',
    lat: 0,
    lng: 180,
    radius: 100,
  });
  const { layers } = await getTile(map, '0/0/0');
  t.same(countOf(layers.markers!), 3);
  t.same(layers.markers!.map(({ properties: { name, pin } }) => [name, pin]).sort(), [
    ['A', false],
    ['B', false],
    ['C', true],
  ]);
  const shown = layers.areas!.map(({ properties: { name, type, count } }) => [name, type, count].join());
  // The circle lies on both edges of the earth, and beyond them.
  t.same([...new Set(shown)].sort(), ['A,us_state,2', 'C,pinned_circle,']);
  const ofCircle = (place: string) =>
    getTile(map, place).then(
      ({ layers }) => layers.areas!.find(({ properties }) => properties.name === 'C')!,
    );
  for (const place of ['6/63/31', '6/0/31']) {
    const { geometry } = await ofCircle(place);
    t.ok(
      geometry.flat().every(([x, y]) => x >= -64 && x <= 4160 && y >= -64 && y <= 4160),
      place,
    );
  }
  const { body: document } = await call('GET', `/maps/${map}/tiles.json`);
  t.equal(document.attribution, 'U.S. Census Bureau');
  const [west, , east] = document.bounds;
  t.same([west, east], [-180, 180]);
});

t.test('filters are those of the search, and expired markers are left out', async (t) => {
  const map = await newMap();
  const rows = ['Alpha,1,1,x,red', 'alphabet,2,2,y,al"pha', 'Beta,3,3,x,'];
  await importCsv(call, map, `name,lat,lng,category,note\n${rows.join('\n')}\n`);
  const namesOf = async (query: string): Promise<unknown[]> =>
    (await markersOf(map, '0/0/0', query)).map(({ properties }) => properties.name).sort();
  for (const query of [
    'q=ALPHA',
    'category=x',
    'q=alpha&category=x',
    'q=al%22pha',
    'q=%22',
    'q=',
    'category=z',
    'q=x',
  ]) {
    const { body } = await call('GET', `/maps/${map}/markers/search?${query}`);
    t.same(await namesOf(`?${query}`), body.data.map(({ name }: { name: string }) => name).sort(), query);
  }
  const { body: document } = await call('GET', `/maps/${map}/tiles.json?q=a%20b&category=x%26y`);
  t.match(document.tiles[0], /\.mvt\?category=x%26y&q=a\+b$/);
  t.equal(document.marker_count, 0);
  await service.app
    .sql`UPDATE markers SET expires_at = now() - interval '1 s' WHERE map_id = ${map} AND name = 'Beta'`;
  await call('PATCH', `/maps/${map}`, { name: 'Changed' });
  t.same(await namesOf(''), ['Alpha', 'alphabet']);
});

t.test('a tile has a strong tag, which stays while the tile does, and comes compressed', async (t) => {
  const map = await newMap();
  const rows = Array.from({ length: 100 }, (_, at) => `P${at},${at / 10},20,x`);
  await importCsv(call, map, `name,lat,lng,category\n${rows.join('\n')}\n`);
  const first = await getTile(map, '0/0/0', { headers: { 'accept-encoding': 'identity' } });
  const etag = first.headers.get('etag')!;
  t.match(etag, /^"[\w-]{27}"$/);
  t.equal(first.headers.get('content-encoding'), null);
  const zipped = await getTile(map, '0/0/0', { headers: { 'accept-encoding': 'gzip' } });
  t.equal(zipped.headers.get('content-encoding'), 'gzip');
  t.equal(zipped.headers.get('etag'), etag.replace(/"$/, '-gzip"'));
  t.ok(zipped.bytes.equals(first.bytes));
  for (const tag of [etag, zipped.headers.get('etag')!]) {
    const again = await getTile(map, '0/0/0', { headers: { 'if-none-match': tag } });
    t.same([again.status, again.headers.get('cache-control')], [304, 'private, no-cache']);
  }
  await call('POST', `/maps/${map}/markers`, { name: 'New', lat: -40, lng: -100 });
  const changed = await getTile(map, '0/0/0', { headers: { 'if-none-match': etag } });
  t.equal(changed.status, 200);
  const elsewhere = await getTile(map, '1/1/0', { headers: { 'accept-encoding': 'identity' } });
  await call('POST', `/maps/${map}/markers`, { name: 'Newer', lat: -40, lng: -100 });
  const same = await getTile(map, '1/1/0', { headers: { 'if-none-match': elsewhere.headers.get('etag')! } });
  t.equal(same.status, 304, 'of a tile in which nothing has changed');
});

t.test('whoever asks at once shares one drawing', async (t) => {
  const map = await newMap();
  await call('POST', `/maps/${map}/markers`, { name: 'A', lat: 1, lng: 2 });
  const { counts } = service.app.mapTiles;
  const before = { ...counts };
  const tiles = await Promise.all(Array.from({ length: 10 }, () => getTile(map, '3/4/3')));
  t.ok(tiles.every(({ layers }) => layers.markers?.length === 1));
  t.same({ ...counts }, { read: before.read + 1, drawn: before.drawn + 1 });
});

t.test(
  'many tiles at once are drawn, a change shows at once, and tiles that are given up cost nothing',
  async (t) => {
    const map = await newMap();
    const side = 32;
    const middle = (at: number): number => (at + 0.5) / side;
    const places = Array.from({ length: 192 }, (_, at) => [at % side, Math.floor(at / side)] as const);
    const rows = places.map(([x, y]) => `${x}/${y},${latOf(middle(y))},${lngOf(middle(x))},c`);
    await importCsv(call, map, `name,lat,lng,category\n${rows.join('\n')}\n`);
    const { tiles: turns, small } = service.app.work.queues;
    const ask = async ([x, y]: readonly [number, number], query = '', signal: AbortSignal | null = null) => {
      const { status, layers } = await getTile(map, `5/${x}/${y}`, { query, signal });
      return [status, layers.markers ?? []] as const;
    };
    const flood = places.map((place) => ask(place));
    const [first] = (await call('GET', `/maps/${map}/markers`)).body.data;
    await call('PATCH', `/maps/${map}/markers/${first.id}`, { name: 'Changed' });
    const [, [changed]] = await ask(places[0]!);
    t.equal(changed!.properties.name, 'Changed');
    const wrong = (await Promise.all(flood)).flatMap(([status, markers], at) => {
      const names = markers.map(({ properties }) => properties.name).join();
      const isRight = names === places[at]!.join('/') || (at === 0 && names === 'Changed');
      return status === 200 && isRight ? [] : [[at, status, names]];
    });
    t.same(wrong, []);
    const leaving = new AbortController();
    const left = places.map((place) => ask(place, '?category=c', leaving.signal));
    await Promise.race(left);
    leaving.abort();
    t.ok((await Promise.allSettled(left)).some(({ status }) => status === 'rejected'));
    await until(async () => turns.waiting + turns.running + small.waiting === 0);
    t.equal((await ask(places.at(-1)!, '?category=c'))[0], 200);
  },
);

t.test('tiles are those of the owner, and tiles that there cannot be are refused', async (t) => {
  const map = await newMap();
  const other = await service.client({ email: 'other@example.com' });
  for (const path of [
    `/maps/${map}/tiles.json`,
    `/maps/${map}/tiles/0/0/0.mvt`,
    `/maps/${map}/tiles/9/9999/0.mvt`,
  ])
    t.equal((await other('GET', path)).status, 404, path);
  const messageOf = async (place: string): Promise<unknown[]> => {
    const { status, body } = await call('GET', `/maps/${map}/tiles/${place}`);
    return [status, body.error.message];
  };
  t.same(await messageOf('17/0/0.mvt'), [
    400,
    'z must be 0 to 16, got 17: map libraries enlarge tiles of zoom 16 further in',
  ]);
  t.same(await messageOf('1/2/0.mvt'), [400, 'x must be 0 to 1 at zoom 1, got 2']);
  t.same(await messageOf('1/0/-1.mvt'), [400, 'y must be 0 to 1 at zoom 1, got -1']);
  t.match(await messageOf('a/0/0.mvt'), [404, /in the path, z must be/]);
  for (const place of ['0/0/0', '0/0/.mvt', '0/0/0.png']) t.equal((await messageOf(place))[0], 404, place);
  const readOnly = await service.client({ scope: 'read_only' });
  t.equal((await readOnly('GET', `/maps/${map}/tiles/0/0/0.mvt`)).status, 204);
});
