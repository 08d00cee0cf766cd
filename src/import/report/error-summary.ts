import type { ErrorGroup, RowError } from '../../schema/job.js';
import { hintFor } from './hints.js';

/** How often rows were rejected with one code in one column, and the message of the first of them. */
export type DefectCount = readonly [code: string, column: string | null, count: number, example: string];

/** Custom fields of JSON markers can be blamed by any name; the rarest are left out. */
const MAX_GROUPS = 100;

/** The defects of one block, in the order in which they first occur. */
export function countDefects(errors: readonly RowError[]): DefectCount[] {
  return merge(errors.map(({ code, column, message }) => [code, column, 1, message]));
}

/**
 * What is wrong with an upload as a whole: grouped by code and column, most frequent first, then as they first occur.
 * @param counts of its blocks, in file order
 */
export function summariseDefects(counts: readonly DefectCount[]): ErrorGroup[] {
  return merge(counts)
    .sort(([, , a], [, , b]) => b - a)
    .slice(0, MAX_GROUPS)
    .map(([code, column, count, example]) => ({ code, column, count, example, hint: hintFor(code) }));
}

function merge(counts: readonly DefectCount[]): DefectCount[] {
  const groups = new Map<string, [string, string | null, number, string]>();
  for (const [code, column, count, example] of counts) {
    const key = column === null ? code : `${code} ${column}`;
    const group = groups.get(key);
    if (group) group[2] += count;
    else groups.set(key, [code, column, count, example]);
  }
  return [...groups.values()];
}
