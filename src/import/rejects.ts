import type { RowError } from '../schema/job.js';
import type { Block } from './block-builder.js';
import { decodeBlock } from './encoding.js';
import { parseJsonBlock } from './json-blocks.js';
import { parseRecords } from './records.js';
import type { ImportPlan } from './task.js';

export interface RejectRequest {
  plan: Pick<ImportPlan, 'format' | 'encoding' | 'delimiter'>;
  /** Of this block, ascending by index. */
  errors: RowError[];
}

const quote = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
const csvLine = (cells: readonly string[]): string => `${cells.map(quote).join()}\r\n`;

/** First line of the file of rejected rows: the upload's own columns, for JSON the element's text. */
export function rejectsHeader(plan: ImportPlan): string {
  return csvLine(
    plan.format === 'json' ? ['marker', 'error'] : [...plan.mapping.map((column) => column.header), 'error'],
  );
}

/** The rejected rows of a block as CSV (RFC 4180), each with the reason in a last column. */
export function renderRejects(bytes: Buffer, block: Block, { plan, errors }: RejectRequest): string {
  if (block.oversize) return csvLine([errors[0]!.message]);
  const text = decodeBlock(bytes, plan.encoding);
  const records =
    plan.format === 'json'
      ? parseJsonBlock(text).map((element) => [JSON.stringify(element)])
      : parseRecords(text, { delimiter: plan.delimiter, firstLine: block.firstLine }).cells;
  return errors
    .map((error) => csvLine([...(records[error.index - block.firstRecord] ?? []), error.message]))
    .join('');
}
