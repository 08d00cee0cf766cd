import t from 'tap';
import {
  AT_EDGE_OF_EXTRACT,
  IN_LARGEST_COMPONENT,
  type RoadGraph,
} from '../../../src/geo/roads/road-graph.js';
import { type OsmPbfOptions, writeOsmPbf } from '../../support/osm-pbf.js';
import { at, graphOf, gridTown } from '../../support/town.js';

/** 36 km/h is 1 m a decisecond; signed limits count nine tenths. */
const TEN_METERS_A_SECOND = { highway: 'residential', maxspeed: '40' };

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

t.test('a grid of streets becomes its junctions and the streets between them, both ways', (t) => {
  const graph = graphOf(writeOsmPbf(grid.nodes, grid.ways));
  t.same([graph.vertices, graph.edges, graph.arcs], [9, 12, 24]);
  t.ok(graph.edgeForwardDeciseconds.every((time) => time === 200));
  t.ok(arcsOf(graph).includes('0 0 > 200 0: 200'));
  t.same([...graph.vertexFlags], Array(9).fill(IN_LARGEST_COMPONENT));
  t.end();
});

t.test(
  'sorted or not, dense or plain, packed or not, in however small blocks: the graph is the same',
  (t) => {
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
    t.end();
  },
);

t.test('bends are no junctions, and a way that meets itself is cut there', (t) => {
  const nodes = [at(1, 0, 0), at(2, 100, 0), at(3, 100, 100), at(4, 0, 100), at(5, -100, 0)];
  const graph = graphOf(writeOsmPbf(nodes, [{ refs: [5, 1, 2, 3, 4, 1], tags: TEN_METERS_A_SECOND }]));
  t.same(placesOf(graph).sort(), ['-100 0', '0 0']);
  t.same(arcsOf(graph), ['-100 0 > 0 0: 100', '0 0 > -100 0: 100', '0 0 > 0 0: 400', '0 0 > 0 0: 400']);
  t.equal(graph.pointLonE7.length, 3, 'the bends are kept for drawing');
  t.end();
});

t.test('one-way streets lead one way, against it with -1, and roundabouts around', (t) => {
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
  t.end();
});

t.test('where the extract has no more of a way it ends, and says so', (t) => {
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
  t.end();
});

t.test('what lies at the bounds of the extract is at its edge', (t) => {
  const bounds: [number, number, number, number] = [-0.002, -0.01, 0.01, 0.01];
  const graph = graphOf(writeOsmPbf(grid.nodes, grid.ways, { bounds }));
  const places = placesOf(graph);
  const atEdge = places.filter((_, v) => graph.vertexFlags[v]! & AT_EDGE_OF_EXTRACT);
  t.same(atEdge.sort(), ['-200 -200', '-200 0', '-200 200']);
  t.same(graph.bounds, { west: -0.002, south: -0.01, east: 0.01, north: 0.01 });
  t.end();
});

t.test('an enclave that no street leads to is not where drives begin', (t) => {
  const nodes = [...grid.nodes, at(100, 2000, 0), at(101, 2100, 0)];
  const ways = [...grid.ways, { refs: [100, 101], tags: TEN_METERS_A_SECOND }];
  const graph = graphOf(writeOsmPbf(nodes, ways));
  const places = placesOf(graph);
  const outside = places.filter((_, v) => (graph.vertexFlags[v]! & IN_LARGEST_COMPONENT) === 0);
  t.same(outside.sort(), ['2000 0', '2100 0']);
  t.equal(graph.snapEdge.length, 12);
  t.end();
});

t.test('a file of another kind, cut off or without streets is refused with the reason', (t) => {
  const file = writeOsmPbf(grid.nodes, grid.ways);
  t.throws(() => graphOf(Buffer.from('id,lat,lon\n1,2,3\n'.repeat(10))), /does not look like an .osm.pbf/);
  t.throws(() => graphOf(writeOsmPbf(grid.nodes, grid.ways, { compression: 7 })), /compressed with zstd/);
  t.throws(() => graphOf(writeOsmPbf(grid.nodes, grid.ways, { features: ['HistoricalInformation'] })), {
    message: 'it needs the feature "HistoricalInformation", which is not read here',
  });
  t.throws(() => graphOf(writeOsmPbf(grid.nodes, [])), /no street in it can be driven/);
  t.throws(() => graphOf(writeOsmPbf([], grid.ways)), /no street in it can be driven/);
  const damaged = Buffer.from(file);
  damaged.fill(0xff, file.length - 60, file.length - 20);
  t.throws(() => graphOf(damaged), /a block is damaged/);
  t.end();
});
