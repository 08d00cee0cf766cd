import { csvLine } from '../../export/csv-cell.js';
import type { RejectionRuns } from '../../schema/rejection-runs.js';
import type { Block } from '../block.js';
import { ERROR_COLUMN, ignoresErrorColumn } from '../columns/error-column.js';
import { decodeBlock } from '../format/encoding.js';
import { parseJsonBlock } from '../format/json-blocks.js';
import { parseRecords } from '../format/records.js';
import { restoreFormula } from '../rows/formula.js';
import type { ImportPlan, ImportTask } from '../task.js';
import { eachRejection } from './rejection-runs.js';

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

/** The rejected rows of a block as CSV (RFC 4180), each with the reason in a last column. */
export function renderRejects(
  bytes: Buffer,
  block: Block,
  { plan, columns, rejections }: RejectRequest,
): string {
  if (block.oversize) return rejectLine([], rejections.reasons[0]![2], columns);
  const content = decodeBlock(bytes, plan.encoding);
  const records =
    plan.format === 'json'
      ? parseJsonBlock(content).map((element) => [JSON.stringify(element)])
      : parseRecords(content, { delimiter: plan.delimiter, firstLine: block.firstLine }).cells;
  let text = '';
  for (const { index, message } of eachRejection(rejections)) {
    text += rejectLine(records[index - block.firstRecord] ?? [], message, columns);
  }
  return text;
}

/** Short records are padded, so that the reason stands in its column; what a record has beyond its columns follows it. */
function rejectLine(record: readonly string[], message: string, { all, own }: RejectColumns): string {
  const cells = record.map(restoreFormula);
  const padding = Array.from({ length: Math.max(0, own - cells.length) }, () => '');
  const beyond = cells.slice(all);
  const extra = beyond.some((cell) => cell.trim() !== '') ? beyond : [];
  return csvLine([...cells.slice(0, own), ...padding, message, ...extra]);
}
