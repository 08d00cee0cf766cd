import type { RowOutcome } from '../../schema/dry-run.js';
import { decideDuplicates } from '../duplicates/decide.js';
import { DUPLICATE } from '../duplicates/duplicate-reason.js';
import type { UploadKeys } from '../duplicates/upload-keys.js';
import type { ImportOptions } from '../options.js';
import { KEY_WORDS } from '../prepare/duplicate-key.js';
import { type RecordedRejections, recordRejections } from '../report/rejection-runs.js';
import type { ExaminedBlock } from './examine-block.js';

export interface Judgement {
  /** Of each prepared row. */
  outcomes: RowOutcome[];
  rejected: RecordedRejections;
}

/**
 * What an import would do with the rows of a block: against earlier rows of the upload, and against the map. Blocks come
 * here in file order.
 * @param headRecords records below this number are among `rejected.head`
 */
export async function judgeRows(
  block: ExaminedBlock,
  seen: UploadKeys,
  onDuplicate: ImportOptions['onDuplicate'],
  headRecords: number,
): Promise<Judgement> {
  const further = { reason: DUPLICATE, records: [] as number[], fileLines: [] as number[] };
  const { keep } =
    onDuplicate === 'overwrite'
      ? { keep: newRows(block, seen) }
      : await decideDuplicates(block, seen, onDuplicate);
  const outcomes = Array.from(keep, (isNew, row): RowOutcome => {
    if (isNew) return 'added';
    if (onDuplicate === 'overwrite') return 'updated';
    if (onDuplicate === 'skip') return 'skipped';
    further.records.push(block.records[row]!);
    further.fileLines.push(block.fileLines[row]!);
    return 'rejected';
  });
  return { outcomes, rejected: recordRejections(block.rejections, further, headRecords) };
}

/** 1 for each row that finds no marker to overwrite. */
function newRows({ rows, keys, existing }: ExaminedBlock, seen: UploadKeys): Uint8Array {
  const isNew = new Uint8Array(rows);
  for (let row = 0; row < rows; row++) {
    const isOnMap = existing !== null && existing[row]! > 0;
    isNew[row] = seen.add(keys, row * KEY_WORDS) && !isOnMap ? 1 : 0;
  }
  return isNew;
}
