import Flatbush from 'flatbush';
import type { Bounds } from './osm/header-block.js';

/**
 * A road network, packed in one buffer that threads share and a file stores unchanged. CSR form: the arcs of
 * vertex v are firstArc[v] to firstArc[v + 1] - 1. Times are in deciseconds, positions in degrees times 10^7.
 */
export interface RoadGraph {
  readonly bounds: Bounds;
  readonly vertices: number;
  readonly arcs: number;
  readonly edges: number;

  readonly vertexLonE7: Int32Array;
  readonly vertexLatE7: Int32Array;
  readonly vertexFlags: Uint8Array;
  readonly firstArc: Uint32Array;

  readonly arcHead: Uint32Array;
  /** Travel time including the crossing at the arc's head. */
  readonly arcDeciseconds: Uint32Array;
  /** Twice the edge, plus 1 where the arc runs against it. */
  readonly arcEdge: Uint32Array;

  readonly edgeFrom: Uint32Array;
  readonly edgeTo: Uint32Array;
  /** Travel times along and against the edge without crossings; 0: closed. */
  readonly edgeForwardDeciseconds: Uint32Array;
  readonly edgeBackwardDeciseconds: Uint32Array;
  /** Bends of edge e: indices firstPoint[e] to firstPoint[e + 1] - 1. */
  readonly firstPoint: Uint32Array;
  readonly pointLonE7: Int32Array;
  readonly pointLatE7: Int32Array;

  /** Boxes, in degrees, of the edges in `snapEdge`, where drives can begin. */
  readonly snapIndex: Flatbush;
  readonly snapEdge: Uint32Array;
}

/** Flag of a vertex that reaches its whole network and is reached from it: a drive can begin there. */
export const CAN_BEGIN = 1;
/** Flag of a vertex behind which streets go on that the file lacks. */
export const AT_EDGE_OF_EXTRACT = 2;

export interface GraphCounts {
  vertices: number;
  arcs: number;
  edges: number;
  points: number;
  snapEdges: number;
  /** Bytes of the Flatbush at the end. */
  snapIndexBytes: number;
}

/** "CLRG", the version of the layout follows. */
const MAGIC = 0x434c_5247;
const GRAPH_FORMAT = 1;
const COUNTS = ['vertices', 'arcs', 'edges', 'points', 'snapEdges', 'snapIndexBytes'] as const;
/** Magic, format and six counts; then the four bounds as doubles. */
const HEADER_BYTES = 64;

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
export type GraphArrays = Mutable<Omit<RoadGraph, 'bounds' | 'vertices' | 'arcs' | 'edges' | 'snapIndex'>>;

/** Typed arrays in the order of the layout, each at a multiple of 8 bytes. */
function arraysOver(buffer: ArrayBufferLike | null, counts: GraphCounts) {
  let at = HEADER_BYTES;
  const take = <A>(
    make: (buffer: ArrayBufferLike, at: number, length: number) => A,
    length: number,
    bytes: number,
  ): A => {
    const array = buffer === null ? (null as A) : make(buffer, at, length);
    at = Math.ceil((at + length * bytes) / 8) * 8;
    return array;
  };
  const int32 = (length: number) => take((b, o, n) => new Int32Array(b, o, n), length, 4);
  const uint32 = (length: number) => take((b, o, n) => new Uint32Array(b, o, n), length, 4);
  const uint8 = (length: number) => take((b, o, n) => new Uint8Array(b, o, n), length, 1);
  const { vertices, arcs, edges, points, snapEdges } = counts;
  const arrays: GraphArrays = {
    vertexLonE7: int32(vertices),
    vertexLatE7: int32(vertices),
    vertexFlags: uint8(vertices),
    firstArc: uint32(vertices + 1),
    arcHead: uint32(arcs),
    arcDeciseconds: uint32(arcs),
    arcEdge: uint32(arcs),
    edgeFrom: uint32(edges),
    edgeTo: uint32(edges),
    edgeForwardDeciseconds: uint32(edges),
    edgeBackwardDeciseconds: uint32(edges),
    firstPoint: uint32(edges + 1),
    pointLonE7: int32(points),
    pointLatE7: int32(points),
    snapEdge: uint32(snapEdges),
  };
  return { arrays, snapIndexAt: at, bytes: at + counts.snapIndexBytes };
}

/**
 * Creates a buffer for a graph of these counts, with its header and empty arrays; `snapIndexAt` is the offset
 * of the Flatbush.
 */
export function layOutGraph(counts: GraphCounts, bounds: Bounds) {
  const { bytes } = arraysOver(null, counts);
  const buffer = new SharedArrayBuffer(bytes);
  const header = new DataView(buffer);
  header.setUint32(0, MAGIC, true);
  header.setUint32(4, GRAPH_FORMAT, true);
  for (const [i, name] of COUNTS.entries()) header.setUint32(8 + 4 * i, counts[name], true);
  for (const [i, side] of SIDES.entries()) header.setFloat64(32 + 8 * i, bounds[side], true);
  return { buffer, ...arraysOver(buffer, counts) };
}

const SIDES = ['west', 'south', 'east', 'north'] as const;

/**
 * Opens the graph in a buffer, in place.
 * @throws Error for a buffer without a graph, of another format, or cut off
 */
export function openGraph(buffer: SharedArrayBuffer): RoadGraph {
  const header = new DataView(buffer);
  if (buffer.byteLength < HEADER_BYTES || header.getUint32(0, true) !== MAGIC)
    throw new Error('not a road graph');
  const format = header.getUint32(4, true);
  if (format !== GRAPH_FORMAT)
    throw new Error(`the road graph has format ${format}, not ${GRAPH_FORMAT}: load its file again`);
  const counts = {} as GraphCounts;
  for (const [i, name] of COUNTS.entries()) counts[name] = header.getUint32(8 + 4 * i, true);
  const { snapIndexAt, bytes } = arraysOver(null, counts);
  if (buffer.byteLength !== bytes) throw new Error('the road graph is cut off');
  const bounds = {} as Bounds;
  for (const [i, side] of SIDES.entries()) bounds[side] = header.getFloat64(32 + 8 * i, true);
  const { vertices, arcs, edges } = counts;
  return {
    bounds,
    vertices,
    arcs,
    edges,
    ...arraysOver(buffer, counts).arrays,
    snapIndex: Flatbush.from(buffer, snapIndexAt),
  };
}
