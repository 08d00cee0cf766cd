import { metersBetween } from './meters-between.js';
import { OPEN } from './node-passage.js';
import { MISSING, type NodeTable, type WayNodes } from './node-table.js';
import { StreetDensity, TOWN_DENSITY } from './street-density.js';

/** Streets between junctions. Ends and bends are node indices. */
export interface StreetEdges {
  count: number;
  from: Uint32Array;
  to: Uint32Array;
  /** Deciseconds; 0: closed in this direction. */
  forward: Uint32Array;
  backward: Uint32Array;
  /** Importance (see CarWay). */
  rank: Uint8Array;
  /** Bends of edge e: indices firstPoint[e] to firstPoint[e + 1] - 1. */
  firstPoint: Uint32Array;
  points: Uint32Array;
}

const MS_OF_KMH = 1 / 3.6;

/** Flags of a node: it is on a street. */
const USED = 1;
/** Streets meet or end here, also where the file lacks the rest of them. */
const MEETS = 2;
/** The next node of a street is missing in the file. */
const CUT = 4;

/**
 * Cuts ways into the streets between junctions.
 * @returns `cut`: nodes whose successor is missing in the file
 */
export function cutStreets(ways: readonly WayNodes[], table: NodeTable) {
  const state = markNodes(ways, table);
  const edges = createEdges(ways, state, table);
  const density = new StreetDensity(ways, table);
  followWays(ways, state, table, edges, density);
  return { edges, density, isCut: (node: number): boolean => (state[node]! & CUT) !== 0 };
}

function markNodes(ways: readonly WayNodes[], { latE7, passage }: NodeTable): Uint8Array {
  const state = new Uint8Array(latE7.length);
  for (const { firstRef, nodes } of ways) {
    for (let way = 0; way + 1 < firstRef.length; way++) {
      const first = firstRef[way]!;
      const last = firstRef[way + 1]! - 1;
      let isAfterMissing = false;
      for (let i = first; i <= last; i++) {
        const node = nodes[i]!;
        if (latE7[node] === MISSING) {
          if (i > first && !isAfterMissing) state[nodes[i - 1]!]! |= MEETS | CUT;
          isAfterMissing = true;
          continue;
        }
        const before = state[node]!;
        state[node] =
          before |
          USED |
          (i === first || i === last || before !== 0 || passage[node] !== OPEN ? MEETS : 0) |
          (isAfterMissing ? MEETS | CUT : 0);
        isAfterMissing = false;
      }
    }
  }
  return state;
}

/** Arrays of the needed size: edges are counted first, as growing arrays take three times the memory. */
function createEdges(ways: readonly WayNodes[], state: Uint8Array, { latE7 }: NodeTable): StreetEdges {
  let edges = 0;
  let points = 0;
  for (const { firstRef, nodes } of ways) {
    for (let way = 0; way + 1 < firstRef.length; way++) {
      let isBegun = false;
      for (let i = firstRef[way]!; i < firstRef[way + 1]!; i++) {
        const node = nodes[i]!;
        if (latE7[node] === MISSING) isBegun = false;
        else if ((state[node]! & MEETS) === 0) points++;
        else if (isBegun) edges++;
        else isBegun = true;
      }
    }
  }
  const array = (length: number): Uint32Array => new Uint32Array(length);
  return {
    count: 0,
    from: array(edges),
    to: array(edges),
    forward: array(edges),
    backward: array(edges),
    rank: new Uint8Array(edges),
    firstPoint: array(edges + 1),
    points: array(points),
  };
}

function followWays(
  ways: readonly WayNodes[],
  state: Uint8Array,
  { latE7, lonE7 }: NodeTable,
  edges: StreetEdges,
  density: StreetDensity,
): void {
  const { from, to, firstPoint, points } = edges;
  let edge = 0;
  let point = 0;
  for (const { firstRef, nodes, forward, backward, inTown, rank } of ways) {
    for (let way = 0; way < forward.length; way++) {
      let start = -1;
      let meters = 0;
      for (let i = firstRef[way]!; i < firstRef[way + 1]!; i++) {
        const node = nodes[i]!;
        if (latE7[node] === MISSING) {
          start = -1;
          continue;
        }
        if (start >= 0) {
          const before = nodes[i - 1]!;
          meters += metersBetween(lonE7[before]!, latE7[before]!, lonE7[node]!, latE7[node]!);
        }
        // Streets end at the last node before a missing one, so bends always lead on.
        if ((state[node]! & MEETS) === 0) {
          points[point++] = node;
          continue;
        }
        if (start >= 0) {
          from[edge] = start;
          to[edge] = node;
          const share = inTown[way] !== 1 && density.at(node) > TOWN_DENSITY ? inTown[way]! : 1;
          edges.forward[edge] = decisecondsOf(meters, share * forward[way]!);
          edges.backward[edge] = decisecondsOf(meters, share * backward[way]!);
          edges.rank[edge] = rank[way]!;
          firstPoint[++edge] = point;
        }
        start = node;
        meters = 0;
      }
    }
  }
  edges.count = edge;
}

/** Travel time in deciseconds; 0 for a closed direction. */
const decisecondsOf = (meters: number, kmh: number): number =>
  kmh === 0 ? 0 : Math.max(1, Math.round((10 * meters) / (kmh * MS_OF_KMH)));
