import { isUtf8 } from 'node:buffer';
import type { Block } from '../../format/block.js';
import { restoreFormula } from '../../format/cells/formula.js';
import { CopyWriter } from '../../format/copy-writer.js';
import { CsvCells } from '../../format/csv-cells.js';
import { utf8Of } from '../../format/encoding.js';
import { JsonCells } from '../../format/json-cells.js';
import { RecordBytes } from '../../format/record-bytes.js';
import { parseRecords } from '../../format/records.js';
import { rowsOf } from '../../format/tall-rows.js';
import { csvCell, csvLine } from '../../format/write/csv-cell.js';
import type { RejectionRuns } from '../../schema/rejection-runs.js';
import type { SkipRun } from '../../schema/skip-runs.js';
import { countIgnoredErrorColumns, ERROR_COLUMN, SHEET_COLUMNS } from '../columns/error-column.js';
import type { ImportPlan, ImportTask } from '../task.js';
import { skipReasons } from './skip-runs.js';

const APOSTROPHE = Buffer.from("'");
/** About as long as a reason is: what is longer makes the buffer grow. */
const REASON_BYTES = 100;

export interface RejectRequest {
  plan: Pick<ImportPlan, 'format' | 'encoding' | 'delimiter'>;
  columns: RejectColumns;
  /** Stands in its column, as does the row; absent where the upload was no workbook. */
  sheet?: string;
  /** Rejected rows of the block, or skipped ones. */
  rejections: RejectionRuns | SkipRun[];
}

/** @returns for records asked for in their order: what stands in the column `error` as a cell; null where a record is not among the rows */
function reasonCells({ plan, rejections: rows }: RejectRequest): (index: number) => string | null {
  if (Array.isArray(rows)) return skipReasons(rows, plan.format);
  const reasons = rows.reasons.map(([, , message]) => csvCell(message));
  const reasonAt = inRuns(rows.runs);
  return (index) => {
    const reason = reasonAt(index);
    return reason === null ? null : reasons[reason]!;
  };
}

const countRows = (rows: RejectRequest['rejections']): number =>
  Array.isArray(rows)
    ? rows.reduce((sum, run) => sum + run[2], 0)
    : rows.runs.reduce((sum, run) => sum + run[3], 0);

/** How many columns the upload has, and how many of them are its own: a last one with the reasons of an earlier import is not. */
export interface RejectColumns {
  all: number;
  own: number;
}

export function rejectColumns({ format, mapping }: Pick<ImportPlan, 'format' | 'mapping'>): RejectColumns {
  if (format === 'json') return { all: 1, own: 1 };
  return { all: mapping.length, own: mapping.length - countIgnoredErrorColumns(mapping) };
}

/** First line of the file of rejected rows: the upload's own columns, for JSON the element's text. */
export function rejectsHeader(task: Pick<ImportTask, 'format' | 'mapping' | 'unnamed' | 'sheet'>): string {
  if (task.format === 'json') return csvLine(['marker', ERROR_COLUMN]);
  // A column without a name stays one, so that it is read like the first time.
  const names = task.mapping.map(({ index, header }) => (task.unnamed.includes(index) ? '' : header));
  const where = task.sheet === undefined ? [] : SHEET_COLUMNS;
  return csvLine([...names.slice(0, rejectColumns(task).own), ...where, ERROR_COLUMN]);
}

/** The rejected or skipped rows of a block as CSV (RFC 4180) in UTF-8, each with the reason in a last column. */
export function renderRejects(bytes: Buffer, block: Block, request: RejectRequest): Uint8Array {
  const rows = countRows(request.rejections);
  const lines = new CopyWriter(
    Buffer.allocUnsafeSlow(Math.ceil((bytes.length * rows) / block.records) + REASON_BYTES * rows),
  );
  const reasonAt = reasonCells(request);
  if (block.oversize)
    lines.textAsIs(
      rejectLine([], ending(request.sheet, block.firstLine, reasonAt(block.firstRecord)!), request.columns),
    );
  else if (block.openQuotes === undefined && mayBeCopied(bytes, request))
    copyRecords(lines, bytes, block, request, reasonAt);
  else writeRecords(lines, bytes, block, request, reasonAt);
  return lines.finish();
}

