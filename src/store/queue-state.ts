import type { Sql } from './client.js';

/** Counts up to 10,000; ages in seconds, null when nothing waits. */
export interface QueueState {
  queued: number;
  processing: number;
  oldestQueued: number | null;
  oldestProcessing: number | null;
  /** Jobs whose lease ran out over 30 s ago. */
  overdue: number;
  mails: number;
  /** Seconds since it was due. */
  oldestMail: number | null;
  /** Seconds since the moment of the last back-up; null: there is none. */
  backupAge: number | null;
}

/** Reads indexes only: takes a millisecond, however many jobs have ended. */
export async function readQueueState(sql: Sql): Promise<QueueState> {
  const [row] = await sql<[{ state: QueueState }]>`SELECT queue_state() AS state`;
  return row.state;
}
