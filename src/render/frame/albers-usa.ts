import { geoAlbersUsa, geoClipRectangle } from 'd3-geo';
import type { Box, FittedProjection } from '../map-frame.js';
import { fitted, showsPlace } from './fitted.js';

/** What the states and the insets take, in units of the projection's scale (d3's 975 x 610 at scale 1300, without its margin). */
const WIDTH = 0.735;
const HEIGHT = 0.462;

/** Edges of the insets as `geoAlbersUsa` has them, from its middle. */
const ALASKA = { left: -0.425, top: 0.12, right: -0.214, bottom: 0.234 };
const HAWAII = { left: -0.214, top: 0.166, right: -0.115, bottom: 0.234 };

/** The United States by Albers' equal-area conic, Alaska (at 0.35 of the scale) and Hawaii in insets. */
export function albersUsa(box: Box): { projection: FittedProjection; insetLines: string } {
  const scale = Math.min(box.widthPt / WIDTH, box.heightPt / HEIGHT);
  const [x, y] = [box.xPt + box.widthPt / 2, box.yPt + box.heightPt / 2];
  const usa = geoAlbersUsa().scale(scale).translate([x, y]).precision(0.1);
  const atEdge = geoClipRectangle(box.xPt, box.yPt, box.xPt + box.widthPt, box.yPt + box.heightPt);
  const composite = Object.assign(
    (place: [number, number]) => {
      const point = usa(place);
      return point !== null && showsPlace(usa, point, place) ? point : null;
    },
    { stream: (sink: Parameters<typeof usa.stream>[0]) => usa.stream(atEdge(sink)), invert: usa.invert! },
  );
  const at = (across: number, down: number): string => {
    const [px, py] = [x + across * scale, y + down * scale];
    return `${round(Math.min(Math.max(px, box.xPt), box.xPt + box.widthPt))},${round(Math.min(py, box.yPt + box.heightPt))}`;
  };
  const insetLines =
    `M${at(ALASKA.left, ALASKA.top)}L${at(ALASKA.right, ALASKA.top)}L${at(ALASKA.right, ALASKA.bottom)}` +
    `M${at(HAWAII.left, HAWAII.top)}L${at(HAWAII.right, HAWAII.top)}L${at(HAWAII.right, HAWAII.bottom)}`;
  return { projection: fitted(composite, box), insetLines };
}

const round = (points: number): number => Math.round(points * 100) / 100;
