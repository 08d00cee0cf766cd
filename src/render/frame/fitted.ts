import type { GeoProjection } from 'd3-geo';
import type { FittedProjection, PageBox } from '../map-frame.js';

/** Largest distance between a point and the projection of its inverse. */
const BACK_PT = 0.01;
/** Rounding error by which a latitude may exceed 90 degrees. */
const ROUNDING_DEGREES = 1e-6;

type Point = [number, number];
type Invertible = Pick<GeoProjection, 'stream'> & {
  (place: Point): Point | null;
  invert?(point: Point): Point | null;
};

/**
 * A projection whose places are on the map or null, and whose points are places of the earth or null: d3
 * answers beyond the earth's edge, too.
 */
export function fitted(projection: Invertible, box: PageBox): FittedProjection {
  const [right, bottom] = [box.xPt + box.widthPt, box.yPt + box.heightPt];
  const isOnMap = ([x, y]: Point): boolean => x >= box.xPt && x <= right && y >= box.yPt && y <= bottom;
  const onMap = (place: Point): Point | null => {
    const point = projection(place);
    return point !== null && isOnMap(point) ? point : null;
  };
  return Object.assign(onMap, {
    stream: projection.stream,
    anywhere: (place: Point): Point | null => projection(place),
    invert: (point: Point): Point | null => placeAt(projection, point),
  });
}

/** null: beyond the earth's edge. */
export function placeAt(projection: Invertible, point: Point): Point | null {
  const found = projection.invert?.(point) ?? null;
  if (found === null || !Number.isFinite(found[0]) || !(Math.abs(found[1]) < 90 + ROUNDING_DEGREES))
    return null;
  const place: Point = [found[0], Math.min(90, Math.max(-90, found[1]))];
  const back = projection(place);
  return back !== null && Math.hypot(back[0] - point[0], back[1] - point[1]) < BACK_PT ? place : null;
}
