/**
 * The plane that cells are cut in: spherical Mercator, in degrees at the equator. It keeps angles, so the line halfway between two points
 * is where it should be at the size of postal areas; degrees of longitude and latitude as they stand would stretch cells by 1/cos(latitude).
 */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Areas are made of whole 1e-5 degrees (1.1 m): neighbours that share a border share its vertices exactly. */
export const GRID_PER_DEGREE = 1e5;

const RADIANS = Math.PI / 180;
const METRES_PER_DEGREE = 111_195;

export const toPlane = (lng: number, lat: number): Point => ({
  x: lng,
  y: Math.log(Math.tan(Math.PI / 4 + (lat * RADIANS) / 2)) / RADIANS,
});

export const latitudeOf = (y: number): number => Math.atan(Math.sinh(y * RADIANS)) / RADIANS;

/** How long a metre is in the plane at this height of it. */
export const metreAt = (y: number): number => Math.cosh(y * RADIANS) / METRES_PER_DEGREE;

/** Whole numbers of the grid, as one key. */
export function gridKey({ x, y }: Point): number {
  const lng = Math.round(x * GRID_PER_DEGREE);
  const lat = Math.round(latitudeOf(y) * GRID_PER_DEGREE);
  return (lat + 90 * GRID_PER_DEGREE) * KEYS_PER_ROW + lng + 400 * GRID_PER_DEGREE;
}

/** Longitudes from -400 to 271 degrees: areas about the antimeridian are cut on one side of it. */
const KEYS_PER_ROW = 2 ** 26;

/** Column and row of a key, in units of the grid. */
export const columnOf = (key: number): number => (key % KEYS_PER_ROW) - 400 * GRID_PER_DEGREE;
export const rowOf = (key: number): number => Math.floor(key / KEYS_PER_ROW) - 90 * GRID_PER_DEGREE;
