import t from 'tap';
import { twiceArea } from '../../../src/geo/flat-lines.js';
import { LAYERS, NAMES } from '../../../src/geo/streets/layers.js';
import { TileReader } from '../../../src/geo/streets/tile-bytes.js';
import { type OsmNode, type OsmWay, writeOsmPbf } from '../../support/osm-pbf.js';
import { listOf, tilesOf } from '../../support/street-tiles.js';
import { at, METERS_OF_DEGREE } from '../../support/town.js';

let ids = 0;
const nodes: OsmNode[] = [];
const ways: OsmWay[] = [];
/** A way through places, in metres east and north of 0, 0. */
function way(places: readonly (readonly [number, number])[], tags: Record<string, string>): number {
  const added = places.map(([east, north]) => at(++ids, east, north));
  nodes.push(...added);
  const isClosed = places.length > 3 && places[0]!.join() === places.at(-1)!.join();
  const refs = added.map(({ id }) => id);
  if (isClosed) refs[refs.length - 1] = refs[0]!;
  ways.push({ id: ++ids, refs, tags });
  return ids;
}
const square = (east: number, north: number, size: number): [number, number][] => [
  [east, north],
  [east, north + size],
  [east + size, north + size],
  [east + size, north],
  [east, north],
];

way(
  [
    [10, 10],
    [3_000, 10],
  ],
  { highway: 'motorway' },
);
way(
  [
    [10, 40],
    [300, 40],
  ],
  { highway: 'residential' },
);
way(
  [
    [10, 60],
    [300, 60],
  ],
  { highway: 'service', access: 'private' },
);
way(
  [
    [10, 60],
    [300, 60],
  ],
  { highway: 'footway', footway: 'sidewalk' },
);
way(
  [
    [10, 80],
    [300, 80],
  ],
  { highway: 'steps' },
);
way(
  [
    [10, 80],
    [300, 80],
  ],
  { highway: 'construction' },
);
way(
  [
    [10, 90],
    [300, 90],
  ],
  { power: 'line' },
);
way(
  [
    [10, 90],
    [300, 95],
  ],
  { waterway: 'river' },
);
way(
  [
    [10, 90],
    [300, 95],
  ],
  { waterway: 'river', tunnel: 'culvert' },
);
way(square(100, 100, 300), { leisure: 'park' });
way(square(100, 100, 300).slice(0, 4), { leisure: 'park' });
way(square(1_000, 100, 300), { building: 'yes' });
const [lakeLeft, lakeRight] = [
  way(
    [
      [2_000, 2_000],
      [2_000, 3_000],
      [3_000, 3_000],
    ],
    {},
  ),
  way(
    [
      [2_000, 2_000],
      [3_000, 2_000],
      [3_000, 3_000],
    ],
    { barrier: 'fence' },
  ),
];
// Both halves share their ends.
ways.at(-1)!.refs[0] = ways.at(-2)!.refs[0]!;
ways.at(-1)!.refs[2] = ways.at(-2)!.refs[2]!;
const island = way(square(2_300, 2_300, 400), {});
const relations = [
  {
    members: [
      { way: lakeLeft, role: 'outer' },
      { way: island, role: 'inner' },
      { way: lakeRight, role: 'outer' },
    ],
    tags: { type: 'multipolygon', natural: 'water' },
  },
  { members: [{ way: lakeLeft, role: 'outer' }], tags: { type: 'multipolygon', natural: 'water' } },
  { members: [{ way: lakeLeft, role: 'outer' }], tags: { type: 'route', natural: 'water' } },
];

const fileOf = (options = {}): Buffer => writeOsmPbf(nodes, ways, { relations, blockSize: 7, ...options });

