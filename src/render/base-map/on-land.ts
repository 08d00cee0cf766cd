import Flatbush from 'flatbush';
import type { LineDegrees } from '../path-writer.js';

/** Rings of land as they are drawn, to cut lines at their coasts. */
export class DrawnLand {
  readonly #edges: number[] = [];
  readonly #index: Flatbush | null;
  #east = Number.NEGATIVE_INFINITY;

  /** @param rings open */
  constructor(rings: readonly LineDegrees[]) {
    for (const ring of rings)
      for (let i = 0, last = ring.length - 2; i < ring.length; last = i, i += 2)
        this.#edges.push(ring[last]!, ring[last + 1]!, ring[i]!, ring[i + 1]!);
    this.#index = this.#edges.length === 0 ? null : new Flatbush(this.#edges.length / 4);
    for (let at = 0; at < this.#edges.length; at += 4) {
      const [ax, ay, bx, by] = this.#edgeAt(at);
      this.#index?.add(Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by));
      this.#east = Math.max(this.#east, ax, bx);
    }
    this.#index?.finish();
  }

  /** The parts of a line that lie on land. */
  *stretchesOf(line: LineDegrees): Generator<LineDegrees> {
    let stretch: LineDegrees = [];
    let isOnLand: boolean | null = null;
    for (let i = 2; i < line.length; i += 2) {
      const [ax, ay, bx, by] = [line[i - 2]!, line[i - 1]!, line[i]!, line[i + 1]!];
      const shares = this.#crossings(ax, ay, bx, by);
      // A line changes sides at coasts alone.
      if (shares.length > 0) isOnLand = null;
      let from = 0;
      for (const to of [...shares, 1]) {
        const at = (share: number): [number, number] => [ax + share * (bx - ax), ay + share * (by - ay)];
        if (shares.length > 0 || isOnLand === null) isOnLand = this.#isLand(...at((from + to) / 2));
        if (isOnLand) {
          if (stretch.length === 0) stretch.push(...at(from));
          stretch.push(...at(to));
        } else {
          if (stretch.length > 0) yield stretch;
          stretch = [];
        }
        from = to;
      }
    }
    if (stretch.length > 0) yield stretch;
  }

  /** Shares of the way from a to b, ascending, at which it crosses a coast. */
  #crossings(ax: number, ay: number, bx: number, by: number): number[] {
    return this.#edgesIn(Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by))
      .flatMap(([cx, cy, dx, dy]) => {
        const turn = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx);
        const along = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / turn;
        const across = ((cx - ax) * (by - ay) - (cy - ay) * (bx - ax)) / turn;
        return along > 0 && along < 1 && across >= 0 && across <= 1 ? [along] : [];
      })
      .sort((a, b) => a - b);
  }

  /** Applies the even-odd rule. */
  #isLand(x: number, y: number): boolean {
    const crossed = this.#edgesIn(x, y, this.#east, y).filter(
      ([ax, ay, bx, by]) => ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax),
    );
    return crossed.length % 2 === 1;
  }

  #edgesIn(west: number, south: number, east: number, north: number) {
    return (this.#index?.search(west, south, east, north) ?? []).map((edge) => this.#edgeAt(4 * edge));
  }

  #edgeAt(at: number): [ax: number, ay: number, bx: number, by: number] {
    const edges = this.#edges;
    return [edges[at]!, edges[at + 1]!, edges[at + 2]!, edges[at + 3]!];
  }
}
