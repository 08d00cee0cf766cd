import { authorizedMap, type Writer } from './authorize.js';
import type { Sql } from './client.js';
import type { ClaimedJob, JobRow } from './jobs.js';

/**
 * `queued`, or why a job cannot be taken back: it is of another kind, has not ended, is undone, ended too
 * long ago, or changed nothing.
 */
export type UndoOutcome = 'queued' | 'kind' | 'running' | 'undone' | 'old' | 'nothing';

/**
 * Queues a job that takes another one back.
 * @param keepDays days after its end in which that is possible
 * @param dailyBytes most bytes of undos that the owner of the map may take back, and copy, in a UTC day
 * @throws SQLSTATE CL429 when these are used up; those of `authorizedMap`
 */
export async function createUndo(
  sql: Sql,
  writer: Writer,
  { id, mapId }: Pick<JobRow, 'id' | 'mapId'>,
  undoId: string,
  keepDays: number,
  dailyBytes: number,
): Promise<UndoOutcome> {
  const [row] = await sql<[{ outcome: UndoOutcome }]>`
    SELECT create_undo(${authorizedMap(sql, writer, mapId)}, ${id}, ${undoId}, ${keepDays}::integer, ${dailyBytes}::bigint) AS outcome`;
  return row.outcome;
}

/**
 * Takes back some thousand changes in one transaction.
 * @returns whether nothing is left to do
 * @throws SQLSTATE CL001 when the lease is lost
 */
export async function takeUndoStep(
  sql: Sql,
  { id, lease }: Pick<ClaimedJob, 'id' | 'lease'>,
): Promise<boolean> {
  const [row] = await sql<[{ done: boolean }]>`SELECT undo_step(${id}, ${lease}) AS done`;
  return row.done;
}
