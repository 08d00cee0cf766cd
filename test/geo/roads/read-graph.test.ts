import t from 'tap';
import { AT_EDGE_OF_EXTRACT, CAN_BEGIN, type RoadGraph } from '../../../src/geo/roads/road-graph.js';
import { type OsmPbfOptions, writeOsmPbf } from '../../support/osm-pbf.js';
import { at, graphOf, gridTown } from '../../support/town.js';

/** 36 km/h is 1 m a decisecond. */
const TEN_METERS_A_SECOND = { highway: 'residential', maxspeed: '36' };

/** Vertices as "east north" in metres, rounded. */
const placesOf = (graph: RoadGraph): string[] =>
  Array.from({ length: graph.vertices }, (_, v) =>
    [graph.vertexLonE7[v]!, graph.vertexLatE7[v]!].map((e7) => Math.round(e7 * 0.01111950837)).join(' '),
  );

/** Arcs as "from > to: deciseconds without the crossing", sorted. */
function arcsOf(graph: RoadGraph): string[] {
  const places = placesOf(graph);
  const arcs: string[] = [];
  for (let v = 0; v < graph.vertices; v++) {
    for (let a = graph.firstArc[v]!; a < graph.firstArc[v + 1]!; a++) {
      const edge = graph.arcEdge[a]! >>> 1;
      const time =
        graph.arcEdge[a]! & 1 ? graph.edgeBackwardDeciseconds[edge] : graph.edgeForwardDeciseconds[edge];
      arcs.push(`${places[v]} > ${places[graph.arcHead[a]!]}: ${time}`);
    }
  }
  return arcs.sort();
}

const grid = gridTown(3, 3, 200, TEN_METERS_A_SECOND);

t.test('a grid of streets becomes its junctions and the streets between them, both ways', async (t) => {
  const graph = graphOf(writeOsmPbf(grid.nodes, grid.ways));
  t.same([graph.vertices, graph.edges, graph.arcs], [9, 12, 24]);
  t.ok(graph.edgeForwardDeciseconds.every((time) => time === 200));
  t.ok(arcsOf(graph).includes('0 0 > 200 0: 200'));
  t.same([...graph.vertexFlags], Array(9).fill(CAN_BEGIN));
});

t.test(
  'sorted or not, dense or plain, packed or not, in however small blocks: the graph is the same',
  async (t) => {
    const expected = arcsOf(graphOf(writeOsmPbf(grid.nodes, grid.ways)));
    const variants: OsmPbfOptions[] = [
      { unsorted: true },
      { plainNodes: true },
      { compression: 1 },
      { blockSize: 2 },
      { unsorted: true, plainNodes: true, blockSize: 1 },
    ];
    for (const options of variants) {
      const shuffled = [...grid.nodes].sort((a, b) => ((a.id * 7) % 9) - ((b.id * 7) % 9));
      t.same(arcsOf(graphOf(writeOsmPbf(shuffled, grid.ways, options))), expected, JSON.stringify(options));
    }
  },
);

t.test('bends are no junctions, and a way that meets itself is cut there', async (t) => {
  const nodes = [at(1, 0, 0), at(2, 100, 0), at(3, 100, 100), at(4, 0, 100), at(5, -100, 0)];
  const graph = graphOf(writeOsmPbf(nodes, [{ refs: [5, 1, 2, 3, 4, 1], tags: TEN_METERS_A_SECOND }]));
  t.same(placesOf(graph).sort(), ['-100 0', '0 0']);
  t.same(arcsOf(graph), ['-100 0 > 0 0: 100', '0 0 > -100 0: 100', '0 0 > 0 0: 400', '0 0 > 0 0: 400']);
  t.equal(graph.pointLonE7.length, 3, 'the bends are kept for drawing');
});

t.test('one-way streets lead one way, against it with -1, and roundabouts around', async (t) => {
  const nodes = [at(1, 0, 0), at(2, 100, 0), at(3, 100, 100), at(4, 0, 100)];
  const ways = [
    { refs: [1, 2], tags: { ...TEN_METERS_A_SECOND, oneway: 'yes' } },
    { refs: [3, 2], tags: { ...TEN_METERS_A_SECOND, oneway: '-1' } },
    { refs: [3, 4, 1], tags: { ...TEN_METERS_A_SECOND, junction: 'roundabout' } },
  ];
  t.same(arcsOf(graphOf(writeOsmPbf(nodes, ways))), [
    '0 0 > 100 0: 100',
    '100 0 > 100 100: 100',
    '100 100 > 0 0: 200',
  ]);
});