t.test(
  'streets, water and parks are in the tiles of a file, however it is sorted, on any number of threads',
  async (t) => {
    const tiles = await tilesOf(fileOf());
    const near = listOf(tiles, 0);
    t.same([...new Set(near.map(({ name }) => name))].sort(), [
      ...['green', 'minor', 'motorway', 'path', 'river', 'service', 'water'],
    ]);
    t.same(
      listOf(tiles, 1).map(({ name }) => name),
      ['water', 'motorway', 'river', 'green', 'minor'],
      'a map of more than the town has no paths',
    );
    const pointsOf = (layer: string): number =>
      near.filter(({ name }) => name === layer).reduce((sum, { points }) => sum + points, 0);
    t.equal(pointsOf('path'), 2, 'the steps, and no pavement');
    t.equal(pointsOf('service'), 2);
    t.equal(pointsOf('river'), 2, 'no river below streets');
    t.equal(pointsOf('green'), 4, 'the park that is closed');
    for (const options of [{ unsorted: true }, { plainNodes: true }]) {
      const other = await tilesOf(fileOf(options), 2);
      t.same(other.keys, tiles.keys);
      t.ok(Buffer.from(other.bytes).equals(Buffer.from(tiles.bytes)), JSON.stringify(options));
    }
  },
);

t.test('a lake of two shores has its island', async (t) => {
  const [lake, ...more] = listOf(await tilesOf(fileOf()), 1).filter(({ name }) => name === 'water');
  t.same(more, []);
  const reader = new TileReader(lake!.bytes);
  t.equal(reader.number(), 2);
  const metres = (line: number[]): number[] =>
    line.map((degrees) => 10 * Math.round((degrees * METERS_OF_DEGREE) / 10));
  const lines = [reader.line(0, 0), reader.line(0, 0)].map(metres);
  t.same(new Set(lines[0]!), new Set([2_000, 3_000]));
  t.same(new Set(lines[1]!), new Set([2_300, 2_700]));
  t.notOk(reader.hasMore, 'the lake whose other shore the relation lacks is left out');
});

t.test('names of main streets are with their lines, joined where the file has them in pieces', async (t) => {
  const places = [0, 300, 600, 900].map((east, i) => at(i + 1, 100 + east, 100));
  const named = (id: number, refs: number[], tags: Record<string, string>): OsmWay => ({ id, refs, tags });
  const file = writeOsmPbf(places, [
    named(11, [1, 2], { highway: 'primary', name: 'Große Straße' }),
    named(12, [3, 2], { highway: 'primary', name: 'Große Straße' }),
    named(13, [3, 4], { highway: 'motorway', name: 'Autobahn', ref: 'A 1;E 30' }),
    named(14, [1, 3], { highway: 'primary_link', name: 'Rampe' }),
    named(15, [1, 4], { highway: 'residential', name: 'Gasse' }),
    named(16, [2, 4], { highway: 'tertiary', name: 'x'.repeat(300) }),
    named(17, [2, 4], { highway: 'secondary' }),
  ]);
  const tiles = await tilesOf(file);
  const names = listOf(tiles, 0)
    .filter(({ layer }) => layer === NAMES)
    .flatMap(({ bytes }) => {
      const reader = new TileReader(bytes);
      const found: [string, string, number][] = [];
      while (reader.hasMore)
        found.push([LAYERS[reader.number()]!, reader.text(), reader.line(0, 0).length / 2]);
      return found;
    });
  t.same(names, [
    // Three nodes on a straight line are two.
    ['primary', 'Große Straße', 2],
    ['motorway', 'A 1, E 30', 2],
  ]);
  t.notOk(listOf(tiles, 1).some(({ layer }) => layer === NAMES));
});

