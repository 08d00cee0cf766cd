import { cut } from '../base/cut.js';
import { MAX_GROUPS, summariseDefects } from '../import/report/error-summary.js';
import type { ImportTask } from '../import/task.js';
import type { BulkJob, ColumnMapping } from '../schema/job.js';
import type { Sql } from '../store/client.js';
import { filledFields, type JobCounts, type Ledger, readLedgers } from '../store/import-blocks.js';
import type { JobRow, ShownJob } from '../store/jobs.js';
import type { Services } from './services.js';

/** Errors in the view of a job; `errors_url` has all of them (docs/decisions.md#rejected-rows). */
export const INLINE_ERRORS = 1000;

const DAY_MS = 86_400_000;

const WAITS_FOR = {
  machine:
    'The job waits for the machine that took the upload, or one that shares its uploads, because no process there runs imports. Later imports into the same map wait, too.',
  upload: 'The job waits because its upload cannot be read at the moment. The service tries again.',
};

type ShownPlan = Pick<ImportTask, 'mapping' | 'unnamed' | 'receivingMs' | 'shownOptions' | 'sheet'> & {
  /** Id of the job that an undo takes back. */
  undoes?: string | null;
  /** Id of the import whose rejected rows an import tries again. */
  retries?: string | null;
};

/** Base of addresses, and days in which a job can be taken back. */
export type JobLinks = Pick<Services, 'publicUrl' | 'undoDays'>;

/** View of a job for `GET /jobs/{job_id}`, from its row and the ledger of its blocks. */
export async function viewBulkJob(sql: Sql, job: ShownJob, links: JobLinks): Promise<BulkJob> {
  return (await viewBulkJobs(sql, [job], links, INLINE_ERRORS))[0]!;
}

/** Views of several jobs, in three statements for any number of jobs. */
export async function viewBulkJobs(
  sql: Sql,
  jobs: readonly ShownJob[],
  links: JobLinks,
  inlineErrors: number,
): Promise<BulkJob[]> {
  const [ledgers, filled] = await Promise.all([
    readLedgers(sql, jobs, inlineErrors, MAX_GROUPS),
    filledUnnamed(sql, jobs),
  ]);
  return jobs.map((job) => showBulkJob(job, links, ledgers.get(job.id)!, filled.get(job.id) ?? []));
}

/** @param filled names of the columns without a header that had values */
function showBulkJob(
  job: ShownJob,
  { publicUrl, undoDays }: JobLinks,
  { counts, errors, defects }: Ledger,
  filled: readonly string[],
): BulkJob {
  const plan = planOf(job);
  const url = `${publicUrl()}/jobs/${job.id}`;
  const hasChanges = counts.added + counts.updated + job.deleted > 0 && job.completedAt !== null;
  const isListed = hasChanges || (job.kind === 'undo' && counts.skipped > 0 && job.completedAt !== null);
  const isRecent = Date.now() - (job.completedAt?.getTime() ?? 0) < undoDays * DAY_MS;
  return {
    job_id: job.id,
    kind: job.kind === 'undo' ? 'undo' : 'bulk_import',
    status: job.status as BulkJob['status'],
    status_url: url,
    map_id: job.mapId,
    added: counts.added,
    updated: counts.updated,
    unchanged: counts.unchanged,
    skipped: counts.skipped,
    deleted: job.deleted,
    total: job.total,
    processed: counts.processed,
    ...progressOf(job, counts.processed),
    timings: timingsOf(plan, counts),
    error_count: counts.rejected,
    errors,
    error_summary: summariseDefects(defects),
    errors_url: counts.rejected > 0 && job.status === 'completed' ? `${url}/errors.csv` : null,
    skipped_url:
      counts.skipped > 0 && job.status === 'completed' && job.kind !== 'undo' ? `${url}/skipped.csv` : null,
    changes_url: isListed ? `${url}/changes.csv` : null,
    undo_url: hasChanges && isRecent && !job.isUndone ? `${url}/undo` : null,
    undoes: plan.undoes ?? null,
    retry_url: counts.rejected > 0 && canRetry(job) ? `${url}/retry` : null,
    retries: plan.retries ?? null,
    error: job.error,
    sheet: plan.sheet ?? null,
    options: plan.shownOptions ?? {},
    notes: [...job.notes, ...passingNotes(job)],
    mapping: (job.status === 'completed' ? filledColumns(plan, filled) : plan.mapping).map(shownColumn),
    created_at: job.createdAt.toISOString(),
    started_at: job.startedAt?.toISOString() ?? null,
    completed_at: job.completedAt?.toISOString() ?? null,
  };
}

/** Tells whether rejected rows of a job, if it has any, can be tried again. */
export const canRetry = ({ kind, image, status, isUndone }: ShownJob): boolean =>
  kind !== 'undo' && image === null && status === 'completed' && !isUndone;

/** Notes that hold only while the job waits or looks things up. */
function passingNotes({ waitsFor, lookups }: ShownJob): string[] {
  const notes = waitsFor === null ? [] : [WAITS_FOR[waitsFor]];
  if (lookups === null) return notes;
  const [done, of] = [lookups.done, lookups.of].map((n) => n.toLocaleString('en'));
  const what =
    lookups.what === 'areas'
      ? 'The import is drawing drive-time areas'
      : 'The import is asking the geocoding service for addresses';
  return [...notes, `${what}: ${done} of the next ${of} are done.`];
}

const planOf = (job: ShownJob): ShownPlan => job.plan as ShownPlan;

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

function timingsOf({ receivingMs }: ShownPlan, counts: JobCounts): BulkJob['timings'] {
  return {
    receiving: Math.round(receivingMs),
    parsing: Math.round(counts.parsingMs),
    placing: Math.round(counts.placingMs),
    looking_up: Math.round(counts.lookingUpMs),
    deduplicating: Math.round(counts.deduplicatingMs),
    writing: Math.round(counts.writingMs),
  };
}

/** Names of the columns of completed jobs that had no header but values. */
async function filledUnnamed(sql: Sql, jobs: readonly ShownJob[]): Promise<Map<string, string[]>> {
  const asked = jobs.filter((job) => job.status === 'completed' && planOf(job).unnamed.length > 0);
  if (asked.length === 0) return new Map();
  const names = new Set(asked.map(planOf).flatMap(unnamedColumns).map(nameOf));
  return filledFields(sql, asked, [...names]);
}

/**
 * The mapping without the columns that had neither a header nor a value in any row
 * (docs/decisions.md#headers).
 */
function filledColumns(plan: ShownPlan, filled: readonly string[]): ColumnMapping[] {
  const names = new Set(filled);
  const empty = new Set(unnamedColumns(plan).filter((column) => !names.has(nameOf(column))));
  return empty.size === 0 ? plan.mapping : plan.mapping.filter((column) => !empty.has(column));
}

/** Columns without a header that became custom fields under generated names. */
function unnamedColumns({ mapping, unnamed }: ShownPlan): ColumnMapping[] {
  const without = new Set(unnamed);
  return mapping.filter(({ index, how }) => how === 'custom' && without.has(index));
}

/** Only the fields of an exported map have names of more than 200 characters. */
const MAX_HEADER = 1000;
const shownColumn = (column: ColumnMapping): ColumnMapping =>
  column.header.length > MAX_HEADER ? { ...column, header: cut(column.header, MAX_HEADER) } : column;

const nameOf = ({ header }: ColumnMapping): string => header;
