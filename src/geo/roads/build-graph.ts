import Flatbush from 'flatbush';
import { LEAST_RANK, TERTIARY_RANK } from './car-way.js';
import { componentsOf } from './components.js';
import { cutStreets, type StreetEdges } from './cut-streets.js';
import { CLOSED, GATE } from './node-passage.js';
import type { NodeTable, WayNodes } from './node-table.js';
import { orderAlongCurve } from './order-along-curve.js';
import { orderEdges } from './order-edges.js';
import type { Bounds } from './osm/header-block.js';
import { outskirtsOf } from './outskirts.js';
import { AT_EDGE_OF_EXTRACT, CAN_BEGIN, layOutGraph } from './road-graph.js';

/**
 * Average cost of a crossing per step of its stop impact: signals, turning, giving way.
 * Of 0.1, 0.15, 0.2, 0.25 and 0.3 the value whose times are nearest to Valhalla's (`timedistancematrix`): a
 * median of 0.99 of them in Porto and Baltimore.
 */
const CROSSING_SECONDS = 0.25;
/** Factor of that cost by street density, as in Valhalla (src/sif/autocost.cc). */
const CROSSING_OF_DENSITY = [1, 1, 1, 1, 1, 1.1, 1.2, 1.3, 1.4, 1.6, 1.9, 2.2, 2.5, 2.8, 3.1, 3.5];
/** Arms from which a junction is a crossing; fewer are bends and ends. */
const CROSSING_ARMS = 3;
/** Time to open a gate: Valhalla's default. */
const GATE_DECISECONDS = 300;
/**
 * Smallest separate network, such as an island's; smaller ones are yards that no street reaches. Valhalla's
 * `minimum_reachability`.
 */
const FEWEST_EDGES = 50;
/**
 * Distance in degrees, about 100 m, from an extract's declared bounds within which vertices are at its edge.
 */
const EDGE_DEGREES = 0.001;

/** Thrown where no street of the file is open to cars. */
export class NoStreets extends Error {}

/**
 * Builds a graph of the streets: vertices are junctions and ends of streets, edges the streets between them.
 * @param bounds bounds of the extract; null: those of its nodes
 * @returns the packed graph (see RoadGraph)
 * @throws NoStreets
 */