t.test('where the extract has no more of a way it ends, and says so', async (t) => {
  const nodes = [at(1, 0, 0), at(2, 100, 0), at(4, 300, 0), at(5, 400, 0)];
  const graph = graphOf(
    writeOsmPbf(nodes, [
      { refs: [1, 2, 3, 4, 5], tags: TEN_METERS_A_SECOND },
      { refs: [1, 5], tags: TEN_METERS_A_SECOND },
    ]),
  );
  t.same(
    arcsOf(graph).filter((arc) => arc.startsWith('100 0')),
    ['100 0 > 0 0: 100'],
    'nothing leads over the gap',
  );
  const places = placesOf(graph);
  const cut = places.filter((_, v) => graph.vertexFlags[v]! & AT_EDGE_OF_EXTRACT);
  t.same(cut.sort(), ['100 0', '300 0']);
});

t.test('vertices at the bounds of the extract are at its edge', async (t) => {
  const bounds: [number, number, number, number] = [-0.002, -0.01, 0.01, 0.01];
  const graph = graphOf(writeOsmPbf(grid.nodes, grid.ways, { bounds }));
  const places = placesOf(graph);
  const atEdge = places.filter((_, v) => graph.vertexFlags[v]! & AT_EDGE_OF_EXTRACT);
  t.same(atEdge.sort(), ['-200 -200', '-200 0', '-200 200']);
  t.same(graph.bounds, { west: -0.002, south: -0.01, east: 0.01, north: 0.01 });
});

t.test('a second network of enough streets is one where drives begin, too', async (t) => {
  /** A second grid 5 km east of the first, with node ids from 1,000. */
  const second = (side: number) => {
    const { nodes, ways } = gridTown(side, side, 200, TEN_METERS_A_SECOND);
    return {
      nodes: nodes.map((node) => ({ ...node, id: node.id + 1000, lon: node.lon + 0.045 })),
      ways: ways.map((way) => ({ ...way, refs: way.refs.map((ref) => ref + 1000) })),
    };
  };
  const main = gridTown(9, 9, 200, TEN_METERS_A_SECOND);
  const snapEdges = (side: number): number => {
    const { nodes, ways } = second(side);
    return graphOf(writeOsmPbf([...main.nodes, ...nodes], [...main.ways, ...ways])).snapEdge.length;
  };
  t.equal(snapEdges(6), 144 + 60, 'an island of 60 streets');
  t.equal(snapEdges(5), 144, 'a yard of 40');
});

/** Three streets in a row, with tags on the second of the four junctions. */
const row = (tags: Record<string, string>, options: OsmPbfOptions = {}) =>
  graphOf(
    writeOsmPbf(
      [at(1, 0, 0), { ...at(2, 100, 0), tags }, at(3, 200, 0), at(4, 300, 0)],
      [
        { refs: [1, 2, 3], tags: TEN_METERS_A_SECOND },
        { refs: [3, 4], tags: TEN_METERS_A_SECOND },
      ],
      options,
    ),
  );

t.test('streets end at a barrier that no car passes, whichever way nodes are written', async (t) => {
  const cut = ['0 0 > 100 0: 100', '200 0 > 100 0: 100', '200 0 > 300 0: 100', '300 0 > 200 0: 100'];
  const whole = ['0 0 > 200 0: 200', '200 0 > 0 0: 200', '200 0 > 300 0: 100', '300 0 > 200 0: 100'];
  for (const options of [{}, { plainNodes: true }, { unsorted: true }, { blockSize: 1 }]) {
    for (const tags of [
      { barrier: 'bollard' },
      { barrier: 'block', name: 'x' },
      { barrier: 'gate', access: 'private' },
      { barrier: 'lift_gate', locked: 'yes' },
      { barrier: 'cycle_barrier' },
      { access: 'no' },
      { motor_vehicle: 'no', access: 'yes' },
    ])
      t.same(arcsOf(row(tags as never, options)), cut, JSON.stringify([tags, options]));
    for (const tags of [
      {},
      { highway: 'traffic_signals' },
      { barrier: 'bollard', motor_vehicle: 'yes' },
      { barrier: 'toll_booth' },
      { barrier: 'kerb' },
      { access: 'no', motorcar: 'destination' },
    ])
      t.same(arcsOf(row(tags as never, options)), whole, JSON.stringify([tags, options]));
  }
});

t.test('a gate that may be opened is passed in half a minute', async (t) => {
  for (const tags of [{ barrier: 'gate' }, { barrier: 'bollard', bollard: 'rising' }]) {
    const graph = row(tags as never);
    const gate = placesOf(graph).indexOf('100 0');
    const times = [...graph.arcHead].flatMap((head, arc) =>
      head === gate ? [graph.arcDeciseconds[arc]] : [],
    );
    t.same(times, [400, 400], 'ten seconds of street and thirty of gate, from both sides');
    t.same(arcsOf(graph).length, 6, 'streets lead on behind it');
  }
});

