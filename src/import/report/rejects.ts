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
import { csvCell, separatedCell } from '../../format/write/csv-cell.js';
import type { RejectionRuns } from '../../schema/rejection-runs.js';
import type { SkipRun } from '../../schema/skip-runs.js';
import {
  countIgnoredErrorColumns,
  ERROR_COLUMN,
  errorColumns,
  SHEET_COLUMNS,
} from '../columns/error-column.js';
import type { ImportPlan, ImportTask, KeptRows } from '../task.js';
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

/**
 * @returns for records asked for in their order: what stands in the column `error` as a cell; null where a
 * record is not among the rows
 */
function reasonCells({ plan, rejections: rows }: RejectRequest): (index: number) => string | null {
  if (Array.isArray(rows)) return skipReasons(rows, plan.format);
  const { cell } = styleOf(plan);
  const reasons = rows.reasons.map(([, , message]) => cell(message));
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

/**
 * How many columns the upload has, and how many of them are its own: a last one with the reasons of an
 * earlier import is not.
 */
export interface RejectColumns {
  all: number;
  own: number;
}

export function rejectColumns({ format, mapping }: Pick<ImportPlan, 'format' | 'mapping'>): RejectColumns {
  if (format === 'json') return { all: 1, own: 1 };
  return { all: mapping.length, own: mapping.length - countIgnoredErrorColumns(mapping) };
}

/** How the cells of a file of rejected rows are written. */
interface Style {
  readonly separator: string;
  readonly cell: (text: string) => string;
}

const COMMAS: Style = { separator: ',', cell: csvCell };
/** Separators that every reader finds without being told. */
const FOUND_SEPARATORS = [';', '\t', '|'];

/** The separator of the upload, as the program that wrote it expects that again. */
const styleOf = ({ delimiter }: Pick<ImportPlan, 'delimiter'>): Style =>
  FOUND_SEPARATORS.includes(delimiter) ? { separator: delimiter, cell: separatedCell } : COMMAS;

/** Reading of the file of rejected rows as that of the upload, with columns of the service behind its own. */
export function keptRows(task: KeptRows): KeptRows {
  if (task.format === 'json') return task;
  const { own } = rejectColumns(task);
  const mapping = [...task.mapping.slice(0, own), ...errorColumns(own, task.sheet !== undefined)];
  return { ...task, mapping, delimiter: styleOf(task).separator };
}

const BYTE_ORDER_MARK = '\ufeff';

/**
 * Excel takes a file without a byte order mark for one in the charset of its machine. Other programs may take
 * the mark for a part of the first name: so only files get one whose upload looks like Excel's.
 */
const needsMark = ({ encoding, delimiter, sheet, isMarked }: RejectsTask): boolean =>
  isMarked === true || encoding !== 'utf-8' || delimiter === ';' || sheet !== undefined;

type RejectsTask = Pick<
  ImportTask,
  'format' | 'encoding' | 'delimiter' | 'mapping' | 'unnamed' | 'sheet' | 'isMarked'
>;

/** First line of the file of rejected rows: the upload's own columns, for JSON the element's text. */
export function rejectsHeader(task: RejectsTask): string {
  if (task.format === 'json') return `marker,${ERROR_COLUMN}\r\n`;
  const { separator, cell } = styleOf(task);
  // A column without a name stays one, so that it is read like the first time.
  const names = task.mapping.map(({ index, header }) => (task.unnamed.includes(index) ? '' : header));
  const where = task.sheet === undefined ? [] : SHEET_COLUMNS;
  const line = [...names.slice(0, rejectColumns(task).own), ...where, ERROR_COLUMN].map(cell).join(separator);
  return `${needsMark(task) ? BYTE_ORDER_MARK : ''}${line}\r\n`;
}

/**
 * The rejected or skipped rows of a block as CSV (RFC 4180, with the separator of the upload) in UTF-8, each
 * with the reason in a last column.
 */
export function renderRejects(bytes: Buffer, block: Block, request: RejectRequest): Uint8Array {
  const rows = countRows(request.rejections);
  const lines = new CopyWriter(
    Buffer.allocUnsafeSlow(Math.ceil((bytes.length * rows) / block.records) + REASON_BYTES * rows),
  );
  const reasonAt = reasonCells(request);
  if (block.oversize)
    lines.textAsIs(
      rejectLine(
        [],
        ending(request, rowsOf(block)(block.firstLine, 0), reasonAt(block.firstRecord)!),
        request,
      ),
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
  request: RejectRequest,
  reasonAt: ReasonAt,
): void {
  const { plan, columns } = request;
  let last = NO_ENDING;
  const record = new RecordBytes(bytes, columns.all);
  for (let index = firstRecord; record.advance(); index++) {
    const reason = reasonAt(index);
    if (reason === null) continue;
    if (!record.isCanonical) {
      const text = bytes.toString('utf8', record.start, record.end);
      const [cells] = parseRecords(text, { delimiter: plan.delimiter, firstLine: 1 }).cells;
      lines.textAsIs(rejectLine(cells!.map(restoreFormula), reason, request));
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
  request: RejectRequest,
  reasonAt: ReasonAt,
): void {
  const { format, encoding, delimiter } = request.plan;
  const { firstRecord } = block;
  const rowAt = rowsOf(block);
  let index = firstRecord;
  const visit = (record: () => string[], line: number): void => {
    const reason = reasonAt(index++);
    if (reason === null) return;
    const row = rowAt(line, index - 1 - firstRecord);
    lines.textAsIs(rejectLine(record(), ending(request, row, reason), request));
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

/**
 * @returns for records asked for in their order: index of the reason, null where a record was not rejected
 */
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
function ending({ plan, sheet }: RejectRequest, row: number, reason: string): string {
  const { separator, cell } = styleOf(plan);
  return sheet === undefined ? reason : [cell(sheet), row, reason].join(separator);
}

/**
 * Short records are padded, so that the reason stands in its column; what a record has beyond its columns
 * follows it.
 */
function rejectLine(
  record: readonly string[],
  reason: string,
  { plan, columns: { all, own } }: RejectRequest,
): string {
  const { separator, cell } = styleOf(plan);
  let line = '';
  for (let i = 0; i < own; i++) line += cell(record[i] ?? '') + separator;
  line += reason;
  const beyond = record.slice(all);
  if (beyond.some((text) => text.trim() !== '')) for (const text of beyond) line += separator + cell(text);
  return `${line}\r\n`;
}