export function buildGraph(
  ways: readonly WayNodes[],
  table: NodeTable,
  bounds: Bounds | null,
): SharedArrayBuffer {
  const { latE7, lonE7 } = table;
  const { edges: cut, density, isCut } = cutStreets(ways, table);
  if (cut.count === 0) throw new NoStreets('no street in it can be driven');

  const junctions = orderAlongCurve(junctionsOf(cut, latE7.length), lonE7, latE7);
  const vertexOf = new Uint32Array(latE7.length);
  for (let vertex = 0; vertex < junctions.length; vertex++) vertexOf[junctions[vertex]!] = vertex;
  const tails = Uint32Array.from(cut.from, (node) => vertexOf[node]!);
  const edges = orderEdges(cut, tails, junctions.length, table);
  const from = Uint32Array.from(edges.from, (node) => vertexOf[node]!);
  const to = Uint32Array.from(edges.to, (node) => vertexOf[node]!);
  const passage = Uint8Array.from(junctions, (node) => table.passage[node]!);
  const arms = new Arms(junctions.length, from, to, edges.rank);
  const crossingSeconds = Float32Array.from(
    junctions,
    (node) => CROSSING_SECONDS * (CROSSING_OF_DENSITY[density.at(node)] ?? 1),
  );
  const arcs = makeArcs({ from, to, edges, passage, arms, crossingSeconds });
  const canBegin = beginnings(componentsOf(arcs.firstArc, arcs.head), from, to);
  const snapEdges = edgesWithin(canBegin, from, to, passage);
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
    arrays.vertexLonE7[vertex] = lonE7[junctions[vertex]!]!;
    arrays.vertexLatE7[vertex] = latE7[junctions[vertex]!]!;
  }
  const isInOutskirts = outskirtsOf(arrays.vertexLonE7, arrays.vertexLatE7);
  for (let vertex = 0; vertex < junctions.length; vertex++) {
    const node = junctions[vertex]!;
    const atEdge =
      isCut(node) ||
      (bounds !== null && isNearEdge(lonE7[node]! / 1e7, latE7[node]! / 1e7, bounds)) ||
      // Roads that lead on to other places end at the edge of an extract; lesser streets end anywhere.
      (arms.count[vertex] === 1 && arms.best[vertex]! <= TERTIARY_RANK && isInOutskirts(vertex));
    arrays.vertexFlags[vertex] = (canBegin[vertex] === 1 ? CAN_BEGIN : 0) | (atEdge ? AT_EDGE_OF_EXTRACT : 0);
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

/** Nodes where edges begin or end, ascending. */
function junctionsOf({ from, to }: StreetEdges, nodes: number): Uint32Array {
  const isJunction = new Uint8Array(nodes);
  for (let edge = 0; edge < from.length; edge++) isJunction[from[edge]!] = isJunction[to[edge]!] = 1;
  let count = 0;
  for (let node = 0; node < nodes; node++) count += isJunction[node]!;
  const junctions = new Uint32Array(count);
  for (let node = 0, at = 0; node < nodes; node++) if (isJunction[node] === 1) junctions[at++] = node;
  return junctions;
}

/** The number of streets at each junction, and the ranks of the three most important. */
class Arms {
  readonly count: Uint8Array;
  readonly best: Uint8Array;
  readonly second: Uint8Array;
  readonly third: Uint8Array;

  constructor(vertices: number, from: Uint32Array, to: Uint32Array, rank: Uint8Array) {
    this.count = new Uint8Array(vertices);
    this.best = new Uint8Array(vertices).fill(LEAST_RANK);
    this.second = new Uint8Array(vertices).fill(LEAST_RANK);
    this.third = new Uint8Array(vertices).fill(LEAST_RANK);
    for (let edge = 0; edge < from.length; edge++) {
      this.#add(from[edge]!, rank[edge]!);
      this.#add(to[edge]!, rank[edge]!);
    }
  }

  #add(vertex: number, rank: number): void {
    if (this.count[vertex]! < 255) this.count[vertex]!++;
    const { best, second, third } = this;
    if (rank < best[vertex]!) {
      third[vertex] = second[vertex]!;
      second[vertex] = best[vertex]!;
      best[vertex] = rank;
    } else if (rank < second[vertex]!) {
      third[vertex] = second[vertex]!;
      second[vertex] = rank;
    } else if (rank < third[vertex]!) {
      third[vertex] = rank;
    }
  }

  /**
   * How likely a car arriving by a street of this rank has to stop, 0 to 6, judged by the most important
   * street that it crosses, other than the one it continues on. Valhalla's stop impact.
   */
  stopImpact(vertex: number, rank: number): number {
    if (this.count[vertex]! < CROSSING_ARMS) return 0;
    const crossed = rank <= this.second[vertex]! ? this.third[vertex]! : this.second[vertex]!;
    return Math.max(0, rank - crossed + 3);
  }
}

/** Vertices of the strongly connected networks of the file: the largest one, and all with enough streets. */
function beginnings(component: Uint32Array, from: Uint32Array, to: Uint32Array): Uint8Array {
  const edges = new Uint32Array(component.length + 1);
  for (let edge = 0; edge < from.length; edge++)
    if (component[from[edge]!] === component[to[edge]!]) edges[component[from[edge]!]!]!++;
  const largest = edges.indexOf(edges.reduce((most, count) => Math.max(most, count), 0));
  const canBegin = new Uint8Array(component.length);
  for (let vertex = 0; vertex < component.length; vertex++) {
    const of = component[vertex]!;
    canBegin[vertex] = edges[of]! > 0 && (of === largest || edges[of]! >= FEWEST_EDGES) ? 1 : 0;
  }
  return canBegin;
}