t.test('of a lake that the extract cuts the part within is there', async (t) => {
  /** Metres around the middle of an extract of 3,000 by 3,000, which lies within one tile. */
  const inTile = (id: number, east: number, north: number): OsmNode => at(id, 8_000 + east, 8_000 + north);
  const degrees = (metres: number): number => (8_000 + metres) / METERS_OF_DEGREE;
  const bounds: [number, number, number, number] = [
    degrees(-1_500),
    degrees(-1_500),
    degrees(1_500),
    degrees(1_500),
  ];
  // It comes from below, and leaves below.
  const bay: [number, number][] = [
    [200, -4_000],
    [200, 500],
    [1_200, 500],
    [1_200, -4_000],
  ];
  const square = async (
    shore: readonly [number, number][],
    street: readonly [number, number],
    { isBounded = true, isWay = false, isCut = true } = {},
  ): Promise<number> => {
    const refs = shore.map((_, i) => i + 1);
    const water = { natural: 'water' };
    const file = writeOsmPbf(
      [...shore, street, [street[0] + 50, street[1]] as const].map(([east, north], i) =>
        inTile(i + 1, east, north),
      ),
      [
        // The node 99 and the way 9 are in no file.
        { id: 8, refs: isWay ? [...refs, 99, 1] : refs, tags: isWay ? water : {} },
        { id: 10, refs: [refs.length + 1, refs.length + 2], tags: { highway: 'residential' } },
      ],
      {
        relations: [
          {
            members: (isCut ? [8, 9] : [8]).map((way) => ({ way, role: 'outer' })),
            tags: { type: isWay ? 'site' : 'multipolygon', ...water },
          },
        ],
        ...(isBounded && { bounds }),
      },
    );
    let area = 0;
    for (const { x, y, bytes, name } of listOf(await tilesOf(file), 1)) {
      const reader = new TileReader(bytes);
      while (name === 'water' && reader.hasMore)
        for (let rings = reader.number(); rings > 0; rings--)
          area -= twiceArea(reader.line(x / 4 - 180, y / 4 - 90)) / 2;
    }
    return Math.round((area * METERS_OF_DEGREE ** 2) / 100_000) / 10;
  };
  t.equal(await square(bay, [-500, 0]), 2, 'the bay');
  t.equal(await square(bay.toReversed(), [500, 0]), 7, 'around a cape: the street is on it');
  t.equal(await square(bay, [500, 0], { isWay: true }), 7, 'a way that lacks nodes');
  t.equal(await square(bay, [500, 0], { isBounded: false }), 4.5, 'a gap that is short');
  const slope: [number, number][] = [
    [200, -4_000],
    [400, 0],
    [200, 4_000],
  ];
  t.equal(await square(slope, [-500, 0], { isBounded: false }), 0, 'a gap that is long');
  t.equal(await square(bay, [-500, 0], { isCut: false }), 0, 'an error of the map');
  const end = [...bay.slice(0, 3), [1_200, 100]] as [number, number][];
  t.equal(await square(end, [-500, 0], { isBounded: true }), 0, 'a shore that ends within');
});

t.test('a coast makes a sea where the file names its bounds', async (t) => {
  const town = writeOsmPbf(
    [at(1, 0, -9_000), at(2, 0, 9_000), at(3, 100, 0), at(4, 200, 0)],
    [
      { id: 1, refs: [1, 2], tags: { natural: 'coastline' } },
      { id: 2, refs: [3, 4], tags: { highway: 'residential' } },
    ],
    { bounds: [-0.02, -0.02, 0.02, 0.02] },
  );
  const names = (tiles: Awaited<ReturnType<typeof tilesOf>>) =>
    new Map(listOf(tiles, 0).map(({ name, x, y }) => [`${name} ${x - 2880} ${y - 1440}`, 1]));
  const found = names(await tilesOf(town));
  t.ok(found.has('water 0 0') && found.has('water 0 -1'), 'east of a coast that runs north');
  const unbounded = writeOsmPbf(
    [at(1, 0, -9_000), at(2, 0, 9_000)],
    [{ id: 1, refs: [1, 2], tags: { natural: 'coastline' } }],
  );
  t.equal(names(await tilesOf(unbounded)).size, 0);
});

t.test('a file without anything to be drawn has no tiles', async (t) => {
  const { keys, bytes } = await tilesOf(writeOsmPbf([at(1, 0, 0)], []));
  t.same([keys.length, bytes.length], [0, 0]);
});
