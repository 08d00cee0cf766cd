import { listed } from '../../../geo/gazetteer/messages.js';
import type { SkippedRow, SkipReason } from '../../../schema/skipped-row.js';

import type { LaterHeader } from './find-header.js';

/** Rows of a kind that are no data. */
export interface LeftOutRows {
  readonly count: number;
  /** The first of them, in order. */
  readonly rows: readonly SkippedRow[];
}

/** Where the table of an upload is. */
export interface TableRead {
  /** Row with the names of the columns, 1-based. */
  readonly headerRow: number;
  /** Row with the names of groups of columns, which were joined to those; null: there is none. */
  readonly groupRow: number | null;
  /** Row with units of the columns; null: there is none. */
  readonly unitRow: number | null;
  /** Rows among the data whose cells are all empty: as good as blank lines. */
  readonly emptyRows: number;
  readonly above: LeftOutRows;
  readonly below: LeftOutRows;
  readonly repeated: LeftOutRows;
  /** All of these together. */
  readonly skipped: readonly SkippedRow[];
  readonly skippedCount: number;
  /**
   * Row below that may be the header, if this one says not where rows are; null: none is like one, or the
   * client has said.
   */
  readonly laterHeader: LaterHeader | null;
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

/** Notes of the job and the dry run on rows that are no data; nothing of a plain table. */
export function leftOutNotes(table: TableRead): string[] {
  const { headerRow, groupRow, unitRow, above, below, repeated, emptyRows, isTold } = table;
  const hasText = above.rows.some(({ reason }) => reason !== 'empty');
  const notes: string[] = [];
  if (hasText || groupRow !== null) {
    const rows = `rows ${groupRow} ${headerRow - (groupRow ?? 0) > 1 ? 'to' : 'and'} ${headerRow}`;
    const header = groupRow === null ? `row ${headerRow}` : `${rows}, joined`;
    const what = hasText
      ? `; ${rowsText(above)} above it ${wasOrWere(above)} skipped: ${kindsOf(above)}`
      : '';
    notes.push(`The header is ${header}${what}.`);
  }
  if (unitRow !== null)
    notes.push(
      `Row ${unitRow} below the header describes the columns and was skipped; units in it were added to their names.`,
    );
  if (below.count > 0)
    notes.push(
      `${capital(rowsText(below))} below the table ${wasOrWere(below)} left out: ${kindsOf(below)}.`,
    );
  if (repeated.count > 0)
    notes.push(
      `${capital(rowsText(repeated))} ${wasOrWere(repeated)} left out, as ${repeated.count === 1 ? 'it repeats' : 'they repeat'} the header.`,
    );
  if (notes.length > 0 && !isTold)
    notes.push(
      'Rows that were skipped or left out are not counted; to read other rows, give header_row or skip_rows_after.',
    );
  return [...notes, ...emptyRowNotes(emptyRows)];
}

const emptyRowNotes = (count: number): string[] =>
  count === 0
    ? []
    : [
        `${count === 1 ? '1 row whose cells are all empty was' : `${count.toLocaleString('en')} rows whose cells are all empty were`} left out and not counted.`,
      ];

const wasOrWere = ({ count }: LeftOutRows): string => (count === 1 ? 'was' : 'were');
const capital = (text: string): string => text[0]!.toUpperCase() + text.slice(1);

function rowsText({ count, rows }: LeftOutRows): string {
  const numbers = rows.map(({ row }) => row);
  const first = numbers[0]!;
  if (count === 1) return `row ${first}`;
  const isRun = numbers.at(-1)! - first === numbers.length - 1;
  if (isRun && numbers.length === count && count > 2) return `rows ${first} to ${numbers.at(-1)}`;
  return count <= MOST_NAMED
    ? `rows ${listed(numbers.map(String), count)}`
    : `${count.toLocaleString('en')} rows from row ${first} on`;
}

function kindsOf({ rows }: LeftOutRows): string {
  const counts = new Map<SkipReason, number>();
  for (const { reason } of rows) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const names = [...counts].map(([reason, count]) => NAMES[reason][count === 1 ? 0 : 1]);
  return listed(names, names.length);
}
