import Flatbush from 'flatbush';
import { largestComponent } from './largest-component.js';
import { MISSING, NodeFinder, type NodeTable } from './node-table.js';
import { orderAlongCurve } from './order-along-curve.js';
import type { Bounds } from './osm/header-block.js';
import type { CarWays } from './osm/primitive-block.js';
import { AT_EDGE_OF_EXTRACT, IN_LARGEST_COMPONENT, layOutGraph } from './road-graph.js';

/** What a crossing costs on average, deciseconds: signals, turning, giving way. Of 8, 11 and 15 the one whose
 * times are nearest to Valhalla's on an extract of Porto (medians 1.03, 1.06, 1.09 of these; areas agree for 98.3 to 99.5 % of junctions). */
const CROSSING_DECISECONDS = 8;
/** Arms of a junction that is a crossing; fewer are bends and ends. */
const CROSSING_ARMS = 3;
const EARTH_RADIUS_M = 6_371_008.8;
const RADIANS_OF_E7 = Math.PI / 180 / 1e7;
/** Of an extract that says its bounds, vertices so close to them, in degrees, are at its edge: some 100 m. */
const EDGE_DEGREES = 0.001;

/** No street of the file can be driven. */
export class NoStreets extends Error {}

/** Edges as they are found: ends are indices of nodes at first. */
interface Edges {
  from: number[];
  to: number[];
  forward: number[];
  backward: number[];
  /** Of `points`, where an edge's begin. */
  firstPoint: number[];
  /** Indices of nodes. */
  points: number[];
}

/**
 * A graph of the streets: vertices are where streets meet or end, edges what lies between them.
 * @param bounds of the extract; null: those of its nodes
 * @returns the packed graph (see RoadGraph)
 * @throws NoStreets
 */
export function buildGraph(
  ways: readonly CarWays[],
  table: NodeTable,
  bounds: Bounds | null,
): SharedArrayBuffer {
  const { latE7, lonE7 } = table;
  const finder = new NodeFinder(table);
  const nodesOfWays = ways.map(({ refs }) => Uint32Array.from(refs, (id) => finder.find(id)));
  const { meets, cut } = findJunctions(ways, nodesOfWays, latE7);
  const edges = cutIntoEdges(ways, nodesOfWays, meets, table);
  if (edges.from.length === 0) throw new NoStreets('no street in it can be driven');

  const junctions = orderAlongCurve(
    Uint32Array.from(new Set([...edges.from, ...edges.to])),
    (node) => lonE7[node]!,
    (node) => latE7[node]!,
  );
  const vertexOf = new Uint32Array(latE7.length);
  for (let vertex = 0; vertex < junctions.length; vertex++) vertexOf[junctions[vertex]!] = vertex;
  const from = Uint32Array.from(edges.from, (node) => vertexOf[node]!);
  const to = Uint32Array.from(edges.to, (node) => vertexOf[node]!);

  const arms = new Uint8Array(junctions.length);
  for (let edge = 0; edge < from.length; edge++) {
    for (const end of [from[edge]!, to[edge]!]) if (arms[end]! < CROSSING_ARMS) arms[end]!++;
  }
  const arcs = makeArcs(junctions.length, from, to, edges, arms);
  const isIn = largestComponent(arcs.firstArc, arcs.head);
  const snapEdges: number[] = [];
  for (let edge = 0; edge < from.length; edge++) {
    if (isIn[from[edge]!] === 1 && isIn[to[edge]!] === 1) snapEdges.push(edge);
  }
  if (snapEdges.length === 0) throw new NoStreets('its streets are not connected');

  const shownBounds = bounds ?? boundsOf(junctions, table);
  const snapIndex = indexEdges(snapEdges, edges, table);
  const { buffer, arrays, snapIndexAt } = layOutGraph(
    {
      vertices: junctions.length,
      arcs: arcs.head.length,
      edges: from.length,
      points: edges.points.length,
      snapEdges: snapEdges.length,
      snapIndexBytes: snapIndex.data.byteLength,
    },
    shownBounds,
  );
  for (let vertex = 0; vertex < junctions.length; vertex++) {
    const node = junctions[vertex]!;
    arrays.vertexLonE7[vertex] = lonE7[node]!;
    arrays.vertexLatE7[vertex] = latE7[node]!;
    const atEdge =
      cut[node] === 1 || (bounds !== null && isNearEdge(lonE7[node]! / 1e7, latE7[node]! / 1e7, bounds));
    arrays.vertexFlags[vertex] =
      (isIn[vertex] === 1 ? IN_LARGEST_COMPONENT : 0) | (atEdge ? AT_EDGE_OF_EXTRACT : 0);
  }
  arrays.firstArc.set(arcs.firstArc);
  arrays.arcHead.set(arcs.head);
  arrays.arcDeciseconds.set(arcs.deciseconds);
  arrays.arcEdge.set(arcs.edge);
  arrays.edgeFrom.set(from);
  arrays.edgeTo.set(to);
  arrays.edgeForwardDeciseconds.set(edges.forward);
  arrays.edgeBackwardDeciseconds.set(edges.backward);
  arrays.firstPoint.set(edges.firstPoint);
  for (let i = 0; i < edges.points.length; i++) {
    arrays.pointLonE7[i] = lonE7[edges.points[i]!]!;
    arrays.pointLatE7[i] = latE7[edges.points[i]!]!;
  }
  arrays.snapEdge.set(snapEdges);
  new Uint8Array(buffer, snapIndexAt).set(new Uint8Array(snapIndex.data));
  return buffer;
}

