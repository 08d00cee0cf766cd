import { summariseDefects } from '../import/report/error-summary.js';
import type { ImportTask } from '../import/task.js';
import type { BulkJob, ColumnMapping } from '../schema/job.js';
import type { Sql } from '../store/client.js';
import {
  defectCounts,
  fieldTypesOf,
  firstErrors,
  type ImportCounts,
  sumBlocks,
} from '../store/import-blocks.js';
import type { JobRow } from '../store/jobs.js';

/** Errors that a job shows itself; `errors_url` has all of them (decision 30). */
export const INLINE_ERRORS = 1000;

/** A job as `GET /jobs/{job_id}` shows it, from its row and the ledger of its blocks. */
export async function viewBulkJob(
  sql: Sql,
  job: JobRow,
  publicUrl: string,
  inlineErrors = INLINE_ERRORS,
): Promise<BulkJob> {
  const task = job.task as ImportTask;
  const counts = await sumBlocks(sql, job.id);
  const errors = counts.rejected === 0 ? [] : await firstErrors(sql, job.id, inlineErrors);
  const url = `${publicUrl}/jobs/${job.id}`;
  return {
    job_id: job.id,
    kind: 'bulk_import',
    status: job.status as BulkJob['status'],
    status_url: url,
    map_id: job.mapId,
    added: counts.added,
    updated: counts.updated,
    unchanged: counts.unchanged,
    skipped: counts.skipped,
    total: job.total,
    processed: counts.processed,
    ...progressOf(job, counts.processed),
    timings: timingsOf(task, counts),
    error_count: counts.rejected,
    errors,
    error_summary: counts.rejected === 0 ? [] : summariseDefects(await defectCounts(sql, job.id)),
    errors_url: counts.rejected > 0 && job.status === 'completed' ? `${url}/errors.csv` : null,
    error: job.error,
    notes: job.notes,
    mapping: job.status === 'completed' ? await filledColumns(sql, job.id, task) : task.mapping,
    created_at: job.createdAt.toISOString(),
    started_at: job.startedAt?.toISOString() ?? null,
    completed_at: job.completedAt?.toISOString() ?? null,
  };
}

function progressOf(
  { total, status, startedAt, completedAt }: JobRow,
  processed: number,
): Pick<BulkJob, 'progress' | 'rows_per_second' | 'eta_seconds'> {
  const progress = status === 'completed' ? 1 : total === 0 ? 0 : processed / total;
  if (startedAt === null) return { progress, rows_per_second: null, eta_seconds: null };
  const seconds = Math.max(0.001, ((completedAt ?? new Date()).getTime() - startedAt.getTime()) / 1000);
  const rate = processed / seconds;
  return {
    progress,
    rows_per_second: Math.round(rate * 10) / 10,
    eta_seconds: completedAt !== null || rate === 0 ? null : Math.ceil((total - processed) / rate),
  };
}

function timingsOf(task: ImportTask, counts: ImportCounts): BulkJob['timings'] {
  return {
    receiving: Math.round(task.receivingMs),
    parsing: Math.round(counts.parsingMs),
    placing: Math.round(counts.placingMs),
    deduplicating: Math.round(counts.deduplicatingMs),
    writing: Math.round(counts.writingMs),
  };
}

/** The mapping without the columns that had neither a header nor a value in any row (decision 29). */
async function filledColumns(
  sql: Sql,
  jobId: string,
  { mapping, unnamed }: ImportTask,
): Promise<ColumnMapping[]> {
  if (unnamed.length === 0) return mapping;
  const filled = new Set((await fieldTypesOf(sql, jobId, Number.MAX_SAFE_INTEGER)).map(([name]) => name));
  return mapping.filter(
    ({ index, header, how }) => how !== 'custom' || !unnamed.includes(index) || filled.has(header),
  );
}
