import type { LegendBox } from '../legend-box.js';
import { type LegendEntry, printed } from './content.js';

/**
 * Lines of a legend: entries, headings as their text, and the sum of the entries without a line of their own;
 * null: there are none.
 */
export interface LegendLines {
  shown: readonly (LegendEntry | string)[];
  rest: { entries: number; count: number } | null;
}

/**
 * Entries with their headings in their order, as far as there is room.
 * @param linesBelow that are kept free below them
 */
export function legendLines(
  entries: readonly LegendEntry[],
  { columns, rowsPerColumn }: Pick<LegendBox, 'columns' | 'rowsPerColumn'>,
  linesBelow = 0,
): LegendLines {
  const lines = columns * rowsPerColumn - linesBelow;
  const all = withHeadings(entries);
  if (all.length <= lines) return { shown: all, rest: null };
  const shown = all.slice(0, Math.max(0, lines - 1));
  // A heading without an entry below it.
  if (typeof shown.at(-1) === 'string') shown.pop();
  const left = all.slice(shown.length).filter((line) => typeof line !== 'string');
  const count = left.reduce((sum, entry) => sum + entry.count, 0);
  return { shown, rest: { entries: left.length, count } };
}

/** Entries, with a heading before the first of those that share it. */
export const withHeadings = (entries: readonly LegendEntry[]): (LegendEntry | string)[] =>
  entries.flatMap((entry, i) =>
    entry.heading === undefined || entry.heading === entries[i - 1]?.heading
      ? [entry]
      : [entry.heading, entry],
  );

/** "and 123 more (4,567)" */
export const restLine = ({ entries, count }: NonNullable<LegendLines['rest']>): string =>
  `and ${printed(entries)} more (${printed(count)})`;
