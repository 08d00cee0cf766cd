import { rm } from 'node:fs/promises';
import { type LedgerOwner, nextBlockWithErrors } from '../../store/import-blocks.js';
import { rejectColumns, rejectsHeader } from '../report/rejects.js';
import type { ImportTask } from '../task.js';
import { DurableFile, rejectsPath, spoolPath } from '../upload/spool.js';
import { renderRejectsOnThread } from './on-threads.js';
import type { PatientSql } from './patient.js';
import type { ImportServices } from './services.js';

/**
 * Makes the file behind `errors_url` out of the spool and the ledger, some blocks at a time on the threads; none when no row was
 * rejected.
 * @throws what keeps the file from being written, a full disk among it
 */
export async function writeRejectsFile(
  job: LedgerOwner,
  task: ImportTask,
  sql: PatientSql,
  { threads, spoolDirectory, workers }: Pick<ImportServices, 'threads' | 'spoolDirectory' | 'workers'>,
): Promise<void> {
  const { format, encoding, delimiter } = task;
  const request = { plan: { format, encoding, delimiter }, columns: rejectColumns(task) };
  const path = rejectsPath(spoolDirectory, job.id);
  let file: DurableFile | null = null;
  const ahead: Promise<Uint8Array>[] = [];
  try {
    for (let after = -1, more = true; more || ahead.length > 0; ) {
      while (more && ahead.length <= workers) {
        const next = await sql((db) => nextBlockWithErrors(db, job, after));
        more = next !== null;
        if (next === null) break;
        after = next.block;
        const block = task.blocks[next.block]!;
        const text = renderRejectsOnThread(threads, spoolPath(spoolDirectory, job.id), block, {
          ...request,
          rejections: next.rejections,
        });
        text.catch(() => {}); // awaited below, in its turn
        ahead.push(text);
      }
      const text = await ahead.shift();
      if (text === undefined) break;
      if (file === null) {
        // A try that was killed may have left its own.
        await rm(`${path}.part`, { force: true });
        file = await DurableFile.create(path);
        await file.write(Buffer.from(rejectsHeader(task)));
      }
      await file.write(text);
    }
    await file?.commit();
  } catch (error) {
    await file?.discard();
    throw error;
  } finally {
    await Promise.allSettled(ahead);
  }
}
