import t from 'tap';
import { FairQueue } from '../../src/base/threads/fair-queue.js';
import { NO_GEODATA } from '../../src/geo/geodata.js';
import { finishTile } from '../../src/tiles/drawn-tile.js';
import { type AskedMap, MapTiles } from '../../src/tiles/map-tiles.js';
import { keyOf } from '../../src/tiles/pin-set.js';
import { type TileAddress, tileX, tileY } from '../../src/tiles/tile-place.js';

const PLACE = { z: 0, x: 0, y: 0 };
const ALL = { category: null, text: null };

/** Markers in the first six tiles of zoom 4. */
const KEYS = Float64Array.from([0, 1, 2, 3, 4, 5], (x) => keyOf(x * 22.5 - 170, 84)).sort();

/** Threads that read maps of this many markers, and note what they are asked. */
function tilesOf({
  markers = 1,
  expiresAtMs = Number.POSITIVE_INFINITY,
  fails = (): boolean => false,
  before = async (_name: string): Promise<void> => {},
} = {}) {
  const asked: string[] = [];
  const read = (mapId: number) => ({
    mapId,
    pins: { keys: KEYS, ids: { length: markers }, colors: new Uint16Array(0) },
    ...{ fills: [], areas: null, areaTypes: [], bounds: null, expiresAtMs, bytes: 1000 },
  });
  const threads = {
    for: ({ accountId }: { accountId: number }) => ({
      run: async (name: string, { mapId, places = [] }: { mapId?: number; places?: TileAddress[] }) => {
        asked.push(`${name} ${accountId}`);
        await before(name);
        if (fails()) throw new Error('the thread is gone');
        return name === 'readMapSource' ? read(mapId!) : places.map(() => finishTile(new Uint8Array(3)));
      },
    }),
  };
  const turns = new FairQueue({ what: 'tiles', limit: 2 });
  const options = { threads, turns, geodata: { current: NO_GEODATA } };
  const tiles = new MapTiles(options as unknown as ConstructorParameters<typeof MapTiles>[0]);
  return { tiles, turns, asked };
}

const map = (changes: Partial<AskedMap> = {}): AskedMap => ({
  accountId: 1,
  mapId: 1,
  state: 's',
  filter: ALL,
  request: { signal: new AbortController().signal },
  ...changes,
});

t.test('a map is read once for each state and filter, and a tile drawn once', async (t) => {
  const { tiles, asked } = tilesOf();
  const [one, other] = await Promise.all([tiles.tile(map(), PLACE), tiles.tile(map(), PLACE)]);
  t.equal(one, other);
  await tiles.tile(map(), PLACE);
  t.same(asked, ['readMapSource 1', 'drawMapTiles 1']);
  await tiles.source(map({ filter: { ...ALL, category: 'x' } }));
  await tiles.tile(map({ state: 'later' }), PLACE);
  t.same(asked.slice(2), ['readMapSource 1', 'readMapSource 1', 'drawMapTiles 1']);
});

t.test('a large map that has just been read is shown as it was, a small one is not', async (t) => {
  for (const [markers, reads] of [
    [50_000, 2],
    [50_001, 1],
  ] as const) {
    const { tiles } = tilesOf({ markers });
    const now = performance.now.bind(performance);
    let atMs = 0;
    performance.now = () => {
      atMs += 1000;
      return atMs;
    };
    try {
      await tiles.source(map());
      await tiles.source(map({ state: 'later' }));
      t.equal(tiles.counts.read, reads, String(markers));
      for (let i = 0; i < 10; i++) performance.now();
      await tiles.source(map({ state: 'later' }));
      t.equal(tiles.counts.read, 2, 'for some time');
    } finally {
      performance.now = now;
    }
  }
});

t.test('a map is read anew when a marker has expired', async (t) => {
  const { tiles } = tilesOf({ expiresAtMs: Date.now() - 1 });
  await tiles.source(map());
  await tiles.source(map());
  t.equal(tiles.counts.read, 2);
});

t.test('a map of too many markers is refused, and not read again until it changes', async (t) => {
  const { tiles } = tilesOf({ markers: 5_000_001 });
  for (const ask of [() => tiles.tile(map(), PLACE), () => tiles.source(map())])
    await t.rejects(ask() as Promise<unknown>, { code: 'BAD_REQUEST', message: /over 5000000 markers/ });
  t.equal(tiles.counts.read, 1);
});

t.test('what fails is tried again with the next request', async (t) => {
  let isGone = true;
  const { tiles } = tilesOf({ fails: () => isGone });
  await t.rejects(tiles.tile(map(), PLACE), /gone/);
  isGone = false;
  t.equal((await tiles.tile(map(), PLACE)).bytes.length, 3);
});

