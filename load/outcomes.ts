import type { BulkJob } from '../src/schema/job.js';

const COUNTS = ['added', 'updated', 'unchanged', 'skipped', 'error_count'] as const;

/** Outcomes of the rows of an upload, by the members of its job. */
export type Outcomes = Record<(typeof COUNTS)[number], number>;

/**
 * @param expected missing outcomes are 0
 * @returns the differences; empty where the job has ended as expected
 */
export function compareOutcomes(job: BulkJob, expected: Partial<Outcomes>): string[] {
  if (job.status !== 'completed') return [`${job.status}: ${job.error}`];
  return COUNTS.filter((name) => (job[name] ?? 0) !== (expected[name] ?? 0)).map(
    (name) => `${name} is ${job[name]} instead of ${expected[name] ?? 0}`,
  );
}
