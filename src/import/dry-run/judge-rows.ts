import type { RowOutcome } from '../../schema/dry-run.js';
import { decideDuplicates, isUnmet } from '../duplicates/decide.js';
import { DUPLICATE } from '../duplicates/duplicate-reason.js';
import type { UploadKeys } from '../duplicates/upload-keys.js';
import type { ImportOptions } from '../options.js';
import { type RecordedRejections, recordRejections } from '../report/rejection-runs.js';
import type { ExaminedBlock } from './examine-block.js';

export interface Judgement {
  /** One for each prepared row. */
  outcomes: RowOutcome[];
  rejected: RecordedRejections;
  /** Markers of the map that rows turn into pins. */
  becamePins: number;
  /** Markers as in `Decision.metByRefused`. */
  metByRefused?: readonly number[];
}

/**
 * Decides what an import that skips or rejects duplicates would do with the rows of a block: against earlier
 * rows of the upload, and against the map. Blocks come here in file order.
 * @param headRecords records below this number are among `rejected.head`
 */
export async function judgeRows(
  block: ExaminedBlock,
  seen: UploadKeys,
  onDuplicate: 'skip' | 'error',
  headRecords: number,
  onNew: ImportOptions['onNew'] = 'add',
): Promise<Judgement> {
  const further = { reason: DUPLICATE, records: [] as number[], fileLines: [] as number[] };
  const { keep } = await decideDuplicates(block, seen, onDuplicate, onNew);
  const outcomes = Array.from(keep, (isNew, row): RowOutcome => {
    if (isNew) return 'added';
    if (onDuplicate === 'skip' || (onNew === 'skip' && isUnmet(block, row))) return 'skipped';
    further.records.push(block.records[row]!);
    further.fileLines.push(block.fileLines[row]!);
    return 'rejected';
  });
  const rejected = recordRejections(block.rejections, further, headRecords);
  return { outcomes, rejected, becamePins: 0 };
}
