import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../../base/log.js';
import type { Sql } from '../../store/client.js';
import { RetentionBusy, type RetentionDays } from '../../store/retention.js';
import { Alarm } from '../jobs/alarm.js';
import { KINDS, type Kind } from './kinds.js';

export interface RetentionOptions {
  sql: Sql;
  log: Logger;
  keep: RetentionDays;
  everyMs?: number;
}

/**
 * Removes expired rows in short statements. Any number of processes may run it: one that finds another at
 * work leaves the rest to it.
 */
export class Retention {
  readonly #options: Required<RetentionOptions>;
  readonly #stop = new AbortController();
  readonly #alarm = new Alarm();
  #loop: Promise<void> = Promise.resolve();

  constructor(options: RetentionOptions) {
    this.#options = { everyMs: 3_600_000, ...options };
  }

  start(): void {
    this.#loop = this.#repeat();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    this.#alarm.wake();
    await this.#loop;
  }

  async #repeat(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      const sleep = this.#alarm.sleep(this.#options.everyMs);
      if (this.#stop.signal.aborted) this.#alarm.wake();
      await this.run();
      await sleep;
    }
  }

  /**
   * Removes all rows that are due. An error in one kind is logged and does not stop the others. Never
   * rejects.
   * @returns number of removed rows by kind, without zeros
   */
  async run(): Promise<Partial<Record<Kind, number>>> {
    const { log } = this.#options;
    const counts: Partial<Record<Kind, number>> = {};
    for (const kind of Object.keys(KINDS) as Kind[]) {
      if (!(await this.#remove(kind, counts))) break;
    }
    if (Object.keys(counts).length > 0) log.info({ rows: counts }, 'removed expired rows');
    return counts;
  }

  /** @returns false to end the run: another process is at work, or this one is stopping */
  async #remove(kind: Kind, counts: Partial<Record<Kind, number>>): Promise<boolean> {
    const { sql, log, keep } = this.#options;
    const { signal } = this.#stop;
    const onError = (error: unknown) => {
      if (error instanceof RetentionBusy || signal.aborted) throw error;
      log.warn({ err: error, kind }, 'could not remove expired rows of a kind: trying again in the next run');
    };
    try {
      let beginMs = performance.now();
      for await (const rows of KINDS[kind](sql, keep, onError)) {
        if (rows > 0) counts[kind] = (counts[kind] ?? 0) + rows;
        // Pause as long as the statement took, which leaves the database to others for half of the time.
        await delay(performance.now() - beginMs, undefined, { signal });
        beginMs = performance.now();
      }
    } catch (error) {
      if (error instanceof RetentionBusy || signal.aborted) return false;
      onError(error);
    }
    return true;
  }
}
