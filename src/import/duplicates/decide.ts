import { setImmediate } from 'node:timers/promises';
import type { ImportOptions } from '../options.js';
import { KEY_WORDS } from '../prepare/duplicate-key.js';
import type { UploadKeys } from './upload-keys.js';

/** What a block must tell of its rows. */
export interface BlockKeys {
  rows: number;
  /** KEY_WORDS words a row. */
  keys: Uint32Array;
  /**
   * For each row the id of the marker on the map that it duplicates: 0 for none, negative for one that has expired and is in
   * nobody's way (decision 66). Null: none of the rows meets one, or the writer finds out.
   */
  existing: Float64Array | null;
}

export interface Decision {
  /** 1 for each row that is to be written; the others are duplicates. */
  keep: Uint8Array;
  kept: number;
  /** Some rows repeat others of the upload (only where all are kept: an overwriting import applies them in their order). */
  repeats: boolean;
}

/**
 * Rows between two breaths of the event loop. A row costs 0.1 µs, but the first touches of a growing table are touches of new pages:
 * without breaths a block of 14,000 rows held the main thread for up to 180 ms.
 */
const ROWS_AT_ONCE = 500;

/**
 * Which rows of a block are duplicates, of markers on the map or of earlier rows of the upload. Blocks come here in file order, so the
 * outcome does not depend on how many threads prepared them. An overwriting import keeps all.
 */
export async function decideDuplicates(
  { rows, keys, existing }: BlockKeys,
  seen: UploadKeys,
  onDuplicate: ImportOptions['onDuplicate'],
): Promise<Decision> {
  const keep = new Uint8Array(rows).fill(1);
  let dropped = 0;
  for (let row = 0; row < rows; row++) {
    if (row % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await setImmediate();
    // What is on the map needs no place in the table: later rows of its kind are found there, too.
    if (existing !== null && existing[row]! > 0) keep[row] = 0;
    else if (!seen.add(keys, row * KEY_WORDS)) keep[row] = 0;
    dropped += 1 - keep[row]!;
  }
  if (onDuplicate === 'overwrite') return { keep: keep.fill(1), kept: rows, repeats: dropped > 0 };
  return { keep, kept: rows - dropped, repeats: false };
}
