import type { DistinctValues } from './distinct.js';

/**
 * Classes of as equal numbers of rows as equal values allow: each begins at the value nearest to its share,
 * and none is empty.
 * @param classes at most the number of distinct values
 * @returns the index of each class's first value, from 0 on, rising
 */
export function quantileStarts({ counts, total }: DistinctValues, classes: number): number[] {
  const starts = [0];
  let at = 0;
  /** Rows before `at`. */
  let before = 0;
  for (let c = 1; c < classes; c++) {
    const share = (c * total) / classes;
    // One value at least for the class before, and for each that is to come.
    const last = counts.length - (classes - c);
    before += counts[at++]!;
    while (at < last && share - before > Math.abs(before + counts[at]! - share)) before += counts[at++]!;
    starts.push(at);
  }
  return starts;
}
