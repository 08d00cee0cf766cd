import { type RampName, rampColors } from '../../schema/color-ramps.js';
import type { ChoroplethMethod } from './config.js';
import { type DistinctValues, distinctValues } from './distinct.js';
import { equalBounds } from './equal.js';
import { jenksStarts } from './jenks.js';
import { type Boundary, classRanges, valueLabels } from './labels.js';
import { quantileStarts } from './quantile.js';

export interface ClassConfig {
  classes: number;
  method: ChoroplethMethod;
  ramp: RampName;
  /** Classes that are settled already; absent: the numbers decide. */
  fixed?: readonly ValueClass[];
}

/** One class of a choropleth. */
export interface ValueClass {
  /** Its values are not below this, and below that of the next class. */
  low: number;
  /** The greatest value that its label names; absent: it has no end. */
  high?: number;
  /** Its range in words, which is its category. */
  label: string;
  /** A colour of the standard palette. */
  color: string;
  /** Rows that have such a value. */
  rows: number;
  /** Rows of these with a value that the label does not name: the classes are those of an earlier import. */
  outside?: number;
}

/**
 * Sorts numbers into classes. The order of the numbers does not matter. Where there are no more different
 * numbers than classes, each is a class of its own.
 * @param numbers finite; sorted in place
 * @returns the classes from low to high; none where there are no numbers
 */
export function classify(numbers: Float64Array, { classes, method, ramp, fixed }: ClassConfig): ValueClass[] {
  if (fixed !== undefined) return countInto(numbers, fixed);
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
  // Classes begin where their labels say, not at the first value that happens to be there: later imports may
  // keep them.
  const isEachValue = values.length <= classes;
  const ranges = isEachValue
    ? { labels: valueLabels(values), lows, high: max }
    : classRanges(min, max, boundaries);
  const colors = rampColors(ramp, lows.length);
  return ranges.lows.map((low, c) => ({
    low,
    high: isEachValue ? low : (ranges.lows[c + 1] ?? ranges.high),
    label: ranges.labels[c]!,
    color: colors[c]!,
    rows: rows[c]!,
  }));
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

function countInto(numbers: Float64Array, fixed: readonly ValueClass[]): ValueClass[] {
  const classes = fixed.map((each) => ({ ...each, rows: 0, outside: 0 }));
  if (numbers.length === 0) return [];
  for (const number of numbers) {
    const own = classes[classOf(classes, number)]!;
    own.rows++;
    if (own.high !== undefined && (number < own.low || number > own.high)) own.outside++;
  }
  return classes;
}

/** Classes that begin at these numbers, and one below the first. @param breaks rising */
export function classesAt(breaks: readonly number[], ramp: RampName): ValueClass[] {
  const shown = breaks.map((at) => new Intl.NumberFormat('en', { maximumFractionDigits: 12 }).format(at));
  const colors = rampColors(ramp, breaks.length + 1);
  return colors.map((color, c) => {
    const [from, to] = [shown[c - 1], shown[c]];
    const label =
      from === undefined ? `below ${to}` : to === undefined ? `${from} and above` : `${from} to below ${to}`;
    return { low: c === 0 ? -Number.MAX_VALUE : breaks[c - 1]!, label, color, rows: 0 };
  });
}

/** The index of a number's class: what lies beyond the outer ones belongs to them. */
export function classOf(classes: readonly Pick<ValueClass, 'low'>[], value: number): number {
  let c = 0;
  while (c + 1 < classes.length && classes[c + 1]!.low <= value) c++;
  return c;
}
