import type { RoadGraph } from '../roads/road-graph.js';
import type { Reached } from './bounded-search.js';
import type { Snap } from './snap.js';

/** Pieces of streets that are reached: lon, lat of each point in degrees, the first `count` numbers; two NaN end a piece. */
export interface ReachedLines {
  readonly points: Float64Array;
  readonly count: number;
}

/** Numbers that a piece takes besides its bends: both ends, and its own. */
const ENDS = 6;

/** Collects pieces; grows as it is filled, and is emptied for the next search. */
export class LineCollector implements ReachedLines {
  points = new Float64Array(4096);
  count = 0;

  clear(): void {
    this.count = 0;
  }

  /** Room for so many numbers more. */
  reserve(numbers: number): void {
    if (this.count + numbers <= this.points.length) return;
    const larger = new Float64Array(2 * (this.count + numbers));
    larger.set(this.points);
    this.points = larger;
  }

  /** To be called behind `reserve`. */
  add(lon: number, lat: number): void {
    this.points[this.count++] = lon;
    this.points[this.count++] = lat;
  }

  end(): void {
    this.add(Number.NaN, Number.NaN);
  }
}

const DEGREES = 1e-7;

/** Follows the streets of a network as far as a search has reached. */
export class ReachedStreets {
  constructor(readonly graph: RoadGraph) {}

  /**
   * What of the streets is reached within a budget: whole edges once, of the last ones as much as the rest of the budget takes.
   * @param snap where the search began: from there to the ends of its edge
   */
  collect(
    { deciseconds, vertices, count }: Reached,
    snap: Snap,
    budgetDeciseconds: number,
    into: LineCollector,
  ): void {
    const { firstArc, arcHead, arcEdge, arcDeciseconds, edgeForwardDeciseconds, edgeBackwardDeciseconds } =
      this.graph;
    for (let i = 0; i < count; i++) {
      const vertex = vertices[i]!;
      const left = budgetDeciseconds - deciseconds[vertex]!;
      for (let arc = firstArc[vertex]!, end = firstArc[vertex + 1]!; arc < end; arc++) {
        const time = arcDeciseconds[arc]!;
        const edge = arcEdge[arc]! >>> 1;
        const isAgainst = (arcEdge[arc]! & 1) === 1;
        if (left >= time) {
          // Whole; where both ends reach it so, the end with the smaller number draws it.
          const head = arcHead[arc]!;
          if (head < vertex && this.#isReachedFrom(head, edge, !isAgainst, deciseconds, budgetDeciseconds))
            continue;
          this.#drawWhole(edge, into);
        } else if (left > 0) {
          const share = left / time;
          if (isAgainst) this.#drawPart(edge, 1 - share, 1, into);
          else this.#drawPart(edge, 0, share, into);
        }
      }
    }
    const forward = edgeForwardDeciseconds[snap.edge]!;
    const backward = edgeBackwardDeciseconds[snap.edge]!;
    const ahead = forward === 0 ? 0 : Math.min(1 - snap.share, budgetDeciseconds / forward);
    const behind = backward === 0 ? 0 : Math.min(snap.share, budgetDeciseconds / backward);
    this.#drawPart(snap.edge, snap.share - behind, snap.share + ahead, into);
  }

  /** Whether the budget takes a whole edge from this end, too: as its arc there says. */
  #isReachedFrom(
    vertex: number,
    edge: number,
    isAgainst: boolean,
    deciseconds: Uint32Array,
    budgetDeciseconds: number,
  ): boolean {
    const { firstArc, arcEdge, arcDeciseconds } = this.graph;
    const wanted = 2 * edge + (isAgainst ? 1 : 0);
    const left = budgetDeciseconds - deciseconds[vertex]!;
    for (let arc = firstArc[vertex]!, end = firstArc[vertex + 1]!; arc < end; arc++)
      if (arcEdge[arc] === wanted) return left >= arcDeciseconds[arc]!;
    return false;
  }

  #drawWhole(edge: number, into: LineCollector): void {
    const { vertexLonE7, vertexLatE7, pointLonE7, pointLatE7, firstPoint, edgeFrom, edgeTo } = this.graph;
    const first = firstPoint[edge]!;
    const end = firstPoint[edge + 1]!;
    into.reserve(ENDS + 2 * (end - first));
    const { points } = into;
    let at = into.count;
    const from = edgeFrom[edge]!;
    points[at++] = vertexLonE7[from]! * DEGREES;
    points[at++] = vertexLatE7[from]! * DEGREES;
    for (let i = first; i < end; i++) {
      points[at++] = pointLonE7[i]! * DEGREES;
      points[at++] = pointLatE7[i]! * DEGREES;
    }
    const to = edgeTo[edge]!;
    points[at++] = vertexLonE7[to]! * DEGREES;
    points[at++] = vertexLatE7[to]! * DEGREES;
    points[at++] = Number.NaN;
    points[at++] = Number.NaN;
    into.count = at;
  }

  /** The part of an edge between two shares of its length: drawn whole, and what is outside of it taken back. */
  #drawPart(edge: number, first: number, last: number, into: LineCollector): void {
    const begin = into.count;
    this.#drawWhole(edge, into);
    const ends = (into.count - begin) / 2 - 1;
    const line = into.points.slice(begin, begin + 2 * ends);
    into.count = begin;
    const narrowing = Math.cos((line[1]! * Math.PI) / 180);
    const lengthOf = (i: number): number =>
      Math.hypot((line[i + 2]! - line[i]!) * narrowing, line[i + 3]! - line[i + 1]!);
    let whole = 0;
    for (let i = 0; i + 2 < line.length; i += 2) whole += lengthOf(i);
    const from = Math.max(0, first) * whole;
    const to = Math.min(1, last) * whole;
    for (let i = 0, walked = 0; i + 2 < line.length; i += 2) {
      const length = lengthOf(i);
      const a = length === 0 ? 0 : Math.max(0, (from - walked) / length);
      const b = length === 0 ? 1 : Math.min(1, (to - walked) / length);
      if (a <= 1 && b >= 0) {
        const dLon = line[i + 2]! - line[i]!;
        const dLat = line[i + 3]! - line[i + 1]!;
        if (into.count === begin) into.add(line[i]! + a * dLon, line[i + 1]! + a * dLat);
        into.add(line[i]! + b * dLon, line[i + 1]! + b * dLat);
      }
      walked += length;
    }
    into.end();
  }
}