/** Edges between vertices where a drive can begin; a barrier at one end does not matter. */
function edgesWithin(
  canBegin: Uint8Array,
  from: Uint32Array,
  to: Uint32Array,
  passage: Uint8Array,
): Uint32Array {
  const within = new Uint32Array(from.length);
  let count = 0;
  for (let edge = 0; edge < from.length; edge++) {
    const [tail, head] = [from[edge]!, to[edge]!];
    const isIn =
      (canBegin[tail] === 1 || passage[tail] === CLOSED) &&
      (canBegin[head] === 1 || passage[head] === CLOSED);
    if (isIn && (canBegin[tail] === 1 || canBegin[head] === 1)) within[count++] = edge;
  }
  return within.subarray(0, count);
}

/** Builds the arcs. No arc leaves a closed barrier, though streets lead to it from both sides. */
function makeArcs({
  from,
  to,
  edges,
  passage,
  arms,
  crossingSeconds,
}: {
  from: Uint32Array;
  to: Uint32Array;
  edges: StreetEdges;
  passage: Uint8Array;
  arms: Arms;
  crossingSeconds: Float32Array;
}) {
  const { forward, backward, rank } = edges;
  const vertices = passage.length;
  const firstArc = new Uint32Array(vertices + 1);
  const isForward = (edge: number): boolean => forward[edge]! > 0 && passage[from[edge]!] !== CLOSED;
  const isBackward = (edge: number): boolean => backward[edge]! > 0 && passage[to[edge]!] !== CLOSED;
  for (let edge = 0; edge < from.length; edge++) {
    if (isForward(edge)) firstArc[from[edge]! + 1]!++;
    if (isBackward(edge)) firstArc[to[edge]! + 1]!++;
  }
  for (let vertex = 0; vertex < vertices; vertex++) firstArc[vertex + 1]! += firstArc[vertex]!;
  const next = firstArc.slice(0, vertices);
  const arcs = firstArc[vertices]!;
  const head = new Uint32Array(arcs);
  const deciseconds = new Uint32Array(arcs);
  const arcEdge = new Uint32Array(arcs);
  const add = (tail: number, at: number, time: number, edge: number): void => {
    const arc = next[tail]!++;
    const waiting =
      Math.round(10 * crossingSeconds[at]! * arms.stopImpact(at, rank[edge >>> 1]!)) +
      (passage[at] === GATE ? GATE_DECISECONDS : 0);
    head[arc] = at;
    deciseconds[arc] = time + waiting;
    arcEdge[arc] = edge;
  };
  for (let edge = 0; edge < from.length; edge++) {
    if (isForward(edge)) add(from[edge]!, to[edge]!, forward[edge]!, 2 * edge);
    if (isBackward(edge)) add(to[edge]!, from[edge]!, backward[edge]!, 2 * edge + 1);
  }
  return { firstArc, head, deciseconds, edge: arcEdge };
}

function indexEdges(snapEdges: Uint32Array, edges: StreetEdges, { latE7, lonE7 }: NodeTable): Flatbush {
  const { from, to, firstPoint, points } = edges;
  const index = new Flatbush(snapEdges.length, 16, Float32Array);
  for (let i = 0; i < snapEdges.length; i++) {
    const edge = snapEdges[i]!;
    const [tail, head] = [from[edge]!, to[edge]!];
    let west = Math.min(lonE7[tail]!, lonE7[head]!);
    let east = Math.max(lonE7[tail]!, lonE7[head]!);
    let south = Math.min(latE7[tail]!, latE7[head]!);
    let north = Math.max(latE7[tail]!, latE7[head]!);
    for (let point = firstPoint[edge]!; point < firstPoint[edge + 1]!; point++) {
      const node = points[point]!;
      west = Math.min(west, lonE7[node]!);
      east = Math.max(east, lonE7[node]!);
      south = Math.min(south, latE7[node]!);
      north = Math.max(north, latE7[node]!);
    }
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

/** Tells whether a vertex is near or beyond the bounds: extracts contain streets across them as a whole. */
const isNearEdge = (lon: number, lat: number, { west, south, east, north }: Bounds): boolean =>
  lon < west + EDGE_DEGREES ||
  lon > east - EDGE_DEGREES ||
  lat < south + EDGE_DEGREES ||
  lat > north - EDGE_DEGREES;
