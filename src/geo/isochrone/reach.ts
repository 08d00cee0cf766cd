import type { RoadGraph } from '../roads/road-graph.js';
import type { Reached } from './bounded-search.js';
import type { Snap } from './snap.js';

/** Pieces of streets that are reached, as ends of straight lines: lon, lat, lon, lat in degrees; the first `count` numbers. */
export interface ReachedLines {
  lines: Float64Array;
  count: number;
}

/** Collects lines; grows as it is filled, and is emptied for the next search. */
export class LineCollector implements ReachedLines {
  lines = new Float64Array(4096);
  count = 0;

  clear(): void {
    this.count = 0;
  }

  add(lonA: number, latA: number, lonB: number, latB: number): void {
    if (this.count + 4 > this.lines.length) {
      const larger = new Float64Array(2 * this.lines.length);
      larger.set(this.lines);
      this.lines = larger;
    }
    const { lines } = this;
    lines[this.count++] = lonA;
    lines[this.count++] = latA;
    lines[this.count++] = lonB;
    lines[this.count++] = latB;
  }
}

/** How far along an edge, as a share of its length. */
type Share = number;

/** Follows edges between their bends. */
export class ReachedStreets {
  readonly #lons: number[] = [];
  readonly #lats: number[] = [];
  readonly #at: number[] = [];

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
    const { firstArc, arcHead, arcEdge, edgeForwardDeciseconds, edgeBackwardDeciseconds, edgeFrom, edgeTo } =
      this.graph;
    for (let i = 0; i < count; i++) {
      const vertex = vertices[i]!;
      const left = budgetDeciseconds - deciseconds[vertex]!;
      for (let arc = firstArc[vertex]!, end = firstArc[vertex + 1]!; arc < end; arc++) {
        const edge = arcEdge[arc]! >>> 1;
        const isAgainst = (arcEdge[arc]! & 1) === 1;
        const time = isAgainst ? edgeBackwardDeciseconds[edge]! : edgeForwardDeciseconds[edge]!;
        const head = arcHead[arc]!;
        if (left >= time) {
          // Whole; where both ends reach it so, the end with the smaller number draws it.
          const back = isAgainst ? edgeForwardDeciseconds[edge]! : edgeBackwardDeciseconds[edge]!;
          const isOther = head < vertex && back > 0 && budgetDeciseconds - deciseconds[head]! >= back;
          if (!isOther || edgeFrom[edge] === edgeTo[edge]) this.#draw(edge, 0, 1, into);
        } else if (left > 0) {
          const share = left / time;
          if (isAgainst) this.#draw(edge, 1 - share, 1, into);
          else this.#draw(edge, 0, share, into);
        }
      }
    }
    const forward = edgeForwardDeciseconds[snap.edge]!;
    const backward = edgeBackwardDeciseconds[snap.edge]!;
    const ahead = forward === 0 ? 0 : Math.min(1 - snap.share, budgetDeciseconds / forward);
    const behind = backward === 0 ? 0 : Math.min(snap.share, budgetDeciseconds / backward);
    this.#draw(snap.edge, snap.share - behind, snap.share + ahead, into);
  }

  /** The part of an edge between two shares of its length. */
  #draw(edge: number, first: Share, last: Share, into: LineCollector): void {
    const { vertexLonE7, vertexLatE7, pointLonE7, pointLatE7, firstPoint, edgeFrom, edgeTo } = this.graph;
    const lons = this.#lons;
    const lats = this.#lats;
    lons.length = lats.length = 0;
    lons.push(vertexLonE7[edgeFrom[edge]!]! / 1e7);
    lats.push(vertexLatE7[edgeFrom[edge]!]! / 1e7);
    for (let i = firstPoint[edge]!; i < firstPoint[edge + 1]!; i++) {
      lons.push(pointLonE7[i]! / 1e7);
      lats.push(pointLatE7[i]! / 1e7);
    }
    lons.push(vertexLonE7[edgeTo[edge]!]! / 1e7);
    lats.push(vertexLatE7[edgeTo[edge]!]! / 1e7);
    if (first <= 0 && last >= 1) {
      for (let i = 0; i + 1 < lons.length; i++) into.add(lons[i]!, lats[i]!, lons[i + 1]!, lats[i + 1]!);
      return;
    }
    const at = this.#at;
    at.length = 0;
    at.push(0);
    const narrowing = Math.cos((lats[0]! * Math.PI) / 180);
    for (let i = 0; i + 1 < lons.length; i++)
      at.push(at[i]! + Math.hypot((lons[i + 1]! - lons[i]!) * narrowing, lats[i + 1]! - lats[i]!));
    const whole = at[at.length - 1]!;
    const [from, to] = [Math.max(0, first) * whole, Math.min(1, last) * whole];
    for (let i = 0; i + 1 < lons.length; i++) {
      const length = at[i + 1]! - at[i]!;
      if (at[i + 1]! < from || at[i]! > to) continue;
      const a = length === 0 ? 0 : Math.max(0, (from - at[i]!) / length);
      const b = length === 0 ? 1 : Math.min(1, (to - at[i]!) / length);
      const dLon = lons[i + 1]! - lons[i]!;
      const dLat = lats[i + 1]! - lats[i]!;
      into.add(lons[i]! + a * dLon, lats[i]! + a * dLat, lons[i]! + b * dLon, lats[i]! + b * dLat);
    }
  }
}
