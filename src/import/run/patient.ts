import { setTimeout as delay } from 'node:timers/promises';
import type { Sql } from '../../store/client.js';
import { isTransient } from '../../store/transient.js';

/** The database was away when a block was to be written; what it was given is not lost. */
export class DatabaseAway extends Error {}

/** Runs statements again until the database answers: they must bear repetition. */
export type PatientSql = <T>(statements: (sql: Sql) => Promise<T>) => Promise<T>;

const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 200;

/** Between two tries, longer each time. @throws the signal's reason */
export async function pause(tries: number, signal: AbortSignal): Promise<void> {
  await delay(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tries), undefined, { signal });
}

/**
 * A job must not fail because the database restarts: what it asks is asked again until the signal ends the
 * wait (the lease is lost, the process stops).
 */
export const patient =
  (sql: Sql, signal: AbortSignal): PatientSql =>
  (statements) =>
    untilThere(signal, () => statements(sql));

/** Does work again until the database answers, as `patient` does. */
export async function untilThere<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof DatabaseAway) && !isTransient(error)) throw error;
      await pause(tries, signal);
    }
  }
}
