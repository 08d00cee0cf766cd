import { type GeoProjection, geoEqualEarth, geoPath } from 'd3-geo';
import type { MapFrame, PageBox } from '../map-frame.js';
import type { PictureOptions } from '../options.js';
import { albersUsa } from './albers-usa.js';
import type { Extent } from './extent.js';
import { fitToExtent } from './fit.js';
import { fitted } from './fitted.js';
import type { Layout } from './layout.js';
import { isOneScale, metersPerPtAt } from './scale.js';

const ROUNDING_PT = 0.1;
/**
 * Latitudes from which on a map reaches from pole to pole: a part of the world would be cut at its sides
 * alone, askew.
 */
const BOTH_POLES_DEGREES = 150;

/**
 * The map of a page: `us` and `world` are the same for every map, the others show all of the extent with a
 * margin, or the world when it is empty or reaches from pole to pole.
 */
export function frameOf(preset: PictureOptions['preset'], layout: Layout, extent: Extent): MapFrame {
  const box = layout.map;
  const page = { widthPt: layout.widthPt, heightPt: layout.heightPt, map: box, parts: [box] };
  const middle: [number, number] = [box.xPt + box.widthPt / 2, box.yPt + box.heightPt / 2];
  if (preset === 'us') {
    const { map, projection, parts, insetLines } = albersUsa(box);
    const metersPerPt = metersPerPtAt(projection, middle)!;
    return { ...page, map, projection, metersPerPt, hasOneScale: false, parts, insetLines, sphere: '' };
  }
  const extentBox = extent.box();
  if (preset === 'world' || extentBox === null || extentBox.north - extentBox.south > BOTH_POLES_DEGREES) {
    return { ...page, ...wholeEarth(geoEqualEarth().precision(0.1), box) };
  }
  const fit = fitToExtent(extent, box);
  // The margin around the places lies beyond the earth.
  if (isWithin(fit.projection, box)) return { ...page, ...wholeEarth(fit.projection.clipExtent(null), box) };
  const projection = fitted(fit.projection, box);
  const metersPerPt = metersPerPtAt(projection, middle)!;
  return {
    ...page,
    projection,
    metersPerPt,
    hasOneScale: isOneScale(projection, box, metersPerPt),
    insetLines: '',
    sphere: fit.fillsBox ? '' : outline(fit.projection),
  };
}

function wholeEarth(earth: GeoProjection, box: PageBox): Omit<MapFrame, 'widthPt' | 'heightPt'> {
  earth.fitExtent(
    [
      [box.xPt, box.yPt],
      [box.xPt + box.widthPt, box.yPt + box.heightPt],
    ],
    { type: 'Sphere' },
  );
  const map = aroundEarth(earth, box);
  const projection = fitted(earth, map);
  const middle: [number, number] = [box.xPt + box.widthPt / 2, box.yPt + box.heightPt / 2];
  const metersPerPt = metersPerPtAt(projection, middle)!;
  return {
    map,
    parts: [map],
    projection,
    metersPerPt,
    hasOneScale: false,
    insetLines: '',
    sphere: outline(earth),
  };
}

/** Tells whether a box shows the whole earth, with room around it. */
function isWithin(projection: GeoProjection, { xPt, yPt, widthPt, heightPt }: PageBox): boolean {
  const [[left, top], [right, bottom]] = geoPath(projection).bounds({ type: 'Sphere' });
  return left > xPt && top > yPt && right < xPt + widthPt && bottom < yPt + heightPt;
}

/** The part of the box that the earth takes, with room for rounding. */
function aroundEarth(projection: Parameters<typeof geoPath>[0], box: PageBox): PageBox {
  const [[left, top], [right, bottom]] = geoPath(projection).bounds({ type: 'Sphere' });
  const [xPt, yPt] = [Math.max(box.xPt, left - ROUNDING_PT), Math.max(box.yPt, top - ROUNDING_PT)];
  return {
    xPt,
    yPt,
    widthPt: Math.min(box.xPt + box.widthPt, right + ROUNDING_PT) - xPt,
    heightPt: Math.min(box.yPt + box.heightPt, bottom + ROUNDING_PT) - yPt,
  };
}

const outline = (projection: Parameters<typeof geoPath>[0]): string =>
  geoPath(projection).digits(2)({ type: 'Sphere' }) ?? '';
