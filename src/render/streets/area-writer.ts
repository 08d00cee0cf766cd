import { cutRingAt } from '../../geo/cut-ring.js';
import { twiceArea } from '../../geo/flat-lines.js';
import type { MapFrame } from '../map-frame.js';
import { rounded } from '../path-data.js';

/** Two points nearer than this are one. */
const LEAST_STEP_PT = 0.25;

/**
 * Writes rings of a town's areas as path data, cut at the map. On the plane: d3 takes a ring for its outside
 * when a hole covers all of a tile but a sliver, and its edges are no longer than a tile here.
 */
export class AreaWriter {
  readonly #frame: MapFrame;
  readonly #leastAreaPt2: number;
  readonly #pieces: string[] = [];

  /** @param leastAreaPt2 smaller rings are left out */
  constructor(frame: MapFrame, leastAreaPt2: number) {
    this.#frame = frame;
    this.#leastAreaPt2 = leastAreaPt2;
  }

  /** Path data of all; '' for nothing. */
  get d(): string {
    return this.#pieces.join('');
  }

  /** @param ring open, in degrees */
  ring(ring: readonly number[]): void {
    const { projection, map } = this.#frame;
    const project = projection.anywhere ?? projection;
    const points: number[] = [];
    for (let i = 0; i < ring.length; i += 2) {
      const point = project([ring[i]!, ring[i + 1]!]);
      if (point === null) return;
      const [x, y] = point;
      const isNear =
        points.length > 0 &&
        Math.abs(x - points.at(-2)!) < LEAST_STEP_PT &&
        Math.abs(y - points.at(-1)!) < LEAST_STEP_PT;
      if (!isNear) points.push(x, y);
    }
    let cut = points;
    for (const axis of [0, 1] as const) {
      const [from, length] = axis === 0 ? [map.xPt, map.widthPt] : [map.yPt, map.heightPt];
      cut = cutRingAt(cut, { axis, at: from, isBelow: false });
      cut = cutRingAt(cut, { axis, at: from + length, isBelow: true });
    }
    if (cut.length >= 6) this.#write(cut);
  }

  #write(points: readonly number[]): void {
    if (Math.abs(twiceArea(points)) / 2 < this.#leastAreaPt2) return;
    let d = '';
    for (let i = 0; i < points.length; i += 2)
      d += `${i === 0 ? 'M' : 'L'}${rounded(points[i]!)},${rounded(points[i + 1]!)}`;
    this.#pieces.push(`${d}Z`);
  }
}
