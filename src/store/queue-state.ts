import type { Sql } from './client.js';

/** Counts end at 10,000; ages in seconds, null where nothing waits. */
export interface QueueState {
  queued: number;
  processing: number;
  oldestQueued: number | null;
  oldestProcessing: number | null;
  /** Jobs whose holder is gone, and that nobody took over for 30 s. */
  overdue: number;
  mails: number;
  /** Since it was due. */
  oldestMail: number | null;
}

/** By index alone: a millisecond, however many jobs have ended. */
export async function readQueueState(sql: Sql): Promise<QueueState> {
  const [row] = await sql<[{ state: QueueState }]>`SELECT queue_state() AS state`;
  return row.state;
}
