import type { Logger } from '../../base/log.js';
import { isBackupUnderWay } from '../../store/backup.js';
import type { Sql } from '../../store/client.js';
import type { JobRow } from '../../store/jobs.js';
import { isTransient } from '../../store/transient.js';
import type { Spool } from '../spool/spool.js';
import { defineFields } from './define-fields.js';

type OfUpload = Pick<Spool, 'removeUpload'>;

/**
 * Brings an import that has ended into order: the custom fields of what it committed are defined (a completed
 * one has done it), its upload is removed. Can be repeated; while the upload is there, it has not been done
 * (sweep.ts).
 * @throws what kept the fields from being defined. Unless that passes the upload is gone all the same: what
 * failed once is not repeated for ever
 */
export async function settleImport(sql: Sql, job: JobRow, spool: OfUpload): Promise<void> {
  let defect: unknown = null;
  if (job.status !== 'completed') {
    try {
      await defineFields(sql, job);
    } catch (error) {
      if (isTransient(error)) throw error;
      defect = error;
    }
  }
  // The sweeper comes again.
  if (!(await isBackupUnderWay(sql))) await spool.removeUpload(job.id);
  if (defect !== null) throw defect;
}

/** Never rejects. */
export const settleNowOrLater = (sql: Sql, job: JobRow, spool: OfUpload, log: Logger): Promise<void> =>
  settleImport(sql, job, spool).catch((error) =>
    log.warn(
      { err: error, job: job.id },
      'could not settle a job that has ended: a later sweep tries again while its upload is there',
    ),
  );
