import { geoDistance } from 'd3-geo';
import { EARTH_RADIUS_M } from '../earth.js';
import type { FittedProjection, PageBox } from '../map-frame.js';

/** Length over which the scale is measured, centred on the point. */
const STEP_PT = 1;
const SAMPLES = 4;
/** Largest error of a distance that is measured by the scale bar. */
const MOST_ERROR = 0.05;

/** Mean scale of both axes around a point; null at the earth's edge. */
export function metersPerPtAt(projection: FittedProjection, point: [number, number]): number | null {
  const [across, down] = axesAt(projection, point);
  return across === null || down === null ? null : (across + down) / 2;
}

/** Tells whether every part of the map has the scale of its middle, along both axes. */
export function isOneScale(projection: FittedProjection, box: PageBox, metersPerPt: number): boolean {
  const shares = Array.from({ length: SAMPLES + 1 }, (_, i) => i / SAMPLES);
  return shares.every((x) =>
    shares.every((y) =>
      axesAt(projection, [box.xPt + x * box.widthPt, box.yPt + y * box.heightPt]).every(
        (here) => here !== null && Math.abs(here / metersPerPt - 1) <= MOST_ERROR,
      ),
    ),
  );
}

function axesAt(projection: FittedProjection, [x, y]: [number, number]): [number | null, number | null] {
  const half = STEP_PT / 2;
  return [
    metersBetween(projection, [x - half, y], [x + half, y]),
    metersBetween(projection, [x, y - half], [x, y + half]),
  ];
}

function metersBetween(projection: FittedProjection, a: [number, number], b: [number, number]) {
  const [from, to] = [projection.invert(a), projection.invert(b)];
  return from === null || to === null ? null : (geoDistance(from, to) * EARTH_RADIUS_M) / STEP_PT;
}