/**
 * `meets`: 1 for nodes where streets meet or end, also where the file has no more of them, which `cut` tells.
 */
function findJunctions(ways: readonly CarWays[], nodesOfWays: readonly Uint32Array[], latE7: Int32Array) {
  const used = new Uint8Array(latE7.length);
  const meets = new Uint8Array(latE7.length);
  const cut = new Uint8Array(latE7.length);
  ways.forEach(({ firstRef }, chunk) => {
    const nodes = nodesOfWays[chunk]!;
    for (let way = 0; way + 1 < firstRef.length; way++) {
      const [first, end] = [firstRef[way]!, firstRef[way + 1]!];
      for (let i = first; i < end; i++) {
        const node = nodes[i]!;
        if (i === first || i === end - 1 || used[node] === 1) meets[node] = 1;
        used[node] = 1;
        const isCut = (other: number): boolean =>
          other >= first && other < end && latE7[nodes[other]!] === MISSING;
        if (isCut(i - 1) || isCut(i + 1)) meets[node] = cut[node] = 1;
      }
    }
  });
  return { meets, cut };
}

function cutIntoEdges(
  ways: readonly CarWays[],
  nodesOfWays: readonly Uint32Array[],
  meets: Uint8Array,
  { latE7, lonE7 }: NodeTable,
): Edges {
  const edges: Edges = { from: [], to: [], forward: [], backward: [], firstPoint: [0], points: [] };
  ways.forEach(({ firstRef, forward, backward }, chunk) => {
    const nodes = nodesOfWays[chunk]!;
    for (let way = 0; way < forward.length; way++) {
      let start = -1;
      let meters = 0;
      for (let i = firstRef[way]!; i < firstRef[way + 1]!; i++) {
        const node = nodes[i]!;
        if (latE7[node] === MISSING) {
          // Bends that were noted lead nowhere.
          edges.points.length = edges.firstPoint.at(-1)!;
          start = -1;
          continue;
        }
        if (start >= 0) {
          const before = nodes[i - 1]!;
          meters += metersBetween(lonE7[before]!, latE7[before]!, lonE7[node]!, latE7[node]!);
        }
        if (meets[node] === 0) {
          edges.points.push(node);
          continue;
        }
        if (start >= 0) {
          edges.from.push(start);
          edges.to.push(node);
          edges.forward.push(decisecondsOf(meters, forward[way]!));
          edges.backward.push(decisecondsOf(meters, backward[way]!));
          edges.firstPoint.push(edges.points.length);
        }
        start = node;
        meters = 0;
      }
    }
  });
  return edges;
}

