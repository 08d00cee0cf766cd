import { JobObsolete } from '../../background/jobs/runner.js';
import { LOCATION_CODE } from '../../schema/match.js';
import type { Sql } from '../../store/client.js';
import { addNotes, type ClaimedJob, finishImport, finishJob } from '../../store/jobs.js';
import { mostRejected } from '../options.js';
import { manyMissing, missingHidden, missingKept } from '../report/missing-markers.js';
import type { ImportTask } from '../task.js';

/**
 * Ends an import whose rows are written, and deletes the markers that no row met where it says so.
 * @returns false when the lease is lost
 * @throws JobObsolete when it may not delete them: its rows stay
 */
export async function finishRows(sql: Sql, job: ClaimedJob, notes: readonly string[]): Promise<boolean> {
  const { missing, match } = (job.task as ImportTask).options;
  if (missing === null) return finishJob(sql, job.id, job.lease, { status: 'completed', error: null, notes });
  const most = mostRejected(missing.tolerance, job.total);
  const { isConfirmed } = missing;
  const end = await finishImport(sql, job, notes, {
    mostRejected: most,
    isConfirmed,
    match: match ?? LOCATION_CODE,
  });
  if (end.outcome === 'completed' || end.outcome === 'fenced') return end.outcome === 'completed';
  if (notes.length > 0) await addNotes(sql, job.id, notes);
  const why = {
    rejected: missingKept(end.rejected, most, end.missing),
    hidden: missingHidden(end.missing),
    many: manyMissing(end.missing, end.present),
  }[end.outcome];
  throw new JobObsolete(`The rows are imported. ${why}`);
}
