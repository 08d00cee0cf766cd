import type { ChoroplethMethod } from './config.js';
import { type DistinctValues, distinctValues } from './distinct.js';
import { equalBounds } from './equal.js';
import { jenksStarts } from './jenks.js';
import { type Boundary, rangeLabels, valueLabels } from './labels.js';
import { quantileStarts } from './quantile.js';
import { type RampName, rampColors } from './ramps.js';

export interface ClassConfig {
  classes: number;
  method: ChoroplethMethod;
  ramp: RampName;
}

/** One class of a choropleth. */
export interface ValueClass {
  /** Its values are not below this, and below that of the next class. */
  low: number;
  /** Its range in words, which is its category. */
  label: string;
  /** A colour of the standard palette. */
  color: string;
  /** Rows that have such a value. */
  rows: number;
}

/**
 * Sorts numbers into classes. The order of the numbers does not matter. Where there are no more different numbers than classes, each is a class of
 * its own.
 * @param numbers finite; sorted in place
 * @returns the classes from low to high; none where there are no numbers
 */
export function classify(numbers: Float64Array, { classes, method, ramp }: ClassConfig): ValueClass[] {
  const distinct = distinctValues(numbers);
  const { values, counts } = distinct;
  if (values.length === 0) return [];
  const min = values[0]!;
  const max = values.at(-1)!;
  const { lows, ideals } = classBounds(distinct, classes, method);
  const boundaries: Boundary[] = [];
  const rows = new Array<number>(lows.length).fill(0);
  for (let c = 0, at = 0; c < lows.length; c++) {
    const next = lows[c + 1] ?? Number.POSITIVE_INFINITY;
    for (; at < values.length && values[at]! < next; at++) rows[c]! += counts[at]!;
    if (c + 1 < lows.length) {
      boundaries.push({ below: values[at - 1]!, above: values[at]!, ideal: ideals ? next : null });
    }
  }
  const labels = values.length <= classes ? valueLabels(values) : rangeLabels(min, max, boundaries);
  const colors = rampColors(ramp, lows.length);
  return lows.map((low, c) => ({ low, label: labels[c]!, color: colors[c]!, rows: rows[c]! }));
}

/** Lower bounds, and whether they are to be shown as they are. */
function classBounds(
  distinct: DistinctValues,
  classes: number,
  method: ChoroplethMethod,
): { lows: number[]; ideals: boolean } {
  const { values } = distinct;
  if (values.length <= classes) return { lows: Array.from(values), ideals: false };
  if (method === 'equal') {
    const lows = equalBounds(values[0]!, values.at(-1)!, classes);
    // Doubles that lie next to each other have no room for classes between them.
    const isRising = lows.every((low, c) => c === 0 || (low > lows[c - 1]! && low <= values.at(-1)!));
    if (isRising) return { lows, ideals: true };
  }
  const starts = method === 'jenks' ? jenksStarts(distinct, classes) : quantileStarts(distinct, classes);
  return { lows: starts.map((start) => values[start]!), ideals: false };
}

/** The index of a number's class: what lies beyond the outer ones belongs to them. */
export function classOf(classes: readonly Pick<ValueClass, 'low'>[], value: number): number {
  let c = 0;
  while (c + 1 < classes.length && classes[c + 1]!.low <= value) c++;
  return c;
}
