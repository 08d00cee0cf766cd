import { geoAlbersUsa, geoClipRectangle } from 'd3-geo';
import type { Box, FittedProjection } from '../map-frame.js';
import { fitted, showsPlace } from './fitted.js';

/** Edges of the states and of the insets from the middle of `geoAlbersUsa`, in units of its scale: Alaska reaches further than Maine. */
const STATES = { left: -0.425, top: -0.2275, right: 0.364, bottom: 0.235 };

/** Edges of the insets as `geoAlbersUsa` has them, from its middle. */
const ALASKA = { left: -0.425, top: 0.12, right: -0.214, bottom: 0.234 };
const HAWAII = { left: -0.214, top: 0.166, right: -0.115, bottom: 0.234 };

/** The United States by Albers' equal-area conic, Alaska (at 0.35 of the scale) and Hawaii in insets. */
export function albersUsa(box: Box): { projection: FittedProjection; insetLines: string } {
  const { left, top, right, bottom } = STATES;
  const scale = Math.min(box.widthPt / (right - left), box.heightPt / (bottom - top));
  const x = box.xPt + box.widthPt / 2 - (scale * (left + right)) / 2;
  const y = box.yPt + box.heightPt / 2 - (scale * (top + bottom)) / 2;
  const usa = geoAlbersUsa().scale(scale).translate([x, y]).precision(0.1);
  const atEdge = geoClipRectangle(box.xPt, box.yPt, box.xPt + box.widthPt, box.yPt + box.heightPt);
  const composite = Object.assign(
    (place: [number, number]) => {
      const point = usa(place);
      return point !== null && showsPlace(usa, point, place) ? point : null;
    },
    { stream: (sink: Parameters<typeof usa.stream>[0]) => usa.stream(atEdge(sink)), invert: usa.invert! },
  );
  const at = (across: number, down: number): string =>
    `${round(x + across * scale)},${round(y + down * scale)}`;
  const insetLines =
    `M${at(ALASKA.left, ALASKA.top)}L${at(ALASKA.right, ALASKA.top)}L${at(ALASKA.right, ALASKA.bottom)}` +
    `M${at(HAWAII.left, HAWAII.top)}L${at(HAWAII.right, HAWAII.top)}L${at(HAWAII.right, HAWAII.bottom)}`;
  return { projection: fitted(composite, box), insetLines };
}

const round = (points: number): number => Math.round(points * 100) / 100;
