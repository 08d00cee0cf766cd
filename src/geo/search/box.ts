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
/** A centimetre, above any rounding error of these angles. */
const SLACK_DEGREES = 1e-7;
/** Latitude (110 m from the pole) beyond which meridians are too close together for that slack. */
const POLAR_DEGREES = 89.999;

/** A box around the whole circle, with all longitudes where it comes near a pole. */
export function boxAround({ lat, lng, radiusKm }: Circle): Box {
  const angle = degreesOf(haversineOfKm(radiusKm));
  const south = Math.max(-90, lat - angle);
  const north = Math.min(90, lat + angle);
  const world = { south, west: -180, north, east: 180 };
  if (south < -POLAR_DEGREES || north > POLAR_DEGREES) return world;
  // Meridians that touch the circle, rather than those at its centre's height:
  // https://en.wikipedia.org/wiki/Great-circle_distance
  const reach = Math.asin(Math.min(1, Math.sin(angle * RADIANS) / Math.cos(lat * RADIANS))) / RADIANS;
  const halfWidth = reach + SLACK_DEGREES;
  if (!(halfWidth < 180)) return world;
  return { south, west: wrap(lng - halfWidth), north, east: wrap(lng + halfWidth) };
}

const wrap = (lng: number): number => (lng < -180 ? lng + 360 : lng > 180 ? lng - 360 : lng);

/** Area in square degrees, to compare boxes. */
export function areaOf({ south, west, north, east }: Box): number {
  return (north - south) * (west > east ? east - west + 360 : east - west);
}
