import type { ColumnMapping } from '../schema/job.js';
import type { RememberedColumn } from '../store/header-memory.js';
import { ignoreErrorColumn } from './error-column.js';
import { mapColumns } from './mapping.js';
import { type BulkMeta, completeOptions } from './options.js';
import type { ImportPool } from './pool.js';
import type { ReceivedUpload } from './receive.js';
import { applyMemory } from './remembered-mapping.js';
import type { ImportTask } from './task.js';

export interface PlanServices {
  path: string;
  pool: ImportPool;
  workers: number;
  /** How the account has confirmed to read this header row; null or absent when it has not, or auto_map is false. */
  memory?: readonly RememberedColumn[] | null;
}

/**
 * Judges a received upload as a whole and settles how it is read: everything that is answered with 400 instead of a job.
 * @throws AppError BAD_REQUEST
 */
export async function planImport(
  upload: ReceivedUpload,
  meta: BulkMeta,
  { path, pool, workers, memory = null }: PlanServices,
): Promise<ImportTask> {
  const options = completeOptions(meta);
  const { format, encoding, delimiter, blocks, receivingMs } = upload;
  if (format === 'json') {
    // A few at a time: every waiting task would hold its arguments.
    for (let i = 0; i < blocks.length; i += workers) {
      const some = blocks.slice(i, i + workers);
      await Promise.all(some.map((block) => pool.checkJson(path, block)));
    }
    return { format, encoding, delimiter, mapping: [], unnamed: [], options, blocks, receivingMs };
  }
  const headers = upload.columns.map((column) => column.name);
  const mapping = settleMapping(headers, meta, memory);
  const unnamed = upload.columns.filter((column) => column.unnamed).map((column) => column.index);
  return { format, encoding, delimiter, mapping, unnamed, options, blocks, receivingMs };
}

function settleMapping(
  headers: readonly string[],
  meta: BulkMeta,
  memory: readonly RememberedColumn[] | null,
): ColumnMapping[] {
  const mapping = mapColumns({ headers, columnMapping: meta.column_mapping, ignore: meta.ignore });
  return ignoreErrorColumn(memory === null ? mapping : applyMemory(mapping, memory));
}
