import { type GeoProjection, geoCircle, geoDistance } from 'd3-geo';
import { EARTH_RADIUS_M } from '../earth.js';
import type { PageBox } from '../map-frame.js';
import { chooseProjection, type ProjectionCandidates } from './choose-projection.js';
import type { Extent } from './extent.js';
import { placeAt } from './fitted.js';

/** Margin at each side, as a share of the map's width or height. */
const MARGIN_SHARE = 0.05;
/** A pin stands above its place. */
const PIN_HEADROOM_PT = 16;
/** Distance from the middle that a map of a single place shows at least. */
const AROUND_ONE_PLACE_M = 10_000;
/** Places nearer to each other than this are not taken further apart: base data have no more to show. */
const LEAST_REACH_M = 1_000;
const CIRCLE_STEP_DEGREES = 15;
/** Points at each edge of the map that are tested for a place of the earth. */
const EDGE_SAMPLES = 12;
/**
 * Largest distance from the middle on a map of a continent: beyond it shapes are stretched (2.2 to 1 by
 * Lambert's azimuthal).
 */
const MOST_SHOWN_RADIANS = (95 * Math.PI) / 180;
/** Largest distance of a drawn line from its true curve: a quarter of a pixel of the PNG. */
const PRECISION_PT = 0.1;

/**
 * The projection for an extent with places, in its box and cut there; whether the earth goes on at every
 * edge.
 */
export function fitToExtent(extent: Extent, box: PageBox): { projection: GeoProjection; fillsBox: boolean } {
  const candidates = chooseProjection(extent, extent.box()!);
  let last: { projection: GeoProjection; fillsBox: boolean } | null = null;
  for (const projection of candidates.projections) {
    fit(projection, extent, candidates.middle, box);
    const places = edgePoints(box).map((point) => placeAt(projection, point));
    last = { projection, fillsBox: places.every((place) => place !== null) };
    const isNear = (place: [number, number] | null): boolean =>
      place !== null && geoDistance(place, candidates.middle) < MOST_SHOWN_RADIANS;
    if (places.every(isNear)) break;
  }
  return last!;
}

function fit(
  projection: GeoProjection,
  extent: Extent,
  middle: ProjectionCandidates['middle'],
  { xPt, yPt, widthPt, heightPt }: PageBox,
): void {
  const outline = extent.outline();
  const isOnePlace = outline.every(([lon, lat]) => lon === outline[0]![0] && lat === outline[0]![1]);
  const leastReach = isOnePlace ? AROUND_ONE_PLACE_M : LEAST_REACH_M;
  const around = geoCircle()
    .center(middle)
    .radius(((leastReach / EARTH_RADIUS_M) * 180) / Math.PI)
    .precision(CIRCLE_STEP_DEGREES)();
  const [left, top] = [widthPt * MARGIN_SHARE, heightPt * MARGIN_SHARE];
  projection
    .precision(PRECISION_PT)
    .fitExtent(
      [
        [xPt + left, yPt + top + PIN_HEADROOM_PT],
        [xPt + widthPt - left, yPt + heightPt - top],
      ],
      { type: 'MultiPoint', coordinates: [...outline, ...around.coordinates[0]!] },
    )
    .clipExtent([
      [xPt, yPt],
      [xPt + widthPt, yPt + heightPt],
    ]);
}

export function edgePoints({ xPt, yPt, widthPt, heightPt }: PageBox): [number, number][] {
  return Array.from({ length: EDGE_SAMPLES + 1 }, (_, i) => i / EDGE_SAMPLES).flatMap(
    (share): [number, number][] => [
      [xPt + share * widthPt, yPt],
      [xPt + share * widthPt, yPt + heightPt],
      [xPt, yPt + share * heightPt],
      [xPt + widthPt, yPt + share * heightPt],
    ],
  );
}
