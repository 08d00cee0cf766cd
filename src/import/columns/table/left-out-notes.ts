import type { SkippedRow, SkipReason } from '../../../schema/skipped-row.js';

/** Rows of an upload that are no data, and its header. */
export interface TableRead {
  /** Row with the names of the columns, 1-based. */
  readonly headerRow: number;
  /** Row with the names of groups of columns, which were joined to those; null: there is none. */
  readonly groupRow: number | null;
  /** The first of the rows that were left out, in order. */
  readonly skipped: readonly SkippedRow[];
  readonly skippedCount: number;
  /** Rows that repeat the header, among those. */
  readonly repeatedCount: number;
  /** The options `header_row` and `skip_rows_after` of the client decided. */
  readonly isTold: boolean;
}

const NAMES: Readonly<Record<SkipReason, readonly [one: string, many: string]>> = {
  title: ['a title', 'titles'],
  note: ['a note', 'notes'],
  empty: ['an empty row', 'empty rows'],
  unit: ['units of the columns', 'units of the columns'],
  total: ['a total', 'totals'],
  footer: ['a footer', 'footers'],
  repeated_header: ['a repeated header', 'repeated headers'],
};
/** Most rows that a note names one by one. */
const MOST_NAMED = 5;

/** What the job and the dry run say of rows that are no data; nothing of a plain table. */
export function leftOutNotes(table: TableRead): string[] {
  const { headerRow, groupRow, skipped, skippedCount, repeatedCount, isTold } = table;
  const first = groupRow ?? headerRow;
  const above = skipped.filter(({ row, reason }) => row < first && reason !== 'repeated_header');
  const units = skipped.filter(({ reason }) => reason === 'unit');
  const repeated = skipped.filter(({ reason }) => reason === 'repeated_header');
  const below = skipped.filter(
    ({ row, reason }) => row > headerRow && reason !== 'unit' && reason !== 'repeated_header',
  );
  const hasText = above.some(({ reason }) => reason !== 'empty');
  const notes: string[] = [];
  if (hasText || groupRow !== null) {
    const header = groupRow === null ? `row ${headerRow}` : `rows ${groupRow} and ${headerRow}, joined`;
    const what = hasText
      ? `; ${rowsText(above, first - 1)} above it ${wasOrWere(first - 1)} skipped: ${kindsOf(above)}`
      : '';
    notes.push(`The header is ${header}${what}.`);
  }
  if (units.length > 0)
    notes.push(
      `Row ${units[0]!.row} below the header describes the columns and was skipped; units in it were added to their names.`,
    );
  const behind = skippedCount - repeatedCount - (first - 1) - units.length;
  if (behind > 0)
    notes.push(
      `${capital(rowsText(below, behind))} below the table ${wasOrWere(behind)} left out: ${kindsOf(below)}.`,
    );
  if (repeatedCount > 0)
    notes.push(
      `${capital(rowsText(repeated, repeatedCount))} ${wasOrWere(repeatedCount)} left out, as ${repeatedCount === 1 ? 'it repeats' : 'they repeat'} the header.`,
    );
  if (notes.length > 0 && !isTold)
    notes.push(
      'Rows that were skipped or left out are not counted; the options header_row and skip_rows_after say otherwise where the table is.',
    );
  return notes;
}

const wasOrWere = (count: number): string => (count === 1 ? 'was' : 'were');
const capital = (text: string): string => text[0]!.toUpperCase() + text.slice(1);

/** @param count of all of them; `rows` may have only the first */
function rowsText(rows: readonly SkippedRow[], count: number): string {
  const numbers = rows.map(({ row }) => row);
  const first = numbers[0] ?? 0;
  if (count === 1) return `row ${first}`;
  const last = numbers.at(-1) ?? 0;
  if (numbers.length < count || count > MOST_NAMED)
    return last - first === count - 1
      ? `rows ${first} to ${last}`
      : `${count.toLocaleString('en')} rows from row ${first} on`;
  return last - first === count - 1 && count > 2
    ? `rows ${first} to ${last}`
    : `rows ${listed(numbers.map(String))}`;
}

function kindsOf(rows: readonly SkippedRow[]): string {
  const counts = new Map<SkipReason, number>();
  for (const { reason } of rows) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return listed([...counts].map(([reason, count]) => NAMES[reason][count === 1 ? 0 : 1]));
}

const listed = (texts: readonly string[]): string =>
  texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`;
