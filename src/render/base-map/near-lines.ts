import { LINE_UNITS_PER_DEGREE, type LineLayer } from '../../geo/base-map/line-layer.js';
import type { LineDegrees } from '../path-writer.js';
import type { GeoBox } from './geo-box.js';

/** Turns by which a line comes near a box that lies across the antimeridian. */
const TURNS = [0, 360, -360] as const;

/**
 * Lines of which some part may lie in a box, each where the box has it.
 * @param leastStep degrees: points nearer to the one before are left out, as projecting them is expensive
 */
export function* linesNear(layer: LineLayer, box: GeoBox, leastStep: number): Generator<LineDegrees> {
  const { boxes, count } = layer;
  const turns = box.isAllAround ? [0] : TURNS;
  const [west, south, east, north] = [box.west, box.south, box.east, box.north].map(
    (d) => d * LINE_UNITS_PER_DEGREE,
  );
  for (let at = 0; at < count; at++) {
    if (boxes[4 * at + 1]! > north! || boxes[4 * at + 3]! < south!) continue;
    for (const turn of turns) {
      const shift = turn * LINE_UNITS_PER_DEGREE;
      if (boxes[4 * at]! + shift > east! || boxes[4 * at + 2]! + shift < west!) continue;
      yield degreesOf(layer, at, turn, leastStep * LINE_UNITS_PER_DEGREE);
    }
  }
}

function degreesOf({ starts, points }: LineLayer, at: number, turn: number, leastStep: number): LineDegrees {
  const line: LineDegrees = [];
  const [first, end] = [starts[at]!, starts[at + 1]!];
  let [lastLon, lastLat] = [Number.NaN, Number.NaN];
  for (let i = first; i < end; i++) {
    const [lon, lat] = [points[2 * i]!, points[2 * i + 1]!];
    const isNear = Math.abs(lon - lastLon) < leastStep && Math.abs(lat - lastLat) < leastStep;
    if (isNear && i < end - 1) continue;
    line.push(lon / LINE_UNITS_PER_DEGREE + turn, lat / LINE_UNITS_PER_DEGREE);
    [lastLon, lastLat] = [lon, lat];
  }
  return line;
}
