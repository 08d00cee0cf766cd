import { type LedgerOwner, nextBlockWithErrors, nextBlockWithSkips } from '../../store/import-blocks.js';
import { type RejectRequest, rejectColumns, rejectsHeader } from '../report/rejects.js';
import type { NewFile, RowsFile } from '../spool/spool.js';
import type { ImportTask } from '../task.js';
import { renderRejectsOnThread } from './on-threads.js';
import type { PatientSql } from './patient.js';
import type { ImportServices } from './services.js';

const NEXT_BLOCK: Record<
  RowsFile,
  (
    ...of: Parameters<typeof nextBlockWithErrors>
  ) => Promise<{ block: number; rejections: RejectRequest['rejections'] } | null>
> = { errors: nextBlockWithErrors, skipped: nextBlockWithSkips };

/**
 * Makes the file behind `errors_url` or `skipped_url` out of the spool and the ledger, some blocks at a time
 * on the threads; none when no row is for it.
 * @param path of the upload
 * @throws what keeps the file from being written, a full disk, or a blob store that is away, among it
 */
export async function writeRowsFile(
  { job, path, task, kind }: { job: LedgerOwner; path: string; task: ImportTask; kind: RowsFile },
  sql: PatientSql,
  { threads, spool, workers }: Pick<ImportServices, 'threads' | 'spool' | 'workers'>,
): Promise<void> {
  const { format, encoding, delimiter, sheet } = task;
  const plan = { format, encoding, delimiter };
  const request = { plan, columns: rejectColumns(task), ...(sheet !== undefined && { sheet }) };
  let file: NewFile | null = null;
  const ahead: Promise<Uint8Array>[] = [];
  try {
    for (let after = -1, more = true; more || ahead.length > 0; ) {
      while (more && ahead.length <= workers) {
        const next = await sql((db) => NEXT_BLOCK[kind](db, job, after));
        more = next !== null;
        if (next === null) break;
        after = next.block;
        const block = task.blocks[next.block]!;
        const text = renderRejectsOnThread(threads, path, block, {
          ...request,
          rejections: next.rejections,
        });
        text.catch(() => {}); // awaited below, in its turn
        ahead.push(text);
      }
      const text = await ahead.shift();
      if (text === undefined) break;
      if (file === null) {
        file = await spool.writeRejects(job.id, kind);
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
