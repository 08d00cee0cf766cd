/** WGS84 mean radius, in kilometres. */
export const EARTH_RADIUS_KM = 6371.0088;
const RADIANS = Math.PI / 180;

/** Where distances are measured from, with what every distance needs. */
export interface Origin {
  readonly lat: number;
  readonly lng: number;
  readonly cosLat: number;
}

/** @param lat degrees, -90..90 @param lng degrees, -180..180 */
export function originAt(lat: number, lng: number): Origin {
  return { lat, lng, cosLat: cosine(lat) };
}

/** At a pole all longitudes are one point: exactly 0 there, so that ties at a pole are ties. */
export function cosine(lat: number): number {
  return lat === 90 || lat === -90 ? 0 : Math.cos(lat * RADIANS);
}

/** sin² of half an angle in degrees. */
export function haversine(degrees: number): number {
  const sine = Math.sin(degrees * (RADIANS / 2));
  return sine * sine;
}

/** Degrees between two meridians, 0..180. Exact, so that 180 and -180 are equally far from anywhere. */
export function lngDelta(a: number, b: number): number {
  const delta = Math.abs(a - b);
  return delta > 180 ? 360 - delta : delta;
}

/**
 * sin² of half the angle between the origin and a point: it grows with the distance, is as exact as a double for near points, and
 * costs less than the distance itself.
 */
export function haversineTo(origin: Origin, lat: number, lng: number): number {
  const hav =
    haversine(lat - origin.lat) + origin.cosLat * cosine(lat) * haversine(lngDelta(lng, origin.lng));
  // At the antipode it is rounded to more than there is.
  return Math.min(1, hav);
}

/** Great-circle distance of a haversine. */
export function kmOf(hav: number): number {
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(hav));
}

/** The haversine of a great-circle distance; 1, the antipode's, for all that is farther. */
export function haversineOfKm(km: number): number {
  const sine = Math.sin(Math.min(Math.PI / 2, km / (2 * EARTH_RADIUS_KM)));
  return sine * sine;
}

/** Far above the rounding of a haversine (1e-15), far below what would cost a needless look into a box. */
const SLACK = 1 - 1e-12;
const C2 = (SLACK * RADIANS ** 2) / 4;
const C4 = RADIANS ** 2 / 12;
const C6 = RADIANS ** 4 / 360;
const C8 = RADIANS ** 6 / 20160;

/**
 * Not more than `haversine`, without its sine: the cosine's series up to x^8, whose rest is positive. Within a share of
 * 4e-9 up to 30 degrees, 0.988 instead of 1 at 180.
 */
export function haversineFloor(degrees: number): number {
  const square = degrees * degrees;
  return C2 * square * (1 - square * (C4 - square * (C6 - square * C8)));
}

/** Degrees of latitude that a haversine is worth at most, a metre more for rounding. */
export const degreesOf = (hav: number): number => (2 * Math.asin(Math.sqrt(hav))) / RADIANS + 1e-5;

/** Not more than the cosine of a latitude, within 5e-7 of it, and never below 0: the cosine's series up to x^10, whose rest is positive. */
export function cosineFloor(degrees: number): number {
  const x = degrees * RADIANS;
  const square = x * x;
  const series =
    1 - (square / 2) * (1 - (square / 12) * (1 - (square / 30) * (1 - (square / 56) * (1 - square / 90))));
  return Math.max(0, series - 1e-12);
}
