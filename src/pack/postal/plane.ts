/**
 * The plane in which cells are cut: spherical Mercator, in degrees at the equator. It preserves angles, so
 * that the line halfway between two points is right at the size of postal areas; plain degrees would stretch
 * cells by 1/cos(latitude).
 */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Grid of 1e-5 degrees (1.1 m): neighbours share the vertices of a common border exactly. */
export const GRID_PER_DEGREE = 1e5;

const RADIANS = Math.PI / 180;
const METRES_PER_DEGREE = 111_195;

export const toPlane = (lng: number, lat: number): Point => ({
  x: lng,
  y: Math.log(Math.tan(Math.PI / 4 + (lat * RADIANS) / 2)) / RADIANS,
});

export const latitudeOf = (y: number): number => Math.atan(Math.sinh(y * RADIANS)) / RADIANS;

/** Length of a metre in the plane at this y. */
export const metreAt = (y: number): number => Math.cosh(y * RADIANS) / METRES_PER_DEGREE;

/** One key for a point of the grid. */
export function gridKey({ x, y }: Point): number {
  const lng = Math.round(x * GRID_PER_DEGREE);
  const lat = Math.round(latitudeOf(y) * GRID_PER_DEGREE);
  return (lat + 90 * GRID_PER_DEGREE) * KEYS_PER_ROW + lng + 400 * GRID_PER_DEGREE;
}

/** Longitudes from -400 to 271 degrees: areas around the antimeridian are cut on one side of it. */
const KEYS_PER_ROW = 2 ** 26;

/** Column and row of a key, in units of the grid. */
export const columnOf = (key: number): number => (key % KEYS_PER_ROW) - 400 * GRID_PER_DEGREE;
export const rowOf = (key: number): number => Math.floor(key / KEYS_PER_ROW) - 90 * GRID_PER_DEGREE;
