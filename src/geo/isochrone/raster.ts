import { Plane } from './plane.js';
import type { ReachedLines } from './reach.js';

/** Cells of the longest side: finer ones cost time and show bends that nobody sees on a map. */
const CELLS_OF_LONGEST_SIDE = 300;
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
  { lines, count }: ReachedLines,
  marginMeters: (cellMeters: number) => number,
  scratch: Uint16Array | null,
): Raster {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < count; i += 2) {
    const lon = lines[i]!;
    const lat = lines[i + 1]!;
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
  for (let i = 0; i < count; i += 4) {
    paint(
      distance,
      width,
      (lines[i]! - lon) / lonStep + 0.5,
      (lines[i + 1]! - lat) / latStep + 0.5,
      (lines[i + 2]! - lon) / lonStep + 0.5,
      (lines[i + 3]! - lat) / latStep + 0.5,
    );
  }
  spread(distance, width, height);
  return { distance, width, height, cellMeters, lon, lat, lonStep, latStep };
}

/** The cells that a line passes, but for some at corners. */
function paint(distance: Uint16Array, width: number, x0: number, y0: number, x1: number, y1: number): void {
  const steps = Math.ceil(Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0)));
  const dx = steps === 0 ? 0 : (x1 - x0) / steps;
  const dy = steps === 0 ? 0 : (y1 - y0) / steps;
  for (let i = 0, x = x0, y = y0; i <= steps; i++, x += dx, y += dy) distance[(y | 0) * width + (x | 0)] = 0;
}

/** The outermost cells keep FAR: they are outside of everything. */
function spread(distance: Uint16Array, width: number, height: number): void {
  for (let y = 1; y < height - 1; y++) {
    for (let at = y * width + 1, end = at + width - 2; at < end; at++) {
      let least = distance[at]!;
      if (least === 0) continue;
      least = Math.min(
        least,
        distance[at - 1]! + UNITS_PER_CELL,
        distance[at - width]! + UNITS_PER_CELL,
        distance[at - width - 1]! + DIAGONAL_UNITS,
        distance[at - width + 1]! + DIAGONAL_UNITS,
      );
      distance[at] = least;
    }
  }
  for (let y = height - 2; y > 0; y--) {
    for (let at = y * width + width - 2, end = y * width; at > end; at--) {
      let least = distance[at]!;
      if (least === 0) continue;
      least = Math.min(
        least,
        distance[at + 1]! + UNITS_PER_CELL,
        distance[at + width]! + UNITS_PER_CELL,
        distance[at + width + 1]! + DIAGONAL_UNITS,
        distance[at + width - 1]! + DIAGONAL_UNITS,
      );
      distance[at] = least;
    }
  }
}
