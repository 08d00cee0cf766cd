import type { IdRange } from '../store/nearby.js';

/** Ids there may be in the ranges. */
export const sizeOf = (ranges: readonly IdRange[]): number =>
  ranges.reduce((size, [first, last]) => size + last - first + 1, 0);

/** @param ids ascending */
export function rangesOfIds(ids: readonly number[]): IdRange[] {
  const ranges: [number, number][] = [];
  for (const id of ids) {
    const range = ranges[ranges.length - 1];
    if (range && range[1] === id - 1) range[1] = id;
    else ranges.push([id, id]);
  }
  return ranges;
}
