import type { MapFrame } from '../map-frame.js';
import type { PictureOptions } from '../options.js';
import type { Extent } from './extent.js';
import { frameOf } from './frame-of.js';
import { type Layout, layoutOf, legendPlaces, type Room, withMap } from './layout.js';

/** A map that leaves less of its box empty stays in the middle. */
const LEAST_GAP_PT = 1;

/** Room of a pin above the map. */
const ABOVE_POLE_PT = 8;

export interface Page {
  layout: Layout;
  frame: MapFrame;
}

/**
 * The page with its legend where the map is largest: a wide map leaves its paper above and below. A place
 * that shows more lines of the legend goes before, where these are all or cost the map nothing.
 */
export function largestMap(options: PictureOptions, room: Room, extent: Extent): Page {
  const places = room.legend === null ? [undefined] : legendPlaces(options);
  const pages = places.map((place): Page => {
    const layout = layoutOf(options, room, place);
    const frame = frameOf(options.preset, layout, extent);
    const isLower = frame.map.heightPt < layout.map.heightPt - LEAST_GAP_PT;
    return layout.legend !== null && isLower
      ? atTop(options, layout, frame, extent)
      : { layout: withMap(layout, frame.map), frame };
  });
  const lines = room.legend?.entries ?? 0;
  return pages.reduce((best, page) => {
    const [most, shown] = [linesShown(best.layout, lines), linesShown(page.layout, lines)];
    const { metersPerPt } = page.frame;
    const isBetter =
      shown === most
        ? metersPerPt < best.frame.metersPerPt
        : shown > most && (shown === lines || metersPerPt <= best.frame.metersPerPt);
    return isBetter ? page : best;
  });
}

/**
 * A map that is lower than its box, right below the title: its legend begins beside its top or follows below
 * it.
 */
function atTop(options: PictureOptions, layout: Layout, { map, sphere }: MapFrame, extent: Extent): Page {
  const { yPt, heightPt } = layout.map;
  // Pins at the North Pole stand above the earth.
  const below = sphere === '' ? 0 : Math.min(ABOVE_POLE_PT, heightPt - map.heightPt);
  const box = { ...layout.map, yPt: yPt + below, heightPt: map.heightPt };
  const frame = frameOf(options.preset, { ...layout, map: box }, extent);
  return { layout: withMap(layout, frame.map), frame };
}

function linesShown({ legend }: Layout, lines: number): number {
  if (legend === null) return 0;
  return Math.min(lines, legend.columns * legend.rowsPerColumn + (legend.isHeaded ? 1 : 0));
}
