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
