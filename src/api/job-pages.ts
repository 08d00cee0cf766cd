import { MAX_PAGE_BYTES } from '../schema/page.js';
import type { Sql } from '../store/client.js';
import { type ListedJob, withPlans } from '../store/jobs.js';
import { cutToBytes, type Piece } from '../store/piece.js';
import type { JobViews } from './job-views.js';

export interface ViewedJob {
  job: ListedJob;
  json: Buffer;
}

/** Bytes of tasks that one statement reads; a single larger task is read alone. */
const STEP_BYTES = 16 << 20;
/** Jobs viewed together: errors and groups of errors may take 0.5 MB each. */
const STEP_JOBS = 100;

/** The jobs that fit into a page. They are read in steps, as a task may be megabytes. */
export async function pieceOfJobs(
  sql: Sql,
  jobs: readonly ListedJob[],
  viewJobs: JobViews,
): Promise<Piece<ViewedJob>> {
  const viewed: ViewedJob[] = [];
  let bytes = 0;
  let start = 0;
  while (start < jobs.length && bytes <= MAX_PAGE_BYTES) {
    const step = stepFrom(jobs, start);
    const shown = await withPlans(sql, step);
    const views = await viewJobs(shown);
    for (const [i, view] of views.entries()) {
      const json = Buffer.from(JSON.stringify(view));
      bytes += json.length;
      viewed.push({ job: shown[i]!, json });
    }
    start += step.length;
  }
  const { items, isCut } = cutToBytes(viewed, MAX_PAGE_BYTES, ({ json }) => json.length);
  return { items, isCut: isCut || start < jobs.length };
}

function stepFrom(jobs: readonly ListedJob[], start: number): ListedJob[] {
  const { items } = cutToBytes(
    jobs.slice(start, start + STEP_JOBS),
    STEP_BYTES,
    ({ mostTaskBytes }) => mostTaskBytes,
  );
  return items;
}
