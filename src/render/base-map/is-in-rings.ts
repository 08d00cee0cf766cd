import { LINE_UNITS_PER_DEGREE, type LineLayer } from '../../geo/base-map/line-layer.js';

/** Tells whether a point lies within the rings of a layer by the even-odd rule, in degrees. */
export function isInRings({ count, starts, points, boxes }: LineLayer, lon: number, lat: number): boolean {
  const y = lat * LINE_UNITS_PER_DEGREE;
  let isIn = false;
  for (const turn of [0, 360]) {
    const x = (lon + turn) * LINE_UNITS_PER_DEGREE;
    for (let at = 0; at < count; at++) {
      if (x < boxes[4 * at]! || x > boxes[4 * at + 2]! || y < boxes[4 * at + 1]! || y > boxes[4 * at + 3]!)
        continue;
      for (let i = 2 * starts[at]!; i + 2 < 2 * starts[at + 1]!; i += 2) {
        const [ax, ay, bx, by] = [points[i]!, points[i + 1]!, points[i + 2]!, points[i + 3]!];
        if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) isIn = !isIn;
      }
    }
  }
  return isIn;
}
