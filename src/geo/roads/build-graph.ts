import Flatbush from 'flatbush';
import { cutStreets, type StreetEdges, type WayNodes } from './cut-streets.js';
import { largestComponent } from './largest-component.js';
import type { NodeTable } from './node-table.js';
import { orderAlongCurve } from './order-along-curve.js';
import type { Bounds } from './osm/header-block.js';
import { AT_EDGE_OF_EXTRACT, IN_LARGEST_COMPONENT, layOutGraph } from './road-graph.js';

/** What a crossing costs on average, deciseconds: signals, turning, giving way. Of 8, 11 and 15 the one whose
 * times are nearest to Valhalla's on an extract of Porto (medians 1.03, 1.06, 1.09 of these; areas agree for 98.3 to 99.5 % of junctions). */
const CROSSING_DECISECONDS = 8;
/** Arms of a junction that is a crossing; fewer are bends and ends. */
const CROSSING_ARMS = 3;
/** Of an extract that says its bounds, vertices so close to them, in degrees, are at its edge: some 100 m. */
const EDGE_DEGREES = 0.001;

/** No street of the file can be driven. */
export class NoStreets extends Error {}

/**
 * A graph of the streets: vertices are where streets meet or end, edges what lies between them.
 * @param bounds of the extract; null: those of its nodes
 * @returns the packed graph (see RoadGraph)
 * @throws NoStreets
 */
export function buildGraph(
  ways: readonly WayNodes[],
  table: NodeTable,
  bounds: Bounds | null,
): SharedArrayBuffer {
  const { latE7, lonE7 } = table;
  const { edges, isCut } = cutStreets(ways, table);
  if (edges.count === 0) throw new NoStreets('no street in it can be driven');

  const junctions = orderAlongCurve(junctionsOf(edges, latE7.length), lonE7, latE7);
  const vertexOf = new Uint32Array(latE7.length);
  for (let vertex = 0; vertex < junctions.length; vertex++) vertexOf[junctions[vertex]!] = vertex;
  const from = new Uint32Array(edges.count);
  const to = new Uint32Array(edges.count);
  const arms = new Uint8Array(junctions.length);
  for (let edge = 0; edge < edges.count; edge++) {
    const tail = vertexOf[edges.from[edge]!]!;
    const head = vertexOf[edges.to[edge]!]!;
    from[edge] = tail;
    to[edge] = head;
    if (arms[tail]! < CROSSING_ARMS) arms[tail]!++;
    if (arms[head]! < CROSSING_ARMS) arms[head]!++;
  }
  const arcs = makeArcs(junctions.length, from, to, edges, arms);
  const isIn = largestComponent(arcs.firstArc, arcs.head);
  const snapEdges = edgesWithin(isIn, from, to);
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
      isCut(node) || (bounds !== null && isNearEdge(lonE7[node]! / 1e7, latE7[node]! / 1e7, bounds));
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

/** The nodes where edges begin or end, ascending. */
function junctionsOf({ from, to }: StreetEdges, nodes: number): Uint32Array {
  const isJunction = new Uint8Array(nodes);
  for (let edge = 0; edge < from.length; edge++) isJunction[from[edge]!] = isJunction[to[edge]!] = 1;
  let count = 0;
  for (let node = 0; node < nodes; node++) count += isJunction[node]!;
  const junctions = new Uint32Array(count);
  for (let node = 0, at = 0; node < nodes; node++) if (isJunction[node] === 1) junctions[at++] = node;
  return junctions;
}

/** Edges between vertices of the largest component. */
function edgesWithin(isIn: Uint8Array, from: Uint32Array, to: Uint32Array): Uint32Array {
  const within = new Uint32Array(from.length);
  let count = 0;
  for (let edge = 0; edge < from.length; edge++) {
    if (isIn[from[edge]!] === 1 && isIn[to[edge]!] === 1) within[count++] = edge;
  }
  return within.subarray(0, count);
}

function makeArcs(
  vertices: number,
  from: Uint32Array,
  to: Uint32Array,
  edges: StreetEdges,
  arms: Uint8Array,
) {
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

/** Beyond the bounds, too: extracts hold streets that cross them as a whole. */
const isNearEdge = (lon: number, lat: number, { west, south, east, north }: Bounds): boolean =>
  lon < west + EDGE_DEGREES ||
  lon > east - EDGE_DEGREES ||
  lat < south + EDGE_DEGREES ||
  lat > north - EDGE_DEGREES;
