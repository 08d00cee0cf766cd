import type { Sql } from '../store/client.js';
import { type Changes, pruneChanges, readChanges } from '../store/nearby.js';

export interface ChangeFeedOptions {
  readonly sql: Sql;
  /**
   * Called with one batch of changes at a time; the next search waits until it resolves. @param areOld the
   * changes may have been committed long ago
   */
  readonly onChanges: (changes: Changes, areOld: boolean) => Promise<void>;
  /** Called when changes may have been missed, so that all held data is in doubt. */
  readonly onGap: () => void;
  readonly onError: (error: unknown) => void;
}

/** Age of held data from which a search starts an update without waiting for it. */
const LOOK_AGAIN_MS = 250;
/** Age from which searches wait for the update, so that they see what other processes commit. */
const MAX_AGE_MS = 750;
const REST_MS = 60_000;
/** Time that changes are kept: twice the longest absence of a process without a gap. */
const KEEP_MS = 600_000;

/**
 * Follows the commits of all processes by asking the database, when a search needs it and otherwise once a
 * minute.
 */
export class ChangeFeed {
  readonly #options: ChangeFeedOptions;
  #snapshot: string | null = null;
  #server = '';
  #nowMs = 0;
  /** Time of the question that the held data answers. */
  #freshAtMs = Number.NEGATIVE_INFINITY;
  #isBehind = true;
  #reading: Promise<void> | null = null;
  /** Tells whether searches wait for the current reading. */
  #isAwaited = false;
  #next: Promise<void> | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: ChangeFeedOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => {
      const { sql, onError } = this.#options;
      pruneChanges(sql, KEEP_MS).catch(onError);
      // Without a search so far there is nothing to keep up to date.
      if (this.#snapshot !== null) this.catchUp()?.catch(onError);
    }, REST_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Makes the next search ask first, as this process has committed something. */
  announce(): void {
    this.#isBehind = true;
  }

  /**
   * @returns null where the held data is new enough; otherwise resolves once it is. Rejects when the database
   * cannot be asked.
   */
  catchUp(): Promise<void> | null {
    const ageMs = performance.now() - this.#freshAtMs;
    if (this.#isBehind) return this.#reading ? this.#readNext(this.#reading) : this.#read(true);
    if (this.#reading && this.#isAwaited) return this.#reading;
    if (ageMs <= LOOK_AGAIN_MS) return null;
    const isTooOld = ageMs > MAX_AGE_MS;
    const reading = this.#reading ?? this.#read(isTooOld);
    if (isTooOld) return reading;
    // After a failure the next search waits and gets the error.
    reading.catch(() => {});
    return null;
  }

  /**
   * A change announced after a question was asked may be missing in its answer, so another question follows.
   */
  #readNext(reading: Promise<void>): Promise<void> {
    this.#next ??= reading
      .catch(() => {})
      .then(() => {
        this.#next = null;
        return this.#read(true);
      });
    return this.#next;
  }

  #read(isAwaited: boolean): Promise<void> {
    this.#isBehind = false;
    this.#isAwaited = isAwaited;
    this.#reading = this.#ask(performance.now()).finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  async #ask(nowMs: number): Promise<void> {
    const { sql, onChanges, onGap } = this.#options;
    try {
      const changes = await readChanges(sql, this.#snapshot);
      // Half of the time that changes are kept, by the database's clock.
      const isTooLate = changes.nowMs - this.#nowMs > KEEP_MS / 2;
      const isGap = this.#snapshot === null || isTooLate || changes.server !== this.#server;
      if (isGap) onGap();
      else await onChanges(changes, nowMs - this.#freshAtMs > MAX_AGE_MS);
      this.#snapshot = changes.snapshot;
      this.#server = changes.server;
      this.#nowMs = changes.nowMs;
      this.#freshAtMs = nowMs;
    } catch (error) {
      this.#isBehind = true;
      throw error;
    }
  }
}
