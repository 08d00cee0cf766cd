import type { BlockRecord, BlockResult, BlockTransactions } from '../../store/block-transactions.js';
import { DUPLICATE } from '../duplicates/duplicate-reason.js';
import { saysNothing } from '../place/placing-counts.js';
import { type RecordedRejections, recordRejections } from '../report/rejection-runs.js';
import { type BlockWrite, copyRows, type Written } from './copy-rows.js';
import { overwriteRows } from './overwrite-rows.js';

/** Writes what was decided of a block, with its row of the ledger. Runs on a thread. */
export function writeBlock(transactions: BlockTransactions, write: BlockWrite): Promise<BlockResult> {
  const beginMs = performance.now();
  const rejections = rejectionsOf(write);
  return transactions.run(write, async (writes) => {
    const written =
      write.onDuplicate === 'overwrite' ? await overwriteRows(writes, write) : await copyRows(writes, write);
    return recordOf(write, written, rejections, performance.now() - beginMs);
  });
}

/** Rows that are duplicates are errors, where the import says so. */
function rejectionsOf({ prepared, decision, onDuplicate, headRows }: BlockWrite): RecordedRejections {
  const further = { reason: DUPLICATE, records: [] as number[], fileLines: [] as number[] };
  if (onDuplicate === 'error') {
    for (let row = 0; row < prepared.rows; row++) {
      if (decision.keep[row] === 1) continue;
      further.records.push(prepared.records[row]!);
      further.fileLines.push(prepared.fileLines[row]!);
    }
  }
  return recordRejections(prepared.rejections, further, headRows);
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
      placed: saysNothing(prepared.placed) ? null : prepared.placed,
      deduplicating_ms: write.deduplicatingMs + prepared.meetingMs,
      writing_ms: writingMs,
    },
  };
}
