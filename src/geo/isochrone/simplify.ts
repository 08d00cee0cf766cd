import { markBends } from '../flat-lines.js';
import type { GridRing } from './contour.js';

/** Rings with fewer points are dropped. */
const FEWEST_POINTS = 4;

/**
 * Ramer–Douglas–Peucker between a ring's first point and the point farthest from it: the fewest points that
 * keep all others within the tolerance. turf's `simplify` keeps 0.2 % fewer points and as many crossings, but
 * takes 2.3 times as long, without its way to GeoJSON and back.
 */
export function simplifyRing(ring: GridRing, tolerance: number): GridRing {
  const points = ring.length / 2;
  if (points <= FEWEST_POINTS) return ring;
  const isKept = new Uint8Array(points);
  let farthest = 0;
  let most = -1;
  for (let i = 1; i < points; i++) {
    const d = (ring[2 * i]! - ring[0]!) ** 2 + (ring[2 * i + 1]! - ring[1]!) ** 2;
    if (d > most) {
      most = d;
      farthest = i;
    }
  }
  isKept[0] = isKept[farthest] = 1;
  // The first point is the end, too.
  const closed = new Float64Array(ring.length + 2);
  closed.set(ring);
  closed.set(ring.subarray(0, 2), ring.length);
  markBends(closed, isKept, [0, farthest, farthest, points], tolerance);
  const kept: number[] = [];
  for (let i = 0; i < points; i++) if (isKept[i] === 1) kept.push(ring[2 * i]!, ring[2 * i + 1]!);
  return kept.length / 2 < FEWEST_POINTS ? ring : Float64Array.from(kept);
}
