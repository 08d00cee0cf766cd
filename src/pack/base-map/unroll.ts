import type { LonLatLine } from '../../geo/base-map/line-layer.js';

/**
 * A ring or line whose longitudes go on beyond 180 rather than jump to the other side. A ring around a pole
 * (Antarctica) does not come back to where it began: it is closed by way of the pole.
 */
export function unroll(line: LonLatLine): LonLatLine {
  let turn = 0;
  const unrolled = line.map(([lon, lat], at) => {
    const step = at === 0 ? 0 : lon! - line[at - 1]![0]!;
    if (Math.abs(step) > 180) turn -= 360 * Math.sign(step);
    return [lon! + turn, lat!];
  });
  const [first, last] = [line[0]!, line[line.length - 1]!];
  if (turn === 0 || first[0] !== last[0] || first[1] !== last[1]) return unrolled;
  const pole = first[1]! < 0 ? -90 : 90;
  return [...unrolled, [last[0]! + turn, pole], [first[0]!, pole], first];
}
