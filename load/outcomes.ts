import type { BulkJob } from '../src/schema/job.js';

/** Outcomes of the rows of an upload. */
export interface Outcomes {
  added: number;
  /** Markers with changed contents. */
  updated: number;
  /** Overwritten with equal contents. */
  unchanged: number;
  skipped: number;
  rejected: number;
}

/** Services that do not distinguish unchanged rows count them as updated. */
type CountedJob = BulkJob & { unchanged?: number };

export const tellsUnchanged = (job: CountedJob): boolean => job.unchanged !== undefined;

/**
 * @param expected missing outcomes are 0
 * @returns the differences; empty where the job has ended as expected
 */
export function compareOutcomes(job: CountedJob, expected: Partial<Outcomes>): string[] {
  if (job.status !== 'completed') return [`${job.status}: ${job.error}`];
  const wanted: Outcomes = { added: 0, updated: 0, unchanged: 0, skipped: 0, rejected: 0, ...expected };
  if (!tellsUnchanged(job)) {
    wanted.updated += wanted.unchanged;
    wanted.unchanged = 0;
  }
  const { added, updated, unchanged = 0, skipped, error_count: rejected } = job;
  const found: Outcomes = { added, updated, unchanged, skipped: skipped ?? 0, rejected };
  return (Object.keys(wanted) as (keyof Outcomes)[])
    .filter((name) => found[name] !== wanted[name])
    .map((name) => `${name} is ${found[name]} instead of ${wanted[name]}`);
}
