import type { GeoProjection } from 'd3-geo';
import type { FittedProjection, MapFrame, PageBox } from '../../src/render/map-frame.js';

/** A projection of d3 as frames use it: points beyond the earth's edge have no place. */
export function fittedProjection(
  projection: Pick<GeoProjection, 'invert' | 'stream'> &
    ((place: [number, number]) => [number, number] | null),
): FittedProjection {
  const placeAt = (point: [number, number]): [number, number] | null => {
    const place = projection.invert!(point);
    if (place === null || !(Math.abs(place[1]) <= 90)) return null;
    const back = projection(place);
    return back !== null && Math.hypot(back[0] - point[0], back[1] - point[1]) < 0.01 ? place : null;
  };
  return Object.assign((place: [number, number]) => projection(place), {
    stream: projection.stream,
    invert: placeAt,
  });
}

/** A frame whose map is this box at the page's upper left corner. */
export function frameAround(
  map: PageBox,
  projection: FittedProjection,
  metersPerPt: number,
  sphere = '',
): MapFrame {
  const { widthPt, heightPt } = map;
  return {
    widthPt,
    heightPt,
    map,
    projection,
    metersPerPt,
    hasOneScale: false,
    parts: [map],
    insetLines: '',
    sphere,
  };
}
