import type { PageBox } from './map-frame.js';

/** Points as they stand in path data and shapes: two decimals. */
export const rounded = (points: number): number => Math.round(points * 100) / 100;

export function boxPath({ xPt, yPt, widthPt, heightPt }: PageBox): string {
  const [left, top, right, bottom] = [xPt, yPt, xPt + widthPt, yPt + heightPt].map(rounded);
  return `M${left},${top}L${right},${top}L${right},${bottom}L${left},${bottom}Z`;
}

/** Distance of a quarter circle's control points from its ends, as a share of the radius. */
const ARM = 0.5523;

/** Four cubic curves, which leave the circle by less than 0.03%. */
export function circlePath(x: number, y: number, radius: number): string {
  const at = (dx: number, dy: number): string => `${rounded(x + dx * radius)},${rounded(y + dy * radius)}`;
  return (
    `M${at(1, 0)}C${at(1, ARM)},${at(ARM, 1)},${at(0, 1)}` +
    `C${at(-ARM, 1)},${at(-1, ARM)},${at(-1, 0)}` +
    `C${at(-1, -ARM)},${at(-ARM, -1)},${at(0, -1)}` +
    `C${at(ARM, -1)},${at(1, -ARM)},${at(1, 0)}Z`
  );
}
