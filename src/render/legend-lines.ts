import type { LegendBox } from './frame/layout.js';

export interface LegendEntry {
  label: string;
  /** `#rrggbb` */
  color: string;
  /** Of markers. */
  count: number;
}

/** What a legend shows, and what it only sums up; null: nothing. */
export interface LegendLines {
  shown: readonly LegendEntry[];
  rest: { entries: number; count: number } | null;
}

/** Entries in their order as far as there is room; the last line sums up the others ("… and 123 more (4,567)"). */
export function legendLines(
  entries: readonly LegendEntry[],
  { columns, rowsPerColumn }: Pick<LegendBox, 'columns' | 'rowsPerColumn'>,
): LegendLines {
  const lines = columns * rowsPerColumn;
  if (entries.length <= lines) return { shown: entries, rest: null };
  const left = entries.slice(lines - 1);
  const count = left.reduce((sum, entry) => sum + entry.count, 0);
  return { shown: entries.slice(0, lines - 1), rest: { entries: left.length, count } };
}

/** Numbers as English prints them, whatever the machine's own language. */
export function restLine({ entries, count }: NonNullable<LegendLines['rest']>): string {
  return `… and ${entries.toLocaleString('en')} more (${count.toLocaleString('en')})`;
}
