import { rm } from 'node:fs/promises';
import { blocksWithErrors } from '../../store/import-blocks.js';
import { rejectColumns, rejectsHeader } from '../report/rejects.js';
import type { ImportTask } from '../task.js';
import { DurableFile, rejectsPath, spoolPath } from '../upload/spool.js';
import type { ImportServices } from './services.js';

/** Makes the file behind `errors_url` out of the spool and the ledger, block by block; none when no row was rejected. */
export async function writeRejectsFile(
  jobId: string,
  task: ImportTask,
  { sql, pool, spoolDirectory }: Pick<ImportServices, 'sql' | 'pool' | 'spoolDirectory'>,
): Promise<void> {
  let file: DurableFile | null = null;
  try {
    for await (const { block: index, errors } of blocksWithErrors(sql, jobId)) {
      const block = task.blocks[index]!;
      if (file === null) {
        // A try that was killed may have left its own.
        await rm(`${rejectsPath(spoolDirectory, jobId)}.part`, { force: true });
        file = await DurableFile.create(rejectsPath(spoolDirectory, jobId));
        await file.write(Buffer.from(rejectsHeader(task)));
      }
      const { format, encoding, delimiter } = task;
      const text = await pool.rejects(spoolPath(spoolDirectory, jobId), block, {
        plan: { format, encoding, delimiter },
        columns: rejectColumns(task),
        errors,
      });
      await file.write(Buffer.from(text));
    }
    await file?.commit();
  } catch (error) {
    await file?.discard();
    throw error;
  }
}
