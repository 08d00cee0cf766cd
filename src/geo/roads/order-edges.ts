import type { StreetEdges } from './cut-streets.js';
import type { NodeTable } from './node-table.js';

/** Distance in metres below which a bend is left out: a cell of an area is at least 30 m wide, a lane 3 m. */
const TOLERANCE_M = 5;
const METERS_OF_E7 = 111_195 / 1e7;

/**
 * Orders edges by their tails, so that neighbours on the ground are neighbours in memory, and drops
 * imperceptible bends.
 * @param tails tail vertex of each edge; vertices are ordered by place
 */
export function orderEdges(
  edges: StreetEdges,
  tails: Uint32Array,
  vertices: number,
  table: NodeTable,
): StreetEdges {
  const order = orderByTail(tails, edges.count, vertices);
  const pick = <A extends Uint32Array | Uint8Array>(of: A, into: A): A => {
    for (let i = 0; i < order.length; i++) into[i] = of[order[i]!]!;
    return into;
  };
  const bends = new BendFilter(table);
  const firstPoint = new Uint32Array(order.length + 1);
  const points = new Uint32Array(edges.points.length);
  let count = 0;
  for (let i = 0; i < order.length; i++) {
    const edge = order[i]!;
    const between = edges.points.subarray(edges.firstPoint[edge]!, edges.firstPoint[edge + 1]!);
    for (const point of bends.keep(edges.from[edge]!, between, edges.to[edge]!)) points[count++] = point;
    firstPoint[i + 1] = count;
  }
  const array = () => new Uint32Array(order.length);
  return {
    count: order.length,
    from: pick(edges.from, array()),
    to: pick(edges.to, array()),
    forward: pick(edges.forward, array()),
    backward: pick(edges.backward, array()),
    rank: pick(edges.rank, new Uint8Array(order.length)),
    firstPoint,
    points: points.slice(0, count),
  };
}

function orderByTail(tails: Uint32Array, count: number, vertices: number): Uint32Array {
  const next = new Uint32Array(vertices + 1);
  for (let edge = 0; edge < count; edge++) next[tails[edge]! + 1]!++;
  for (let vertex = 0; vertex < vertices; vertex++) next[vertex + 1]! += next[vertex]!;
  const order = new Uint32Array(count);
  for (let edge = 0; edge < count; edge++) order[next[tails[edge]!]!++] = edge;
  return order;
}

/** Ramer–Douglas–Peucker between the ends of an edge. */
class BendFilter {
  readonly #table: NodeTable;

  constructor(table: NodeTable) {
    this.#table = table;
  }

  /** @returns the nodes between that are kept */
  keep(from: number, between: Uint32Array, to: number): Uint32Array {
    if (between.length === 0) return between;
    const nodes = Uint32Array.of(from, ...between, to);
    const isKept = new Uint8Array(nodes.length);
    const open = [0, nodes.length - 1];
    while (open.length > 0) {
      const end = open.pop()!;
      const begin = open.pop()!;
      const at = this.#farthest(nodes, begin, end);
      if (at < 0) continue;
      isKept[at] = 1;
      open.push(begin, at, at, end);
    }
    return between.filter((_, i) => isKept[i + 1] === 1);
  }

  /** The node between two others that is farthest from their line; -1: all are within the tolerance. */
  #farthest(nodes: Uint32Array, begin: number, end: number): number {
    const { lonE7, latE7 } = this.#table;
    const [lon, lat] = [lonE7[nodes[begin]!]!, latE7[nodes[begin]!]!];
    const metersOfLon = METERS_OF_E7 * Math.cos((lat / 1e7) * (Math.PI / 180));
    const dx = (lonE7[nodes[end]!]! - lon) * metersOfLon;
    const dy = (latE7[nodes[end]!]! - lat) * METERS_OF_E7;
    const squared = dx * dx + dy * dy;
    let worst = TOLERANCE_M * TOLERANCE_M;
    let at = -1;
    for (let i = begin + 1; i < end; i++) {
      const x = (lonE7[nodes[i]!]! - lon) * metersOfLon;
      const y = (latE7[nodes[i]!]! - lat) * METERS_OF_E7;
      const share = squared === 0 ? 0 : Math.min(1, Math.max(0, (x * dx + y * dy) / squared));
      const d = (x - share * dx) ** 2 + (y - share * dy) ** 2;
      if (d > worst) {
        worst = d;
        at = i;
      }
    }
    return at;
  }
}
