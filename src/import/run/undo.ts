import { type JobHandler, LeaseLost } from '../../background/jobs/runner.js';
import type { Sql } from '../../store/client.js';
import { takeUndoStep } from '../../store/undo.js';

const LEASE_LOST = 'CL001';

/**
 * Jobs of kind `undo`, which take back what an import, or an undo, did to its map. Each step is one
 * transaction.
 */
export const undoHandler = (sql: Sql): JobHandler => ({
  run: async (job, signal) => {
    const takeStep = () =>
      takeUndoStep(sql, job).catch((error) => {
        throw error.code === LEASE_LOST ? new LeaseLost(job.id) : error;
      });
    while (!(await takeStep())) signal.throwIfAborted();
    return [];
  },
  settle: async () => {},
  isFinal: () => false,
});
