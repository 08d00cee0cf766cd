import { mapColumns } from './mapping.js';
import { type BulkMeta, completeOptions } from './options.js';
import type { ImportPool } from './pool.js';
import type { ReceivedUpload } from './receive.js';
import type { ImportTask } from './task.js';

/**
 * Judges a received upload as a whole and settles how it is read: everything that is answered with 400 instead of a job.
 * @throws AppError BAD_REQUEST
 */
export async function planImport(
  upload: ReceivedUpload,
  meta: BulkMeta,
  spool: { path: string; pool: ImportPool; workers: number },
): Promise<ImportTask> {
  const options = completeOptions(meta);
  const { format, encoding, delimiter, blocks, receivingMs } = upload;
  if (format === 'json') {
    // A few at a time: every waiting task would hold its arguments.
    for (let i = 0; i < blocks.length; i += spool.workers) {
      const some = blocks.slice(i, i + spool.workers);
      await Promise.all(some.map((block) => spool.pool.checkJson(spool.path, block)));
    }
    return { format, encoding, delimiter, mapping: [], unnamed: [], options, blocks, receivingMs };
  }
  const headers = upload.columns.map((column) => column.name);
  const mapping = mapColumns({ headers, columnMapping: meta.column_mapping, ignore: meta.ignore });
  const unnamed = upload.columns.filter((column) => column.unnamed).map((column) => column.index);
  return { format, encoding, delimiter, mapping, unnamed, options, blocks, receivingMs };
}
