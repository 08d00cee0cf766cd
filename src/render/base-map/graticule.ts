import type { FittedProjection } from '../map-frame.js';
import { PathWriter } from '../path-writer.js';

const EVERY_DEGREES = 30;
/** Meridians end here: at the poles they would run together. */
const LAST_LATITUDE = 80;
/** Step along a parallel: d3 draws a great circle between two points. */
const STEP_DEGREES = 2.5;

/** Meridians and parallels, for maps that show the edge of the earth: they tell how it was spread out. */
export function graticule(projection: FittedProjection): string {
  const writer = new PathWriter(projection);
  for (let lon = -180; lon < 180; lon += EVERY_DEGREES) {
    const meridian: number[] = [];
    for (let lat = -LAST_LATITUDE; lat <= LAST_LATITUDE; lat += STEP_DEGREES) meridian.push(lon, lat);
    writer.line(meridian);
  }
  for (let lat = -60; lat <= 60; lat += EVERY_DEGREES) {
    const parallel: number[] = [];
    for (let lon = -180; lon <= 180; lon += STEP_DEGREES) parallel.push(lon, lat);
    writer.line(parallel);
  }
  return writer.d;
}