t.test('a street with a barrier in it is one where drives begin, on either side', async (t) => {
  const { nodes, ways, idOf } = gridTown(4, 4, 200, TEN_METERS_A_SECOND);
  const bollard = { ...at(100, 0, 50), tags: { barrier: 'bollard' } };
  const through = { refs: [idOf(1, 0), 100, idOf(1, 3)], tags: TEN_METERS_A_SECOND };
  const graph = graphOf(writeOsmPbf([...nodes, bollard], [...ways, through]));
  t.equal(graph.snapEdge.length, 26);
});

t.test('where an extract says no bounds, roads that lead on end at its edge; streets anywhere', async (t) => {
  const { nodes, ways, idOf } = gridTown(9, 9, 200, TEN_METERS_A_SECOND);
  const lead = (highway: string, east: number) => {
    const ends = [at(200, east, -100), at(201, -east, -100)];
    const joins = [idOf(8, 4), idOf(0, 4)];
    return graphOf(
      writeOsmPbf(
        [...nodes, ...ends],
        [...ways, ...ends.map(({ id }, i) => ({ refs: [joins[i]!, id], tags: { highway } }))],
      ),
    );
  };
  const atEdge = (graph: RoadGraph): string[] =>
    placesOf(graph).filter((_, v) => graph.vertexFlags[v]! & AT_EDGE_OF_EXTRACT);
  t.same(atEdge(lead('tertiary', 1500)).sort(), ['-1500 -100', '1500 -100']);
  t.same(atEdge(lead('residential', 1500)), [], 'the last houses of a valley');
  const inside = gridTown(61, 61, 200, TEN_METERS_A_SECOND);
  const square = { refs: [inside.idOf(30, 30), 9999], tags: { highway: 'secondary' } };
  t.same(
    atEdge(graphOf(writeOsmPbf([...inside.nodes, at(9999, 100, 100)], [...inside.ways, square]))),
    [],
    'a road that ends in the middle of a town',
  );
  t.same(
    atEdge(
      graphOf(
        writeOsmPbf(
          [...nodes, at(200, 1500, -100)],
          [...ways, { refs: [idOf(8, 4), 200], tags: { highway: 'tertiary' } }],
          { bounds: [-50, -50, 50, 50] },
        ),
      ),
    ),
    ['1500 -100'],
    'bounds that are much larger than the data say nothing',
  );
});

t.test('crossings cost more the more important the crossed road, and in towns', async (t) => {
  const cross = (along: string, across: string) => {
    const graph = graphOf(
      writeOsmPbf(
        [at(1, -100, 0), at(2, 0, 0), at(3, 100, 0), at(4, 0, -100), at(5, 0, 100)],
        [
          { refs: [1, 2, 3], tags: { highway: along, maxspeed: '36' } },
          { refs: [4, 2, 5], tags: { highway: across, maxspeed: '36' } },
        ],
      ),
    );
    const places = placesOf(graph);
    const from = places.indexOf('-100 0');
    return graph.arcDeciseconds[graph.firstArc[from]!]! - 100;
  };
  t.equal(cross('primary', 'residential'), 0);
  t.equal(cross('residential', 'residential'), 8);
  t.equal(cross('residential', 'primary'), 15);
});

t.test('an enclave that no street leads to is not where drives begin', async (t) => {
  const nodes = [...grid.nodes, at(100, 2000, 0), at(101, 2100, 0)];
  const ways = [...grid.ways, { refs: [100, 101], tags: TEN_METERS_A_SECOND }];
  const graph = graphOf(writeOsmPbf(nodes, ways));
  const places = placesOf(graph);
  const outside = places.filter((_, v) => (graph.vertexFlags[v]! & CAN_BEGIN) === 0);
  t.same(outside.sort(), ['2000 0', '2100 0']);
  t.equal(graph.snapEdge.length, 12);
});

t.test('a file of another kind, cut off or without streets is refused with the reason', async (t) => {
  const file = writeOsmPbf(grid.nodes, grid.ways);
  t.throws(() => graphOf(Buffer.from('id,lat,lon\n1,2,3\n'.repeat(10))), /does not look like an .osm.pbf/);
  t.throws(() => graphOf(writeOsmPbf(grid.nodes, grid.ways, { compression: 7 })), /compressed with zstd/);
  t.throws(() => graphOf(writeOsmPbf(grid.nodes, grid.ways, { features: ['HistoricalInformation'] })), {
    message: 'it requires the feature "HistoricalInformation", which this reader does not support',
  });
  t.throws(() => graphOf(writeOsmPbf(grid.nodes, [])), /no street in it can be driven/);
  t.throws(() => graphOf(writeOsmPbf([], grid.ways)), /no street in it can be driven/);
  const damaged = Buffer.from(file);
  damaged.fill(0xff, file.length - 60, file.length - 20);
  t.throws(() => graphOf(damaged), /a block is damaged/);
});
