import pg from 'pg';
import t from 'tap';
import { LAYERS } from '../../src/geo/streets/layers.js';
import { E7 } from '../../src/geo/streets/plane.js';
import { type StreetTiles, TileCutter } from '../../src/geo/streets/tiles.js';
import { connect } from '../../src/store/client.js';
import { readTiles } from '../../src/store/road-tiles.js';
import { readStoredRoads, removeRoads, storeRoads } from '../../src/store/roads.js';
import { createDatabase } from '../support/database.js';
import { townNetwork } from '../support/town-network.js';

const { url } = await createDatabase(t);
const sql = connect(url, { applicationName: 'test', maxConnections: 1, statementTimeoutMs: 30_000 });
t.teardown(() => sql.end({ timeout: 5 }));
const client = new pg.Client(url);
await client.connect();
t.teardown(() => client.end());

const { stored, packed } = townNetwork('town', 4);
const [motorway, minor, path] = (['motorway', 'minor', 'path'] as const).map((name) => LAYERS.indexOf(name));

/** Ways of a layer side by side in one tile. */
function tilesOf(ways: ReadonlyMap<number, number>): StreetTiles {
  const cutter = new TileCutter();
  for (const [layer, count] of ways)
    for (let way = 0; way < count; way++)
      cutter.line(
        layer,
        [0.001, 0.001 + way / 1e7, 0.002, 0.001 + way / 1e7].map((degrees) => degrees * E7),
      );
  return cutter.finish();
}
const RANGE = { level: 0, columns: [2879, 2880], bottom: 1439, top: 1440 };
const layersOf = async (mostPoints: number): Promise<number[]> =>
  (await readTiles(client, RANGE, [motorway!, minor!, path!], mostPoints)).map(({ layer }) => layer);
const tileCount = async (): Promise<number> => {
  const [row] = await sql<[{ count: number }]>`SELECT count(*)::int AS count FROM road_tiles`;
  return row.count;
};

t.test('a network without tiles stays usable, and pictures show nothing of it', async (t) => {
  await storeRoads(url, stored, packed);
  t.match(await readStoredRoads(sql), [{ name: 'town', tileBytes: null }]);
  t.same(await layersOf(1_000), []);
});

t.test('of a hundred thousand ways in a frame a picture reads the important ones', async (t) => {
  const tiles = tilesOf(
    new Map([
      [motorway!, 100],
      [minor!, 1_000],
      [path!, 100_000],
    ]),
  );
  let bytes = 0;
  await storeRoads(url, stored, packed, (done) => (bytes = done), tiles);
  t.equal(bytes, packed.length + tiles.bytes.length);
  t.match(await readStoredRoads(sql), [{ tileBytes: tiles.bytes.length }]);
  t.same(await layersOf(250_000), [motorway, minor, path]);
  t.same(await layersOf(199_999), [motorway, minor]);
  t.same(await layersOf(2_199), [motorway]);
  t.same(await layersOf(10), []);
  t.same(await readTiles(client, { ...RANGE, columns: [0] }, [motorway!], 1_000), [], 'elsewhere');
});

t.test('a network that replaces another one replaces its tiles, and they leave with it', async (t) => {
  await storeRoads(url, stored, packed, undefined, tilesOf(new Map([[minor!, 2]])));
  t.same(await layersOf(1_000), [minor]);
  t.equal(await tileCount(), 2, 'one a level');
  t.ok(await removeRoads(sql, 'town'));
  t.equal(await tileCount(), 0);
});
