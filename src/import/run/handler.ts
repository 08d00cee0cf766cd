import { open } from 'node:fs/promises';
import { type JobHandler, NotNow } from '../../jobs/runner.js';
import type { ThreadPool } from '../../threads/thread-pool.js';
import { spoolPath } from '../upload/spool.js';
import { BlockFailed } from './failures.js';
import { runImport } from './run-import.js';
import type { ImportServices } from './services.js';
import { settleImport } from './settle.js';

/** Jobs of kind `bulk_import`. */
export const importHandler = (services: ImportServices & { threads: ThreadPool }): JobHandler => ({
  run: async (job, signal) => {
    try {
      const threads = services.threads.for({ accountId: job.accountId, prompt: job.quick });
      const drawingThreads = services.threads.for({ accountId: job.accountId, prompt: false });
      await runImport(job, { ...services, threads, drawingThreads }, signal);
    } catch (error) {
      // Whatever that looks like by now. Not asked before the work: an import that has committed all its rows needs its upload
      // for rejected ones only.
      await assertReadable(spoolPath(services.spoolDirectory, job.id));
      throw error;
    }
  },
  settle: (job) => settleImport(services.sql, job, services.spoolDirectory),
  // A block has had its tries; another claim would only repeat them.
  isFinal: (error) => error instanceof BlockFailed,
});

/** @throws NotNow: a disk that is not mounted will be, and what was answered 202 is not given up for it */
async function assertReadable(path: string): Promise<void> {
  try {
    await (await open(path)).close();
  } catch (cause) {
    throw new NotNow('the upload cannot be read', { cause });
  }
}
