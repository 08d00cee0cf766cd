import { Plane } from './plane.js';
import type { ReachedLines } from './reach.js';

/** Cells of the longest side: finer ones cost time and show bends that nobody sees on a map. */
const CELLS_OF_LONGEST_SIDE = 256;
/** A street with its houses is not narrower. */
const SMALLEST_CELL_M = 30;
/** Steps of a chamfer distance: 3 to a neighbour at a side and 4 to one at a corner (Borgefors 1986) are 3 units a cell. */
export const UNITS_PER_CELL = 3;
const DIAGONAL_UNITS = 4;
const FAR = 0xffff;

/** A grid over what is reached: of each cell the chamfer distance to the nearest street, row by row from the south. */
export interface Raster {
  distance: Uint16Array;
  width: number;
  height: number;
  cellMeters: number;
  /** Centre of the first cell, and what the next one's lies further; degrees. */
  lon: number;
  lat: number;
  lonStep: number;
  latStep: number;
}

/**
 * Paints the lines into a grid and spreads the distance from them, in two passes.
 * @param marginMeters around the lines; the distance is known as far
 */
export function rasterOf(
  { points, count }: ReachedLines,
  marginMeters: (cellMeters: number) => number,
  scratch: Uint16Array | null,
): Raster {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < count; i += 2) {
    const lon = points[i]!;
    const lat = points[i + 1]!;
    if (lon < west) west = lon;
    if (lon > east) east = lon;
    if (lat < south) south = lat;
    if (lat > north) north = lat;
  }
  const { metersOfLon, metersOfLat } = new Plane((south + north) / 2);
  const longest = Math.max((east - west) * metersOfLon, (north - south) * metersOfLat);
  const cellMeters = Math.max(SMALLEST_CELL_M, longest / CELLS_OF_LONGEST_SIDE);
  const lonStep = cellMeters / metersOfLon;
  const latStep = cellMeters / metersOfLat;
  // And one that no contour reaches.
  const margin = Math.ceil(marginMeters(cellMeters) / cellMeters) + 2;
  const width = Math.floor((east - west) / lonStep) + 1 + 2 * margin;
  const height = Math.floor((north - south) / latStep) + 1 + 2 * margin;
  const distance =
    scratch !== null && scratch.length >= width * height
      ? scratch.subarray(0, width * height)
      : new Uint16Array(width * height);
  distance.fill(FAR);
  const lon = west - (margin - 0.5) * lonStep;
  const lat = south - (margin - 0.5) * latStep;
  paintPieces(distance, width, points, count, { lon, lat, lonStep, latStep });
  spread(distance, width, height);
  return { distance, width, height, cellMeters, lon, lat, lonStep, latStep };
}

/** The cells that the pieces pass, but for some at corners. */
function paintPieces(
  distance: Uint16Array,
  width: number,
  points: Float64Array,
  count: number,
  { lon, lat, lonStep, latStep }: Pick<Raster, 'lon' | 'lat' | 'lonStep' | 'latStep'>,
): void {
  const perLon = 1 / lonStep;
  const perLat = 1 / latStep;
  const originX = 0.5 - lon * perLon;
  const originY = 0.5 - lat * perLat;
  let x = Number.NaN;
  let y = Number.NaN;
  for (let i = 0; i < count; i += 2) {
    const nextX = points[i]! * perLon + originX;
    const nextY = points[i + 1]! * perLat + originY;
    // NaN, too: at the end of a piece, and where one begins.
    const steps = Math.max(Math.abs(nextX - x), Math.abs(nextY - y));
    if (steps > 1) {
      const whole = Math.ceil(steps);
      const dx = (nextX - x) / whole;
      const dy = (nextY - y) / whole;
      for (let step = 1; step < whole; step++) {
        x += dx;
        y += dy;
        distance[(y | 0) * width + (x | 0)] = 0;
      }
    }
    if (!Number.isNaN(nextX)) distance[(nextY | 0) * width + (nextX | 0)] = 0;
    x = nextX;
    y = nextY;
  }
}

/**
 * The outermost cells keep FAR: they are outside of everything. What lies behind in the walk is kept in variables: a cell is read once
 * as its own and once as the one above or below.
 */
function spread(distance: Uint16Array, width: number, height: number): void {
  for (let y = 1; y < height - 1; y++) {
    const row = y * width;
    let before = FAR;
    let beneath = distance[row - width + 1]!;
    let beneathBefore = distance[row - width]!;
    for (let at = row + 1, end = row + width - 1; at < end; at++) {
      const beneathNext = distance[at - width + 1]!;
      let least = distance[at]!;
      if (least !== 0) {
        const side = Math.min(before, beneath) + UNITS_PER_CELL;
        const corner = Math.min(beneathBefore, beneathNext) + DIAGONAL_UNITS;
        const nearest = Math.min(side, corner);
        if (nearest < least) distance[at] = least = nearest;
      }
      before = least;
      beneathBefore = beneath;
      beneath = beneathNext;
    }
  }
  for (let y = height - 2; y > 0; y--) {
    const row = y * width;
    let before = FAR;
    let above = distance[row + width + width - 2]!;
    let aboveBefore = distance[row + width + width - 1]!;
    for (let at = row + width - 2; at > row; at--) {
      const aboveNext = distance[at + width - 1]!;
      let least = distance[at]!;
      if (least !== 0) {
        const side = Math.min(before, above) + UNITS_PER_CELL;
        const corner = Math.min(aboveBefore, aboveNext) + DIAGONAL_UNITS;
        const nearest = Math.min(side, corner);
        if (nearest < least) distance[at] = least = nearest;
      }
      before = least;
      aboveBefore = above;
      above = aboveNext;
    }
  }
}
