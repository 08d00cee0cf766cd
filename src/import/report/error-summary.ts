import type { ErrorGroup } from '../../schema/job.js';
import { hintFor } from './hints.js';
import { type DefectCount, mergeDefects } from './rejection-runs.js';

/** Groups that a job shows; the rarest are left out. */
export const MAX_GROUPS = 100;

/**
 * Groups the defects of an upload by code and column, most frequent first, then by first occurrence.
 * @param counts of its blocks, in file order
 */
export function summariseDefects(counts: readonly DefectCount[]): ErrorGroup[] {
  return mergeDefects(counts)
    .sort(([, , a], [, , b]) => b - a)
    .slice(0, MAX_GROUPS)
    .map(([code, column, count, example]) => ({
      code,
      column,
      count,
      example,
      hint: hintFor(code, example),
    }));
}
