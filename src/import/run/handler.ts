import { type JobHandler, JobPostponed } from '../../background/jobs/runner.js';
import type { ThreadPool } from '../../base/threads/thread-pool.js';
import { BlobStoreAway } from '../../blob/blob-store.js';
import type { KeyRoom } from '../plan/key-room.js';
import { BlockFailed } from './failures.js';
import { finishRows } from './finish-rows.js';
import { runImport } from './run-import.js';
import type { ImportServices } from './services.js';
import { settleImport } from './settle.js';

/** Jobs of kind `bulk_import`. */
export const importHandler = (
  services: Omit<ImportServices, 'keys'> & { threads: ThreadPool; keyRoom: KeyRoom },
): JobHandler => ({
  run: async (job, signal, onSlowLookUp) => {
    const upload = await services.spool.bring(job.id, signal);
    const keys = services.keyRoom.begin();
    try {
      const threads = services.threads.for({ accountId: job.accountId, prompt: job.quick });
      const drawingThreads = services.threads.for({ accountId: job.accountId, prompt: false });
      return await runImport(
        job,
        upload.path,
        { ...services, threads, drawingThreads, keys, ...(onSlowLookUp && { onSlowLookUp }) },
        signal,
      );
    } catch (error) {
      if (error instanceof BlobStoreAway)
        throw new JobPostponed('the rejected rows cannot be kept', { cause: error });
      // Whatever that looks like by now.
      await upload.assertReadable();
      throw error;
    } finally {
      keys.end();
      await upload.release();
    }
  },
  finish: (job, notes) => finishRows(services.sql, job, notes),
  settle: (job) => settleImport(services.sql, job, services.spool),
  // A block has had its tries; another claim would only repeat them.
  isFinal: (error) => error instanceof BlockFailed,
});
