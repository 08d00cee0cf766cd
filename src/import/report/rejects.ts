import { csvCell, csvLine } from '../../export/csv-cell.js';
import type { RejectionRuns } from '../../schema/rejection-runs.js';
import type { Block } from '../block.js';
import { ERROR_COLUMN, ignoresErrorColumn } from '../columns/error-column.js';
import { decodeBlock } from '../format/encoding.js';
import { parseJsonBlock } from '../format/json-blocks.js';
import { forEachRecord } from '../format/records.js';
import { mayHoldFormulas, restoreCells } from '../rows/formula.js';
import type { ImportPlan, ImportTask } from '../task.js';

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
  const { reasons, runs } = rejections;
  const cells = reasons.map(([, , message]) => csvCell(message));
  if (block.oversize) return rejectLine([], cells[0]!, columns);
  const content = decodeBlock(bytes, plan.encoding);
  const restores = mayHoldFormulas(content);
  let text = '';
  let run = 0;
  let index = block.firstRecord;
  const visit = (record: string[]): void => {
    const [reason, first, , rows] = runs[run] ?? [0, Number.POSITIVE_INFINITY, 0, 0];
    if (index >= first) {
      if (restores) restoreCells(record);
      text += rejectLine(record, cells[reason]!, columns);
      if (index === first + rows - 1) run++;
    }
    index++;
  };
  if (plan.format === 'json') for (const element of parseJsonBlock(content)) visit([JSON.stringify(element)]);
  else forEachRecord(content, { delimiter: plan.delimiter, firstLine: block.firstLine }, visit);
  return text;
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
