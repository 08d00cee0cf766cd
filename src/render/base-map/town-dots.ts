/** Control points of a quarter circle by a cubic curve. */
const QUARTER = 0.5523;

const rounded = (value: number): number => Math.round(value * 100) / 100;

/** Circles as path data. */
export function dotsPath(dots: readonly { xPt: number; yPt: number; dotPt: number }[]): string {
  return dots
    .filter(({ dotPt }) => dotPt > 0)
    .map(({ xPt, yPt, dotPt }) => {
      const r = dotPt / 2;
      const at = (x: number, y: number): string => `${rounded(xPt + x * r)},${rounded(yPt + y * r)}`;
      return (
        `M${at(1, 0)}C${at(1, QUARTER)},${at(QUARTER, 1)},${at(0, 1)}` +
        `C${at(-QUARTER, 1)},${at(-1, QUARTER)},${at(-1, 0)}` +
        `C${at(-1, -QUARTER)},${at(-QUARTER, -1)},${at(0, -1)}` +
        `C${at(QUARTER, -1)},${at(1, -QUARTER)},${at(1, 0)}Z`
      );
    })
    .join('');
}
