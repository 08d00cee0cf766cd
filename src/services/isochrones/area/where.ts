import { isInRing } from '../../../geo/flat-lines.js';
import type { RoutePoint } from '../protocol.js';
import { MICRO, type Rings, UnusableArea } from './read-rings.js';

/**
 * Kilometres a minute: 300 km/h, above any car, with room for roads near the place and the margin that
 * engines draw around roads.
 */
const KM_OF_MINUTE = 5;
const SLACK_KM = 10;
/** The place may lie beside its road and outside of the area. */
const MAX_KM_BESIDE = 5;
const KM_OF_DEGREE = 111.2;

/** @throws UnusableArea unless the area lies around the place within reach of a car */
export function checkWhere(polygons: readonly Rings[], place: RoutePoint, minutes: number): void {
  const toX = KM_OF_DEGREE * Math.cos((place.lat * Math.PI) / 180);
  const east = (lon: number): number => (((((lon - place.lon + 180) % 360) + 360) % 360) - 180) * toX;
  const north = (lat: number): number => (lat - place.lat) * KM_OF_DEGREE;
  let farthest = 0;
  let nearest = Number.POSITIVE_INFINITY;
  for (const [outer] of polygons) {
    const ring = outer!;
    let [x0, y0] = [east(ring.at(-2)! / MICRO), north(ring.at(-1)! / MICRO)];
    for (let i = 0; i < ring.length; i += 2) {
      const [x, y] = [east(ring[i]! / MICRO), north(ring[i + 1]! / MICRO)];
      farthest = Math.max(farthest, Math.hypot(x, y));
      nearest = Math.min(nearest, kmFromLine(x0, y0, x, y));
      [x0, y0] = [x, y];
    }
    if (isInRing(place.lon * MICRO, place.lat * MICRO, ring)) nearest = 0;
  }
  if (nearest > MAX_KM_BESIDE) throw new UnusableArea(`that lies ${Math.round(nearest)} km from the place`);
  if (farthest > minutes * KM_OF_MINUTE + SLACK_KM) {
    throw new UnusableArea(
      `that reaches ${Math.round(farthest)} km far, as no car does in ${minutes} minutes`,
    );
  }
}

/** Distance in km from 0, 0 to a line. */
function kmFromLine(ax: number, ay: number, bx: number, by: number): number {
  const [dx, dy] = [bx - ax, by - ay];
  const squared = dx * dx + dy * dy;
  const share = squared === 0 ? 0 : Math.min(1, Math.max(0, -(ax * dx + ay * dy) / squared));
  return Math.hypot(ax + share * dx, ay + share * dy);
}
