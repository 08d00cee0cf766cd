import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../../base/log.js';
import { Sweeping } from '../../base/sweeping.js';
import type { Sql } from '../../store/client.js';
import { RetentionBusy, type RetentionDays } from '../../store/retention.js';
import { KINDS, type Kind } from './kinds.js';

export interface RetentionOptions {
  sql: Sql;
  log: Logger;
  keep: RetentionDays;
}

const RUN_EVERY_MS = 3_600_000;

/**
 * Removes expired rows in short statements. Any number of processes may run it: one that finds another at
 * work leaves the rest to it.
 */
export class Retention extends Sweeping {
  readonly #options: RetentionOptions;

  constructor(options: RetentionOptions) {
    super(RUN_EVERY_MS, () => {});
    this.#options = options;
  }

  /**
   * Removes all rows that are due. An error in one kind is logged and does not stop the others. Never
   * rejects.
   * @returns number of removed rows by kind, without zeros
   */
  async sweep(): Promise<Partial<Record<Kind, number>>> {
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
    const signal = this.stopping;
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
