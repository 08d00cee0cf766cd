import type { JobHandler } from '../../jobs/runner.js';
import { BlockFailed } from './failures.js';
import { runImport } from './run-import.js';
import type { ImportServices } from './services.js';
import { settleImport } from './settle.js';

/** Jobs of kind `bulk_import`. */
export const importHandler = (services: ImportServices): JobHandler => ({
  run: (job, signal) => runImport(job, services, signal),
  settle: (job) => settleImport(services.sql, job, services.spoolDirectory),
  // A block has had its tries; another claim would only repeat them.
  isFinal: (error) => error instanceof BlockFailed,
});
