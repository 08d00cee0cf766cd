import type { RowOutcome } from '../../schema/dry-run.js';
import { decideDuplicates, earlierOf } from '../duplicates/decide.js';
import { DUPLICATE } from '../duplicates/duplicate-reason.js';
import type { UploadKeys } from '../duplicates/upload-keys.js';
import type { ImportOptions } from '../options.js';
import { KEY_WORDS } from '../prepare/duplicate-key.js';
import { type RecordedRejections, recordRejections } from '../report/rejection-runs.js';
import type { ExaminedBlock } from './examine-block.js';

export interface Judgement {
  /** One for each prepared row. */
  outcomes: RowOutcome[];
  rejected: RecordedRejections;
}

/**
 * Decides what an import would do with the rows of a block: against earlier rows of the upload, and against the map. Blocks come
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
function newRows(block: ExaminedBlock, seen: UploadKeys): Uint8Array {
  const { rows, existing, expired } = block;
  const isNew = new Uint8Array(rows);
  for (let row = 0; row < rows; row++) {
    const id = existing?.[row] ?? 0;
    const isOnMap = id > 0 && !seen.over.has(`id ${id}`);
    const isRepeat = earlierOf(block, row, seen) !== null && !isOver(block, row, seen);
    isNew[row] = isRepeat || isOnMap ? 0 : 1;
    if (isNew[row] === 0 && expired?.[row] === 1) seen.over.add(isOnMap ? `id ${id}` : keyOf(block, row));
  }
  return isNew;
}

/** Whether the marker of this key has expired by an earlier row; the row makes it anew. */
function isOver(block: ExaminedBlock, row: number, { over }: UploadKeys): boolean {
  return over.size > 0 && block.expired?.[row] !== 1 && over.delete(keyOf(block, row));
}

function keyOf({ keys, branches }: ExaminedBlock, row: number): string {
  const own = branches !== null && branches.addressKeys[row] !== 0 ? branches.keys : keys;
  return own.subarray(row * KEY_WORDS, (row + 1) * KEY_WORDS).join();
}
