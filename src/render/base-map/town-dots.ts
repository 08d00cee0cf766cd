import { circlePath } from '../path-data.js';

/** Circles as path data. */
export const dotsPath = (dots: readonly { xPt: number; yPt: number; dotPt: number }[]): string =>
  dots
    .filter(({ dotPt }) => dotPt > 0)
    .map(({ xPt, yPt, dotPt }) => circlePath(xPt, yPt, dotPt / 2))
    .join('');
