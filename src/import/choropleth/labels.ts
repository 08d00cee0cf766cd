/** Where a class ends and the next begins. */
export interface Boundary {
  /** The greatest value below it, and the least one not below it. */
  below: number;
  above: number;
  /** Where it is to be shown; null: wherever is roundest. */
  ideal: number | null;
}

export interface Ranges {
  labels: string[];
  /**
   * Where each range begins, which lies above the greatest value below it and not above its own least one:
   * another value that comes later is in the range that its rounded self reads like.
   */
  lows: number[];
  /** The greatest value that the last one names. */
  high: number;
}

const MAX_DECIMALS = 12;

/**
 * The range of each class in words: `0 – 9,999`, `10,000 – 24,999`. Every value, rounded to the decimals
 * shown, lies in its own class's range and in no other, and the ranges follow each other without a gap. As
 * few decimals as that takes.
 * @param min of all values
 * @param boundaries rising; one fewer than classes
 */
export function classRanges(min: number, max: number, boundaries: readonly Boundary[]): Ranges {
  for (let decimals = 0; decimals <= MAX_DECIMALS; decimals++) {
    const ranges = rangesWith(decimals, min, max, boundaries);
    if (ranges !== null) return ranges;
  }
  // Beyond what decimals can tell apart: the values as they are.
  const froms = [min, ...boundaries.map(({ above, ideal }) => ideal ?? above)];
  const tos = [...boundaries.map(({ below }) => below), max];
  return { labels: froms.map((from, i) => rangeOf(String(from), String(tos[i]))), lows: froms, high: max };
}

/**
 * Each value in words, for classes of one value each: all as exact as the most exact of them.
 * @param values different ones
 */
export function valueLabels(values: Float64Array): string[] {
  for (let decimals = 0; decimals <= MAX_DECIMALS; decimals++) {
    const scale = 10 ** decimals;
    const isExact = (value: number): boolean =>
      Number.isSafeInteger(Math.round(value * scale)) && Math.round(value * scale) / scale === value;
    if (values.every(isExact)) return Array.from(values, formatOf(decimals));
  }
  return Array.from(values, String);
}

const formatOf = (decimals: number): ((value: number) => string) =>
  new Intl.NumberFormat('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format;

/** @returns null where these decimals do not separate the classes */
function rangesWith(
  decimals: number,
  min: number,
  max: number,
  boundaries: readonly Boundary[],
): Ranges | null {
  // Counted in steps of the last decimal.
  const scale = 10 ** decimals;
  const steps = (value: number): number => Math.round(value * scale);
  if (!Number.isSafeInteger(steps(min)) || !Number.isSafeInteger(steps(max))) return null;
  const froms = [steps(min)];
  for (const { below, above, ideal } of boundaries) {
    const least = Math.max(steps(below), froms.at(-1)!) + 1;
    const most = steps(above);
    if (least > most) return null;
    froms.push(ideal === null ? roundest(least, most) : Math.min(most, Math.max(least, steps(ideal))));
  }
  const format = formatOf(decimals);
  const shown = (count: number): string => format(count / scale);
  const labels = froms.map((from, i) => {
    const next = froms[i + 1];
    return rangeOf(shown(from), shown(next === undefined ? steps(max) : next - 1));
  });
  const lows = boundaries.map(({ below, above }, i) => {
    // From half a step before it on, a value is rounded to the number that is shown.
    const low = Math.min((froms[i + 1]! - 0.5) / scale, above);
    return low > below ? low : above;
  });
  const lowest = Math.min(min, (froms[0]! - 0.5) / scale);
  return { labels, lows: [lowest, ...lows], high: Math.max(max, (steps(max) + 0.5) / scale) };
}

const rangeOf = (from: string, to: string): string => (from === to ? from : `${from} – ${to}`);

/** The multiple of 1,000, or 500, or 100, … within the bounds, whichever is the largest unit that has one. */
function roundest(least: number, most: number): number {
  for (let ten = 10 ** 15; ten > 1; ten /= 10) {
    for (const unit of [ten, ten / 2]) {
      const multiple = Math.ceil(least / unit) * unit;
      // + 0: no "-0".
      if (multiple <= most) return multiple + 0;
    }
  }
  return least;
}
