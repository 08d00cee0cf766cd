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
 * Removes what nobody asks for any more, in short statements. Any number of processes may run one: whoever meets another at it
 * leaves it the rest.
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
   * Removes all that is due now. What keeps one kind from being removed is logged and does not keep the others. Never rejects.
   * @returns how many rows of each kind, those without any left out
   */
  async run(): Promise<Partial<Record<Kind, number>>> {
    const { log } = this.#options;
    const counts: Partial<Record<Kind, number>> = {};
    for (const kind of Object.keys(KINDS) as Kind[]) {
      if (!(await this.#remove(kind, counts))) break;
    }
    if (Object.keys(counts).length > 0) log.info({ rows: counts }, 'what was kept long enough was removed');
    return counts;
  }

  /** @returns false when the run is over: another process is at it, or this one stops */
  async #remove(kind: Kind, counts: Partial<Record<Kind, number>>): Promise<boolean> {
    const { sql, log, keep } = this.#options;
    const { signal } = this.#stop;
    const onError = (error: unknown) => {
      if (error instanceof RetentionBusy || signal.aborted) throw error;
      log.warn({ err: error, kind }, 'what is old could not be removed');
    };
    try {
      let beginMs = performance.now();
      for await (const rows of KINDS[kind](sql, keep, onError)) {
        if (rows > 0) counts[kind] = (counts[kind] ?? 0) + rows;
        // As long as it took: others get in, and the database is left to them for half of the time.
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
