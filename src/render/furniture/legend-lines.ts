import type { LegendBox } from '../legend-box.js';
import { type LegendEntry, printed } from './content.js';

/** What a legend shows, and what it only sums up; null: nothing. */
export interface LegendLines {
  shown: readonly LegendEntry[];
  rest: { entries: number; count: number } | null;
}

/** Entries in their order as far as there is room. @param linesBelow that are kept free below them */
export function legendLines(
  entries: readonly LegendEntry[],
  { columns, rowsPerColumn }: Pick<LegendBox, 'columns' | 'rowsPerColumn'>,
  linesBelow = 0,
): LegendLines {
  const lines = columns * rowsPerColumn - linesBelow;
  if (entries.length <= lines) return { shown: entries, rest: null };
  const left = entries.slice(Math.max(0, lines - 1));
  const count = left.reduce((sum, entry) => sum + entry.count, 0);
  return { shown: entries.slice(0, Math.max(0, lines - 1)), rest: { entries: left.length, count } };
}

/** "and 123 more (4,567)" */
export const restLine = ({ entries, count }: NonNullable<LegendLines['rest']>): string =>
  `and ${printed(entries)} more (${printed(count)})`;
