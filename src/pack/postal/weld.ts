import type { Ring } from './cut.js';
import type { Segments } from './land.js';
import { columnOf, GRID_PER_DEGREE, gridKey, rowOf } from './plane.js';

/**
 * Corners that were cut into the borders of land, so that both sides of a border get each corner of either.
 */
export class Welder {
  readonly #segments: Segments;
  readonly #cuts = new Map<number, Set<number>>();

  constructor(segments: Segments) {
    this.#segments = segments;
  }

  note(ring: Ring): void {
    ring.forEach((corner, k) => {
      if (corner.edge < 0) return;
      const [start, end] = this.#segments.ends[corner.edge]!.map(gridKey);
      for (const at of [corner, ring[(k + 1) % ring.length]!]) {
        const key = gridKey(at);
        if (key === start || key === end) continue;
        const cuts = this.#cuts.get(corner.edge) ?? new Set();
        this.#cuts.set(corner.edge, cuts.add(key));
      }
    });
  }

  /**
   * Corners of the ring on the grid, as keys, with corners that neighbours cut into it; no two equal in a
   * row.
   */
  keysOf(ring: Ring): number[] {
    const keys: number[] = [];
    const add = (key: number): void => {
      if (key !== keys.at(-1)) keys.push(key);
    };
    const corners = ring.map(gridKey);
    ring.forEach(({ edge }, k) => {
      add(corners[k]!);
      const cuts = edge < 0 ? undefined : this.#cuts.get(edge);
      if (cuts !== undefined)
        for (const key of this.#between(edge, cuts, corners[k]!, corners[(k + 1) % ring.length]!)) add(key);
    });
    while (keys.length > 1 && keys.at(-1) === keys[0]) keys.pop();
    return keys;
  }

  #between(edge: number, cuts: ReadonlySet<number>, from: number, to: number): number[] {
    const [start, end] = this.#segments.ends[edge]!.map(gridKey) as [number, number];
    const [dx, dy] = [columnOf(end) - columnOf(start), rowOf(end) - rowOf(start)];
    const along = (key: number): number =>
      (columnOf(key) - columnOf(start)) * dx + (rowOf(key) - rowOf(start)) * dy;
    const compare = (a: number, b: number): number => along(a) - along(b) || a - b;
    const isForward = compare(from, to) < 0;
    const [low, high] = isForward ? [from, to] : [to, from];
    const between = [...cuts].filter((key) => compare(low, key) < 0 && compare(key, high) < 0).sort(compare);
    return isForward ? between : between.reverse();
  }
}

const ANTIMERIDIAN = -180 * GRID_PER_DEGREE;

/**
 * Merges the rings of one area: an edge that two of them run along in opposite directions is inside and
 * disappears, except at the antimeridian.
 */
export class Dissolve {
  readonly #next = new Map<number, number[]>();

  add(keys: readonly number[]): void {
    keys.forEach((from, k) => {
      this.#edge(from, keys[(k + 1) % keys.length]!);
    });
  }

  #edge(from: number, to: number): void {
    if (from === to) return;
    const back = this.#next.get(to);
    const at = back?.indexOf(from) ?? -1;
    if (at !== -1 && !(columnOf(from) === ANTIMERIDIAN && columnOf(to) === ANTIMERIDIAN)) {
      if (back!.length === 1) this.#next.delete(to);
      else back!.splice(at, 1);
      return;
    }
    const ways = this.#next.get(from);
    if (ways === undefined) this.#next.set(from, [to]);
    else ways.push(to);
  }

  /** Closed rings that pass no corner twice, interior on the left. */
  rings(): number[][] {
    const rings: number[][] = [];
    for (;;) {
      const first = this.#next.keys().next();
      if (first.done) return rings;
      const path: number[] = [];
      const placeOf = new Map<number, number>();
      let at = first.value;
      for (;;) {
        const place = placeOf.get(at);
        if (place !== undefined) {
          // The path has returned to itself: a ring of its own, either an outer one or a hole that touches
          // it.
          const ring = path.splice(place);
          for (const key of ring) placeOf.delete(key);
          if (ring.length > 2) rings.push(ring);
          if (path.length === 0 && !this.#next.has(at)) break;
        }
        const before = path.at(-1);
        placeOf.set(at, path.length);
        path.push(at);
        at = this.#take(at, before);
      }
    }
  }

  /** The next corner, sharpest to the left; its edge is used up. */
  #take(at: number, before: number | undefined): number {
    const ways = this.#next.get(at);
    if (ways === undefined) throw new Error('an area whose border does not close');
    let best = 0;
    if (ways.length > 1 && before !== undefined) {
      const angleTo = (key: number): number =>
        Math.atan2(rowOf(key) - rowOf(at), columnOf(key) - columnOf(at));
      const back = angleTo(before);
      // Clockwise from the way come: the first that bounds the same inside.
      const turn = (key: number): number =>
        (back - angleTo(key) + 4 * Math.PI) % (2 * Math.PI) || 2 * Math.PI;
      for (let k = 1; k < ways.length; k++) if (turn(ways[k]!) < turn(ways[best]!)) best = k;
    }
    const [to] = ways.splice(best, 1);
    if (ways.length === 0) this.#next.delete(at);
    return to!;
  }
}