type ReasonAt = ReturnType<typeof reasonCells>;

function copyRecords(
  lines: CopyWriter,
  bytes: Buffer,
  { firstRecord }: Block,
  { plan, columns }: RejectRequest,
  reasonAt: ReasonAt,
): void {
  let last = NO_ENDING;
  const record = new RecordBytes(bytes, columns.all);
  for (let index = firstRecord; record.advance(); index++) {
    const reason = reasonAt(index);
    if (reason === null) continue;
    if (!record.isCanonical) {
      const text = bytes.toString('utf8', record.start, record.end);
      const [cells] = parseRecords(text, { delimiter: plan.delimiter, firstLine: 1 }).cells;
      lines.textAsIs(rejectLine(cells!.map(restoreFormula), reason, columns));
      continue;
    }
    let from = record.start;
    for (const formula of record.formulas) {
      lines.asIs(bytes, from, formula);
      lines.asIs(APOSTROPHE, 0, 1);
      from = formula;
    }
    lines.asIs(bytes, from, record.end);
    if (last.reason !== reason) last = { reason, bytes: Buffer.from(`,${reason}\r\n`) };
    lines.asIs(last.bytes, 0, last.bytes.length);
  }
}

const NO_ENDING = { reason: '', bytes: Buffer.alloc(0) };

function writeRecords(
  lines: CopyWriter,
  bytes: Buffer,
  block: Block,
  { plan: { format, encoding, delimiter }, columns, sheet }: RejectRequest,
  reasonAt: ReasonAt,
): void {
  const { firstRecord } = block;
  const rowAt = rowsOf(block);
  let index = firstRecord;
  const visit = (record: () => string[], line: number): void => {
    const reason = reasonAt(index++);
    if (reason !== null) lines.textAsIs(rejectLine(record(), ending(sheet, rowAt(line), reason), columns));
  };
  if (format === 'json') {
    for (const cells = new JsonCells(utf8Of(bytes, encoding)); cells.advance(); )
      visit(() => [JSON.stringify(cells.parsed())], 0);
    return;
  }
  for (const cells = new CsvCells(utf8Of(bytes, encoding), { delimiter, ...block }); cells.advance(); )
    visit(() => cells.texts().map(restoreFormula), cells.line);
}

/** A record can stand in the file as it stands in the upload: a quarter of the time. */
const mayBeCopied = (bytes: Buffer, { plan, columns, sheet }: RejectRequest): boolean =>
  sheet === undefined &&
  plan.format === 'csv' &&
  plan.delimiter === ',' &&
  plan.encoding === 'utf-8' &&
  columns.own === columns.all &&
  isUtf8(bytes);

/** @returns for records asked for in their order: index of the reason, null where a record was not rejected */
function inRuns(runs: RejectionRuns['runs']): (index: number) => number | null {
  let at = 0;
  return (index) => {
    const run = runs[at];
    if (run === undefined || index < run[1]) return null;
    if (index === run[1] + run[3] - 1) at++;
    return run[0];
  };
}

/** The last cells of a line. */
const ending = (sheet: string | undefined, row: number, reason: string): string =>
  sheet === undefined ? reason : `${csvCell(sheet)},${row},${reason}`;

/** Short records are padded, so that the reason stands in its column; what a record has beyond its columns follows it. */
function rejectLine(record: readonly string[], reason: string, { all, own }: RejectColumns): string {
  let line = '';
  for (let i = 0; i < own; i++) line += `${csvCell(record[i] ?? '')},`;
  line += reason;
  const beyond = record.slice(all);
  if (beyond.some((cell) => cell.trim() !== '')) for (const cell of beyond) line += `,${csvCell(cell)}`;
  return `${line}\r\n`;
}
