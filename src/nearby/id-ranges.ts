import type { IdRange, PinRange } from '../store/nearby.js';

/** Number of ids in the ranges. */
export const sizeOf = (ranges: readonly (IdRange | PinRange)[]): number =>
  ranges.reduce((size, [first, last]) => size + last - first + 1, 0);

/**
 * @param ids ascending
 * @param mapOf map of an id, by its index in `ids`
 */
export function rangesOfIds(ids: readonly number[], mapOf: (at: number) => number): PinRange[] {
  const ranges: [first: number, last: number, mapId: number][] = [];
  for (let at = 0; at < ids.length; at++) {
    const id = ids[at]!;
    const mapId = mapOf(at);
    const range = ranges[ranges.length - 1];
    if (range && range[1] === id - 1 && range[2] === mapId) range[1] = id;
    else ranges.push([id, id, mapId]);
  }
  return ranges;
}

/** @returns the same ids of the same maps in ranges that do not overlap */
export function distinctRanges(ranges: readonly PinRange[]): PinRange[] {
  const distinct: [first: number, last: number, mapId: number][] = [];
  for (const [first, last, mapId] of ranges.toSorted((a, b) => a[2] - b[2] || a[0] - b[0])) {
    const before = distinct.at(-1);
    if (before && before[2] === mapId && before[1] >= first - 1) before[1] = Math.max(before[1], last);
    else distinct.push([first, last, mapId]);
  }
  return distinct;
}
