import { METERS_PER_DEGREE } from '../earth.js';
import type { MapFrame } from '../map-frame.js';

const POINTS_PER_INCH = 72;
/** Resolution at which imagery looks continuous even where the source is a blur. */
const LEAST_DPI = 72;
/** Pixels of the picture per pixel of its source, along each axis: more would be larger, not sharper. */
const MOST_ENLARGED = 2;

export interface RasterSize {
  widthPx: number;
  heightPx: number;
  /** Along a meridian at the middle of the map. */
  degreesPerPx: number;
}

/**
 * Size of a map's imagery in pixels.
 * @param sourceDegreesPerPx of the sharpest source
 */
export function rasterSize(
  { map, metersPerPt }: Pick<MapFrame, 'map' | 'metersPerPt'>,
  mostDpi: number,
  sourceDegreesPerPx: number,
): RasterSize {
  const degreesPerPt = metersPerPt / METERS_PER_DEGREE;
  const usefulDpi = (MOST_ENLARGED * POINTS_PER_INCH * degreesPerPt) / sourceDegreesPerPx;
  const pxPerPt = Math.min(mostDpi, Math.max(usefulDpi, LEAST_DPI)) / POINTS_PER_INCH;
  return {
    widthPx: Math.max(1, Math.round(map.widthPt * pxPerPt)),
    heightPx: Math.max(1, Math.round(map.heightPt * pxPerPt)),
    degreesPerPx: degreesPerPt / pxPerPt,
  };
}
