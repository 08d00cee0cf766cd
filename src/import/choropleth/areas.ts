import type { Aggregate } from './config.js';

/** Type and code of an area, whichever data set has it: `census/us_county/06075` -> `us_county/06075`. */
export const areaKeyOf = (regionSource: string): string => regionSource.slice(regionSource.indexOf('/') + 1);

/**
 * Aggregate of the values of one area; null: no marker has a number (a count needs none), or the result is
 * beyond the range of a double.
 * @param rows markers, without a number or with
 */
export function aggregateOf(values: readonly number[], rows: number, aggregate: Aggregate): number | null {
  const value = unboundedAggregateOf(values, rows, aggregate);
  return Number.isFinite(value) ? value : null;
}

function unboundedAggregateOf(values: readonly number[], rows: number, aggregate: Aggregate): number | null {
  if (aggregate === 'count') return rows;
  if (values.length === 0) return null;
  switch (aggregate) {
    case 'sum':
      return sumOf(values);
    case 'mean':
      return sumOf(values) / values.length;
    case 'min':
      return values.reduce((least, value) => Math.min(least, value));
    case 'max':
      return values.reduce((most, value) => Math.max(most, value));
    case 'median':
      return medianOf(values);
  }
}

/** Adds in ascending order, so that the order of the markers makes no difference. */
const sumOf = (values: readonly number[]): number =>
  Float64Array.from(values)
    .sort()
    .reduce((sum, value) => sum + value, 0);

function medianOf(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** How many areas have values of several classes. @param classOfRow -1 for a row without a number */
export function countMixed(areas: readonly string[], classOfRow: (row: number) => number): number {
  const first = new Map<string, number>();
  const mixed = new Set<string>();
  areas.forEach((area, row) => {
    if (area === '') return;
    const own = classOfRow(row);
    if (own === -1) return;
    const known = first.get(area);
    if (known === undefined) first.set(area, own);
    else if (known !== own) mixed.add(area);
  });
  return mixed.size;
}
