import type { RowOutcome } from '../../schema/dry-run.js';
import type { RowError } from '../../schema/job.js';
import { decideDuplicates } from '../duplicates/decide.js';
import { duplicateError } from '../duplicates/duplicate-error.js';
import type { UploadKeys } from '../duplicates/upload-keys.js';
import type { ImportOptions } from '../options.js';
import { KEY_WORDS } from '../prepare/duplicate-key.js';
import type { ExaminedBlock } from './examine-block.js';

export interface Judgement {
  /** Of each prepared row. */
  outcomes: RowOutcome[];
  /** Of all rejected rows, in file order. */
  errors: RowError[];
}

/**
 * What an import would do with the rows of a block: against earlier rows of the upload, then against the map. Blocks come
 * here in file order.
 * @param seen with room for all rows of the upload
 */
export async function judgeRows(
  block: ExaminedBlock,
  seen: UploadKeys,
  onDuplicate: ImportOptions['onDuplicate'],
): Promise<Judgement> {
  const { rows, records, keys, fileLines, onMap } = block;
  if (onDuplicate === 'overwrite') {
    const outcomes = Array.from({ length: rows }, (_, row): RowOutcome => {
      const isRepeated = seen.add(keys, row * KEY_WORDS, records[row]!) >= 0;
      return isRepeated || onMap[row] === 1 ? 'updated' : 'added';
    });
    return { outcomes, errors: block.errors };
  }
  const { keep, errors } = await decideDuplicates(block, seen, onDuplicate);
  const known: RowError[] = [];
  const outcomes = Array.from({ length: rows }, (_, row): RowOutcome => {
    if (keep[row] === 1 && onMap[row] === 0) return 'added';
    if (onDuplicate === 'skip') return 'skipped';
    // Those that repeat a row of the upload are among the errors already.
    if (keep[row] === 1) known.push(duplicateError(records[row]!, fileLines[row]!));
    return 'rejected';
  });
  return {
    outcomes,
    errors: known.length === 0 ? errors : [...errors, ...known].sort((a, b) => a.index - b.index),
  };
}
