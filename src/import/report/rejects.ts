import { isUtf8 } from 'node:buffer';
import { csvCell, csvLine } from '../../export/csv-cell.js';
import type { RejectionRuns } from '../../schema/rejection-runs.js';
import type { Block } from '../block.js';
import { ERROR_COLUMN, ignoresErrorColumn } from '../columns/error-column.js';
import { decodeBlock } from '../format/encoding.js';
import { parseJsonBlock } from '../format/json-blocks.js';
import { RecordBytes } from '../format/record-bytes.js';
import { forEachRecord, parseRecords } from '../format/records.js';
import { LineBuffer } from '../prepare/line-buffer.js';
import { mayHoldFormulas, restoreCells } from '../rows/formula.js';
import type { ImportPlan, ImportTask } from '../task.js';

const APOSTROPHE = Buffer.from("'");
/** About as long as a reason is: what is longer makes the buffer grow. */
const REASON_BYTES = 100;

export interface RejectRequest {
  plan: Pick<ImportPlan, 'format' | 'encoding' | 'delimiter'>;
  columns: RejectColumns;
  /** Of this block. */
  rejections: RejectionRuns;
}

/** How many columns the upload has, and how many of them are its own: a last one with the reasons of an earlier import is not. */
export interface RejectColumns {
  all: number;
  own: number;
}

export function rejectColumns({ format, mapping }: Pick<ImportPlan, 'format' | 'mapping'>): RejectColumns {
  if (format === 'json') return { all: 1, own: 1 };
  return { all: mapping.length, own: mapping.length - (ignoresErrorColumn(mapping) ? 1 : 0) };
}

/** First line of the file of rejected rows: the upload's own columns, for JSON the element's text. */
export function rejectsHeader(task: Pick<ImportTask, 'format' | 'mapping' | 'unnamed'>): string {
  if (task.format === 'json') return csvLine(['marker', ERROR_COLUMN]);
  // A column without a name stays one, so that it is read like the first time.
  const names = task.mapping.map(({ index, header }) => (task.unnamed.includes(index) ? '' : header));
  return csvLine([...names.slice(0, rejectColumns(task).own), ERROR_COLUMN]);
}

/** The rejected rows of a block as CSV (RFC 4180) in UTF-8, each with the reason in a last column. */
export function renderRejects(bytes: Buffer, block: Block, request: RejectRequest): Uint8Array {
  const { columns, rejections } = request;
  const rows = rejections.runs.reduce((sum, run) => sum + run[3], 0);
  const lines = new LineBuffer(Math.ceil((bytes.length * rows) / block.records) + REASON_BYTES * rows, false);
  const reasons = rejections.reasons.map(([, , message]) => csvCell(message));
  if (block.oversize) lines.add(rejectLine([], reasons[0]!, columns));
  else if (mayBeCopied(bytes, request)) copyRecords(lines, bytes, block, request, reasons);
  else writeRecords(lines, bytes, block, request, reasons);
  return lines.finish();
}

function copyRecords(
  lines: LineBuffer,
  bytes: Buffer,
  { firstRecord }: Block,
  { plan, columns, rejections }: RejectRequest,
  reasons: readonly string[],
): void {
  const reasonAt = inRuns(rejections.runs);
  const endings = reasons.map((reason) => Buffer.from(`,${reason}\r\n`));
  const record = new RecordBytes(bytes, columns.all);
  for (let index = firstRecord; record.advance(); index++) {
    const reason = reasonAt(index);
    if (reason === null) continue;
    if (!record.isCanonical) {
      const text = bytes.toString('utf8', record.start, record.end);
      const [cells] = parseRecords(text, { delimiter: plan.delimiter, firstLine: 1 }).cells;
      restoreCells(cells!);
      lines.add(rejectLine(cells!, reasons[reason]!, columns));
      continue;
    }
    let from = record.start;
    for (const formula of record.formulas) {
      lines.addBytes(bytes, from, formula);
      lines.addBytes(APOSTROPHE, 0, 1);
      from = formula;
    }
    lines.addBytes(bytes, from, record.end);
    lines.addBytes(endings[reason]!, 0, endings[reason]!.length);
  }
}

function writeRecords(
  lines: LineBuffer,
  bytes: Buffer,
  { firstRecord, firstLine }: Block,
  { plan: { format, encoding, delimiter }, columns, rejections }: RejectRequest,
  reasons: readonly string[],
): void {
  const content = decodeBlock(bytes, encoding);
  const restores = format === 'csv' && mayHoldFormulas(content);
  const reasonAt = inRuns(rejections.runs);
  let index = firstRecord;
  const visit = (record: string[]): void => {
    const reason = reasonAt(index++);
    if (reason === null) return;
    if (restores) restoreCells(record);
    lines.add(rejectLine(record, reasons[reason]!, columns));
  };
  if (format === 'json') for (const element of parseJsonBlock(content)) visit([JSON.stringify(element)]);
  else forEachRecord(content, { delimiter, firstLine }, visit);
}

/** A record can stand in the file as it stands in the upload: a quarter of the time. */
const mayBeCopied = (bytes: Buffer, { plan, columns }: RejectRequest): boolean =>
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

/** Short records are padded, so that the reason stands in its column; what a record has beyond its columns follows it. */
function rejectLine(record: readonly string[], reason: string, { all, own }: RejectColumns): string {
  let line = '';
  for (let i = 0; i < own; i++) line += `${csvCell(record[i] ?? '')},`;
  line += reason;
  const beyond = record.slice(all);
  if (beyond.some((cell) => cell.trim() !== '')) for (const cell of beyond) line += `,${csvCell(cell)}`;
  return `${line}\r\n`;
}
