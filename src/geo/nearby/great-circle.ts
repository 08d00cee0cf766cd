/** WGS84 mean radius, in kilometres. */
export const EARTH_RADIUS_KM = 6371.0088;
const RADIANS = Math.PI / 180;

/** Origin of distances, with the values that every distance needs. */
export interface Origin {
  readonly lat: number;
  readonly lng: number;
  readonly cosLat: number;
}

/** @param lat degrees, -90..90 @param lng degrees, -180..180 */
export function originAt(lat: number, lng: number): Origin {
  return { lat, lng, cosLat: cosine(lat) };
}

/** Cosine of a latitude, exactly 0 at a pole: there all longitudes are one point, and ties must be ties. */
export function cosine(lat: number): number {
  return lat === 90 || lat === -90 ? 0 : Math.cos(lat * RADIANS);
}

/** sin² of half an angle in degrees. */
export function haversine(degrees: number): number {
  const sine = Math.sin(degrees * (RADIANS / 2));
  return sine * sine;
}

/** Degrees between two meridians, 0..180. Exact, so that 180 and -180 are equally far from everywhere. */
export function lngDelta(a: number, b: number): number {
  const delta = Math.abs(a - b);
  return delta > 180 ? 360 - delta : delta;
}

/**
 * Haversine (sin² of half the angle) between the origin and a point. It grows with the distance, is exact to
 * a double for near points, and costs less than the distance.
 */
export function haversineTo(origin: Origin, lat: number, lng: number): number {
  const hav =
    haversine(lat - origin.lat) + origin.cosLat * cosine(lat) * haversine(lngDelta(lng, origin.lng));
  // Rounding may exceed 1 at the antipode.
  return Math.min(1, hav);
}

/** Great-circle distance in kilometres of a haversine. */
export function kmOf(hav: number): number {
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(hav));
}

/** Haversine of a great-circle distance in kilometres; 1 for anything beyond the antipode. */
export function haversineOfKm(km: number): number {
  const sine = Math.sin(Math.min(Math.PI / 2, km / (2 * EARTH_RADIUS_KM)));
  return sine * sine;
}

/** Far above the rounding of a haversine (1e-15), far below a needless look into a box. */
const SLACK = 1 - 1e-12;
const C2 = (SLACK * RADIANS ** 2) / 4;
const C4 = RADIANS ** 2 / 12;
const C6 = RADIANS ** 4 / 360;
const C8 = RADIANS ** 6 / 20160;

/**
 * Lower bound of `haversine` without a sine: the cosine's series up to x^8, whose remainder is positive.
 * Relative error 4e-9 up to 30 degrees; 0.988 instead of 1 at 180.
 */
export function haversineFloor(degrees: number): number {
  const square = degrees * degrees;
  return C2 * square * (1 - square * (C4 - square * (C6 - square * C8)));
}

/** Upper bound on the degrees of latitude of a haversine, with a metre added for rounding. */
export const degreesOf = (hav: number): number => (2 * Math.asin(Math.sqrt(hav))) / RADIANS + 1e-5;

/**
 * Lower bound of the cosine of a latitude, within 5e-7 and never below 0: the cosine's series up to x^10,
 * whose remainder is positive.
 */
export function cosineFloor(degrees: number): number {
  const x = degrees * RADIANS;
  const square = x * x;
  const series =
    1 - (square / 2) * (1 - (square / 12) * (1 - (square / 30) * (1 - (square / 56) * (1 - square / 90))));
  return Math.max(0, series - 1e-12);
}

interface Point {
  readonly lat: number;
  readonly lng: number;
}

export const kmApart = (one: Point, other: Point): number =>
  kmOf(haversineTo(originAt(one.lat, one.lng), other.lat, other.lng));
