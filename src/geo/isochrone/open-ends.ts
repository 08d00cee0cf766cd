import type { RoadGraph } from '../roads/road-graph.js';
import type { Reached } from './bounded-search.js';
import type { Snap } from './snap.js';

/** Numbers of a line besides its bends: both end points and the end mark. */
const ENDS = 6;

/**
 * Partly reached streets: lon, lat of each point in degrees times 10^7, the first `count` numbers; two NaN
 * end a line.
 */
export class OpenEnds {
  points = new Float64Array(4096);
  count = 0;
  readonly #graph: RoadGraph;

  constructor(graph: RoadGraph) {
    this.#graph = graph;
  }

  /**
   * Collects where the last streets end within the budget, and the way from the place to its street and along
   * it.
   */
  collect(
    { deciseconds, openArcs, openTails, openCount }: Reached,
    { lon, lat, snap }: { lon: number; lat: number; snap: Snap },
    budgetDeciseconds: number,
  ): void {
    const { arcEdge, edgeForwardDeciseconds, edgeBackwardDeciseconds } = this.#graph;
    this.count = 0;
    for (let i = 0; i < openCount; i++) {
      const left = budgetDeciseconds - deciseconds[openTails[i]!]!;
      const edge = arcEdge[openArcs[i]!]! >>> 1;
      const isAgainst = (arcEdge[openArcs[i]!]! & 1) === 1;
      const time = isAgainst ? edgeBackwardDeciseconds[edge]! : edgeForwardDeciseconds[edge]!;
      // On some streets only the crossing at the end exceeds the budget.
      const share = Math.min(1, left / time);
      if (isAgainst) this.#add(edge, 1 - share, 1);
      else this.#add(edge, 0, share);
    }
    const forward = edgeForwardDeciseconds[snap.edge]!;
    const backward = edgeBackwardDeciseconds[snap.edge]!;
    const ahead = forward === 0 ? 0 : Math.min(1 - snap.share, budgetDeciseconds / forward);
    const behind = backward === 0 ? 0 : Math.min(snap.share, budgetDeciseconds / backward);
    this.#add(snap.edge, snap.share - behind, snap.share + ahead);
    this.#reserve(ENDS);
    this.#point(lon * 1e7, lat * 1e7);
    this.#point(snap.lon * 1e7, snap.lat * 1e7);
    this.#point(Number.NaN, Number.NaN);
  }

  /** Adds the part of an edge between two shares of its length. */
  #add(edge: number, first: number, last: number): void {
    const { vertexLonE7, vertexLatE7, pointLonE7, pointLatE7, firstPoint, edgeFrom, edgeTo } = this.#graph;
    const begin = firstPoint[edge]!;
    const end = firstPoint[edge + 1]!;
    const from = edgeFrom[edge]!;
    const to = edgeTo[edge]!;
    const narrowing = Math.cos((vertexLatE7[from]! / 1e7) * (Math.PI / 180));
    let whole = 0;
    let lon = vertexLonE7[from]!;
    let lat = vertexLatE7[from]!;
    for (let i = begin; i <= end; i++) {
      const nextLon = i < end ? pointLonE7[i]! : vertexLonE7[to]!;
      const nextLat = i < end ? pointLatE7[i]! : vertexLatE7[to]!;
      const x = (nextLon - lon) * narrowing;
      const y = nextLat - lat;
      whole += Math.sqrt(x * x + y * y);
      lon = nextLon;
      lat = nextLat;
    }
    this.#reserve(ENDS + 2 * (end - begin));
    let walked = 0;
    let isBegun = false;
    lon = vertexLonE7[from]!;
    lat = vertexLatE7[from]!;
    for (let i = begin; i <= end; i++) {
      const nextLon = i < end ? pointLonE7[i]! : vertexLonE7[to]!;
      const nextLat = i < end ? pointLatE7[i]! : vertexLatE7[to]!;
      const x = (nextLon - lon) * narrowing;
      const y = nextLat - lat;
      const length = Math.sqrt(x * x + y * y);
      const a = length === 0 ? 0 : Math.max(0, (first * whole - walked) / length);
      const b = length === 0 ? 1 : Math.min(1, (last * whole - walked) / length);
      if (a <= 1 && b >= 0) {
        if (!isBegun) this.#point(lon + a * (nextLon - lon), lat + a * (nextLat - lat));
        isBegun = true;
        this.#point(lon + b * (nextLon - lon), lat + b * (nextLat - lat));
      }
      walked += length;
      lon = nextLon;
      lat = nextLat;
    }
    this.#point(Number.NaN, Number.NaN);
  }

  #reserve(numbers: number): void {
    if (this.count + numbers <= this.points.length) return;
    const larger = new Float64Array(2 * (this.count + numbers));
    larger.set(this.points);
    this.points = larger;
  }

  /** Call `reserve` first. */
  #point(lonE7: number, latE7: number): void {
    this.points[this.count++] = lonE7;
    this.points[this.count++] = latE7;
  }
}
