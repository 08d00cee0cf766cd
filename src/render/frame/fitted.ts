import { type GeoProjection, geoDistance } from 'd3-geo';
import type { Box, FittedProjection } from '../map-frame.js';

/** Of a place that was brought to the page and back: far below a pixel of any map. */
const SAME_PLACE_RADIANS = 1e-6;

type Point = [number, number];
type Invertible = Pick<GeoProjection, 'stream'> & {
  (place: Point): Point | null;
  invert?(point: Point): Point | null;
};

/**
 * A projection whose places are on the map or null, and whose points are places of the earth or null: d3 answers beyond the earth's edge,
 * too, and in the insets of a composite with places of the mainland.
 */
export function fitted(projection: Invertible, box: Box): FittedProjection {
  const [right, bottom] = [box.xPt + box.widthPt, box.yPt + box.heightPt];
  const isOnMap = ([x, y]: Point): boolean => x >= box.xPt && x <= right && y >= box.yPt && y <= bottom;
  const onMap = (place: Point): Point | null => {
    const point = projection(place);
    return point !== null && isOnMap(point) ? point : null;
  };
  return Object.assign(onMap, {
    stream: projection.stream,
    invert: (point: Point): Point | null => placeAt(projection, point),
  });
}

/** null: beyond the earth's edge. */
export function placeAt(projection: Invertible, point: Point): Point | null {
  const place = projection.invert?.(point) ?? null;
  if (place === null || !Number.isFinite(place[0]) || !(Math.abs(place[1]) <= 90)) return null;
  const back = projection(place);
  return back !== null && Math.hypot(back[0] - point[0], back[1] - point[1]) < 0.01 ? place : null;
}

/** Whether a point of a composite shows this place: within an inset the mainland goes on underneath. */
export function showsPlace(projection: Invertible, point: Point, place: Point): boolean {
  const shown = projection.invert?.(point) ?? null;
  return shown !== null && geoDistance(shown, place) < SAME_PLACE_RADIANS;
}
