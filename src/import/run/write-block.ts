import type { Reason } from '../../schema/rejection-runs.js';
import type { BlockRecord, BlockResult, BlockTransactions } from '../../store/block-transactions.js';
import { DUPLICATE } from '../duplicates/duplicate-reason.js';
import { TOO_LONG } from '../duplicates/too-long-reason.js';
import { saysNothing } from '../place/placing-counts.js';
import { type RecordedRejections, recordRejections } from '../report/rejection-runs.js';
import { type BlockWrite, copyRows, type Written } from './copy-rows.js';
import { overwriteRows } from './overwrite-rows.js';

/** Writes what was decided of a block, with its row of the ledger. Runs on a thread. */
export function writeBlock(transactions: BlockTransactions, write: BlockWrite): Promise<BlockResult> {
  const beginMs = performance.now();
  const rejections = recordRows(write, DUPLICATE, duplicatesOf(write));
  return transactions.run(write, async (writes) => {
    const written =
      write.onDuplicate === 'overwrite' ? await overwriteRows(writes, write) : await copyRows(writes, write);
    const all = written.tooLong.length === 0 ? rejections : recordRows(write, TOO_LONG, written.tooLong);
    return recordOf(write, written, all, performance.now() - beginMs);
  });
}

/** Rows of the block that are errors as they are duplicates, where the import says so. */
function duplicatesOf({ prepared, decision, onDuplicate }: BlockWrite): number[] {
  const rows: number[] = [];
  if (onDuplicate === 'error')
    for (let row = 0; row < prepared.rows; row++) if (decision.keep[row] !== 1) rows.push(row);
  return rows;
}

/** The rejected rows of the block with those that turned out to be rejected for a reason of their own. */
function recordRows(
  { prepared, headRows }: BlockWrite,
  reason: Reason,
  rows: readonly number[],
): RecordedRejections {
  const records = rows.map((row) => prepared.records[row]!);
  const fileLines = rows.map((row) => prepared.fileLines[row]!);
  return recordRejections(prepared.rejections, { reason, records, fileLines }, headRows);
}

function recordOf(
  write: BlockWrite,
  { added, updated, unchanged, moreMarkers, moreAreas }: Written,
  { rows: rejected, reasons, runs, head, defects }: RecordedRejections,
  writingMs: number,
): BlockRecord {
  const { prepared, own, fieldTypes, decision, onDuplicate } = write;
  const [first] = prepared.records;
  const last = prepared.records[prepared.rows - 1];
  return {
    moreMarkers,
    moreAreas,
    columns: {
      // The ids that the block may have given out, for nearby search.
      ...(first !== undefined &&
        last !== undefined && { first_id: own.first + first, last_id: own.first + last }),
      rows: write.records,
      added,
      updated,
      unchanged,
      skipped: onDuplicate === 'skip' ? prepared.rows - decision.kept : 0,
      rejected,
      rejections: rejected === 0 ? null : { reasons, runs },
      head: head.length === 0 ? null : head,
      defects: rejected === 0 ? null : defects,
      fields: fieldTypes.length === 0 ? null : fieldTypes,
      parsing_ms: prepared.parsingMs,
      placing_ms: prepared.placingMs,
      valueless: prepared.valueless.length === 0 ? null : prepared.valueless,
      placed: saysNothing(prepared.placed) ? null : prepared.placed,
      deduplicating_ms: write.deduplicatingMs + prepared.meetingMs,
      writing_ms: writingMs,
    },
  };
}
