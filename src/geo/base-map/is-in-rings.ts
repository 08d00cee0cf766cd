import { isInRing } from '../flat-lines.js';
import { LINE_UNITS_PER_DEGREE, type LineLayer } from './line-layer.js';

/** Tells whether a point lies within a ring of a layer, in the units of the layer. */
export const isInRingOf = ({ starts, points, boxes }: LineLayer, at: number, x: number, y: number): boolean =>
  x >= boxes[4 * at]! &&
  y >= boxes[4 * at + 1]! &&
  x <= boxes[4 * at + 2]! &&
  y <= boxes[4 * at + 3]! &&
  isInRing(x, y, points, 2 * starts[at]!, 2 * starts[at + 1]!);

/** Tells whether a point lies within the rings of a layer by the even-odd rule, in degrees. */
export function isInRings(layer: LineLayer, lon: number, lat: number): boolean {
  const y = lat * LINE_UNITS_PER_DEGREE;
  let isIn = false;
  for (const turn of [0, 360]) {
    const x = (lon + turn) * LINE_UNITS_PER_DEGREE;
    for (let at = 0; at < layer.count; at++) if (isInRingOf(layer, at, x, y)) isIn = !isIn;
  }
  return isIn;
}
