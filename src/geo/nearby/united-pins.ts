import { type Boxes, boxesOf } from './boxes.js';
import { sortedAlongCurve } from './curve-order.js';
import type { PackedPins } from './packed-pins.js';

/**
 * One tree over the pins of many trees, its members: a search looks at 110 boxes instead of the 1,300 of 20 members. It says which
 * pins may be near; where exactly they are, and whether they are hidden, their members know. In shared memory.
 */
export interface UnitedPins extends Boxes {
  readonly count: number;
  /** lat, lng for each place, in 32 bits: wrong by up to ROUNDING. */
  readonly points: Float32Array;
  /** For each place, its slot in the members laid end to end. */
  readonly refs: Uint32Array;
  /** Where each member begins in that; the last element is where the last one ends. */
  readonly starts: readonly number[];
}

/** A point, a ref, and a share of the boxes: BOX * 4 bytes for each 15 points. */
export const UNITED_BYTES_PER_PIN = 13.4;

/** Degrees: 2^-17, half of the last of the 24 digits of a longitude, and as much again. */
export const ROUNDING = 2 ** -16;

/** @param members 2^32 pins at most. A million take about 0.3 s. */
export function unitePins(members: readonly PackedPins[]): UnitedPins {
  const starts = [0];
  for (const { count } of members) starts.push(starts[starts.length - 1]! + count);
  const count = starts[members.length]!;
  const lats = new Float64Array(count);
  const lngs = new Float64Array(count);
  members.forEach(({ points, count: own }, member) => {
    const start = starts[member]!;
    for (let slot = 0; slot < own; slot++) {
      lats[start + slot] = points[2 * slot]!;
      lngs[start + slot] = points[2 * slot + 1]!;
    }
  });
  const refs = new Uint32Array(new SharedArrayBuffer(count * 4));
  refs.set(sortedAlongCurve(lats, lngs));
  const exact = new Float64Array(count * 2);
  for (let place = 0; place < count; place++) {
    exact[2 * place] = lats[refs[place]!]!;
    exact[2 * place + 1] = lngs[refs[place]!]!;
  }
  const points = new Float32Array(new SharedArrayBuffer(count * 8));
  points.set(exact);
  return { count, points, refs, starts, ...boxesOf(exact) };
}

/** The member that a place of `refs` is in. */
export function memberOf({ starts }: UnitedPins, ref: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (starts[middle]! <= ref) low = middle;
    else high = middle;
  }
  return low;
}
