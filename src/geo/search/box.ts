import { degreesOf, haversineOfKm } from '../nearby/great-circle.js';

/** Degrees, borders included. `west` > `east` crosses the antimeridian. */
export interface Box {
  readonly south: number;
  readonly west: number;
  readonly north: number;
  readonly east: number;
}

export interface Circle {
  readonly lat: number;
  readonly lng: number;
  readonly radiusKm: number;
}

const RADIANS = Math.PI / 180;
/** A centimetre: more than what rounding can make of any of the angles here. */
const SLACK_DEGREES = 1e-7;

/** A box that contains the whole circle; all longitudes when a pole is in it. */
export function boxAround({ lat, lng, radiusKm }: Circle): Box {
  const angle = degreesOf(haversineOfKm(radiusKm));
  const south = Math.max(-90, lat - angle);
  const north = Math.min(90, lat + angle);
  const world = { south, west: -180, north, east: 180 };
  if (south === -90 || north === 90) return world;
  // https://en.wikipedia.org/wiki/Great-circle_distance: the meridians that touch the circle, not those at its centre's height.
  const reach = Math.asin(Math.min(1, Math.sin(angle * RADIANS) / Math.cos(lat * RADIANS))) / RADIANS;
  const halfWidth = reach + SLACK_DEGREES;
  if (!(halfWidth < 180)) return world;
  return { south, west: wrap(lng - halfWidth), north, east: wrap(lng + halfWidth) };
}

const wrap = (lng: number): number => (lng < -180 ? lng + 360 : lng > 180 ? lng - 360 : lng);