const MS_OF_KMH = 1 / 3.6;

/** 0 where it is not driven. */
const decisecondsOf = (meters: number, kmh: number): number =>
  kmh === 0 ? 0 : Math.max(1, Math.round((10 * meters) / (kmh * MS_OF_KMH)));

function makeArcs(vertices: number, from: Uint32Array, to: Uint32Array, edges: Edges, arms: Uint8Array) {
  const { forward, backward } = edges;
  const firstArc = new Uint32Array(vertices + 1);
  for (let edge = 0; edge < from.length; edge++) {
    if (forward[edge]! > 0) firstArc[from[edge]! + 1]!++;
    if (backward[edge]! > 0) firstArc[to[edge]! + 1]!++;
  }
  for (let vertex = 0; vertex < vertices; vertex++) firstArc[vertex + 1]! += firstArc[vertex]!;
  const next = firstArc.slice(0, vertices);
  const arcs = firstArc[vertices]!;
  const head = new Uint32Array(arcs);
  const deciseconds = new Uint32Array(arcs);
  const arcEdge = new Uint32Array(arcs);
  const add = (tail: number, at: number, time: number, edge: number): void => {
    const arc = next[tail]!++;
    head[arc] = at;
    deciseconds[arc] = time + (arms[at]! >= CROSSING_ARMS ? CROSSING_DECISECONDS : 0);
    arcEdge[arc] = edge;
  };
  for (let edge = 0; edge < from.length; edge++) {
    if (forward[edge]! > 0) add(from[edge]!, to[edge]!, forward[edge]!, 2 * edge);
    if (backward[edge]! > 0) add(to[edge]!, from[edge]!, backward[edge]!, 2 * edge + 1);
  }
  return { firstArc, head, deciseconds, edge: arcEdge };
}

function indexEdges(snapEdges: readonly number[], edges: Edges, { latE7, lonE7 }: NodeTable): Flatbush {
  const index = new Flatbush(snapEdges.length, 16, Float32Array);
  for (const edge of snapEdges) {
    let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
    const include = (node: number): void => {
      west = Math.min(west, lonE7[node]!);
      east = Math.max(east, lonE7[node]!);
      south = Math.min(south, latE7[node]!);
      north = Math.max(north, latE7[node]!);
    };
    include(edges.from[edge]!);
    include(edges.to[edge]!);
    for (let i = edges.firstPoint[edge]!; i < edges.firstPoint[edge + 1]!; i++) include(edges.points[i]!);
    index.add(west / 1e7, south / 1e7, east / 1e7, north / 1e7);
  }
  index.finish();
  return index;
}

function boundsOf(junctions: Uint32Array, { latE7, lonE7 }: NodeTable): Bounds {
  const bounds = { west: 180, south: 90, east: -180, north: -90 };
  for (const node of junctions) {
    bounds.west = Math.min(bounds.west, lonE7[node]! / 1e7);
    bounds.east = Math.max(bounds.east, lonE7[node]! / 1e7);
    bounds.south = Math.min(bounds.south, latE7[node]! / 1e7);
    bounds.north = Math.max(bounds.north, latE7[node]! / 1e7);
  }
  return bounds;
}

/** Beyond the bounds, too: extracts hold streets that cross them as a whole. */
const isNearEdge = (lon: number, lat: number, { west, south, east, north }: Bounds): boolean =>
  lon < west + EDGE_DEGREES ||
  lon > east - EDGE_DEGREES ||
  lat < south + EDGE_DEGREES ||
  lat > north - EDGE_DEGREES;

/** Equirectangular: streets between two bends are short. */
function metersBetween(lonA: number, latA: number, lonB: number, latB: number): number {
  const x = (lonB - lonA) * RADIANS_OF_E7 * Math.cos(((latA + latB) / 2) * RADIANS_OF_E7);
  const y = (latB - latA) * RADIANS_OF_E7;
  return EARTH_RADIUS_M * Math.hypot(x, y);
}