t.test('a tile in which nothing lies takes no turn', async (t) => {
  const { tiles, asked } = tilesOf();
  t.equal((await tiles.tile(map(), { z: 4, x: 6, y: 0 })).bytes.length, 0);
  t.same(asked, ['readMapSource 1']);
  await tiles.tile(map(), { z: 4, x: 5, y: 0 });
  t.same(asked.slice(1), ['drawMapTiles 1']);
});

/** A gate that is shut until it is opened. */
function gate() {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

t.test(
  'tiles that nobody waits for any more give their turns up, and those of others are drawn',
  async (t) => {
    const { open, opened } = gate();
    const { tiles, turns, asked } = tilesOf({
      before: (name) => (name === 'drawMapTiles' ? opened : Promise.resolve()),
    });
    await tiles.source(map());
    const [panning, other] = [new AbortController(), new AbortController()];
    const ask = (x: number, by: AbortController) => tiles.tile(map({ request: by }), { z: 4, x, y: 0 });
    const first = ask(0, panning);
    const passed = [1, 2, 3, 4].map((x) => ask(x, panning));
    const shared = ask(4, other);
    await new Promise(setImmediate);
    t.equal(turns.waiting, 4);
    panning.abort(new Error('gone'));
    for (const left of passed.slice(0, 3)) await t.rejects(left, /gone/);
    t.equal(turns.waiting, 1);
    await t.rejects(ask(5, panning), /gone/);
    const again = ask(1, other);
    open();
    await Promise.all([first, shared, passed[3], again]);
    t.equal(tiles.counts.drawn, 3);
    t.equal(asked.filter((what) => what.startsWith('draw')).length, 2, 'those that waited in one task');
  },
);

t.test('a task of a thread draws 16 tiles at most, and fails those alone', async (t) => {
  const { open, opened } = gate();
  let draws = 0;
  const { tiles, turns, asked } = tilesOf({
    before: (name) => (name === 'drawMapTiles' ? opened : Promise.resolve()),
    fails: () => asked.at(-1) === 'drawMapTiles 1' && ++draws === 2,
  });
  await tiles.source(map());
  // Each of the six markers is in a tile of zooms 4 to 6.
  const places = [4, 5, 6].flatMap((z) =>
    [0, 1, 2, 3, 4, 5].map((at) => {
      const [x, y] = [tileX(at * 22.5 - 170), tileY(84)].map((share) => Math.floor(share * 2 ** z));
      return { z, x: x!, y: y! };
    }),
  );
  const drawn = places.map((place) => tiles.tile(map(), place));
  await new Promise(setImmediate);
  t.equal(turns.waiting, places.length - 1);
  open();
  const outcomes = await Promise.allSettled(drawn);
  t.equal(outcomes.filter(({ status }) => status === 'rejected').length, 16);
  t.same(asked.length, 1 + 3, 'the map, and 1, 16 and 1 tiles');
  t.equal(turns.waiting, 0);
  await Promise.all(places.map((place) => tiles.tile(map(), place)));
  t.equal(tiles.counts.drawn, places.length);
});

t.test('a thousand tiles that are asked for at once are drawn, each once', async (t) => {
  const { tiles, asked } = tilesOf();
  const places = [4, 5, 6, 7, 8, 9].flatMap((z) => {
    const [y, size] = [Math.floor(tileY(84) * 2 ** z), 2 ** z];
    return Array.from({ length: size }, (_, x) => ({ z, x, y }));
  });
  t.ok(places.length > 1000);
  const drawn = await Promise.all([...places, ...places].map((place) => tiles.tile(map(), place)));
  // Each of the six markers is in one tile of a zoom.
  t.equal(drawn.filter(({ bytes }) => bytes.length > 0).length, 2 * 6 * 6);
  t.equal(tiles.counts.drawn, 6 * 6);
  t.ok(asked.length <= 1 + 1 + Math.ceil(35 / 16));
});

t.test('a caller who changed the map while others read it is shown the change', async (t) => {
  const { open, opened } = gate();
  const { tiles } = tilesOf({ before: () => opened });
  const before = tiles.source(map());
  const after = [tiles.source(map({ state: 'later' })), tiles.source(map({ state: 'later' }))];
  open();
  const [source, ...later] = await Promise.all([before, ...after]);
  t.not(later[0], source);
  t.equal(later[0], later[1]);
  t.equal(tiles.counts.read, 2);
});
