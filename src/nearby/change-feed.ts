import type { Sql } from '../store/client.js';
import { type Changes, pruneChanges, readChanges } from '../store/nearby.js';

export interface ChangeFeedOptions {
  readonly sql: Sql;
  /** Called one at a time; the next search waits until it resolves. */
  readonly onChanges: (changes: Changes) => Promise<void>;
  /** Changes may have been missed: everything that is remembered is in doubt. */
  readonly onGap: () => void;
  readonly onError: (error: unknown) => void;
  /** Changes made by other processes are seen at most so late. */
  readonly maxAgeMs?: number;
}

const MAX_AGE_MS = 250;
const REST_MS = 60_000;
/** Twice what a process may be away without a gap. */
const KEEP_MS = 600_000;

/** Follows what is committed in all processes by asking the database: when a search needs it, and else once a minute. */
export class ChangeFeed {
  readonly #options: ChangeFeedOptions;
  #snapshot: string | null = null;
  #nowMs = 0;
  #askedAtMs = Number.NEGATIVE_INFINITY;
  #isBehind = true;
  #reading: Promise<void> | null = null;
  #next: Promise<void> | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: ChangeFeedOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => {
      const { sql, onError } = this.#options;
      pruneChanges(sql, KEEP_MS).catch(onError);
      // Nobody has searched yet: there is nothing to keep up to date.
      if (this.#snapshot !== null) this.catchUp()?.catch(onError);
    }, REST_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** This process has committed something: the next search asks first. */
  announce(): void {
    this.#isBehind = true;
  }

  /** @returns null when what is remembered is new enough; otherwise resolves when it is. Rejects when the database cannot be asked. */
  catchUp(): Promise<void> | null {
    if (this.#reading) {
      // What was announced after the question was asked may not be in its answer.
      if (!this.#isBehind) return this.#reading;
      this.#next ??= this.#reading
        .catch(() => {})
        .then(() => {
          this.#next = null;
          return this.#read();
        });
      return this.#next;
    }
    const { maxAgeMs = MAX_AGE_MS } = this.#options;
    return this.#isBehind || performance.now() - this.#askedAtMs > maxAgeMs ? this.#read() : null;
  }

  #read(): Promise<void> {
    this.#isBehind = false;
    this.#askedAtMs = performance.now();
    this.#reading = this.#ask().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  async #ask(): Promise<void> {
    const { sql, onChanges, onGap } = this.#options;
    try {
      const changes = await readChanges(sql, this.#snapshot);
      // Half of how long changes are kept, by the clock they are kept by.
      const isGap = this.#snapshot === null || changes.nowMs - this.#nowMs > KEEP_MS / 2;
      if (isGap) onGap();
      else await onChanges(changes);
      this.#snapshot = changes.snapshot;
      this.#nowMs = changes.nowMs;
    } catch (error) {
      this.#isBehind = true;
      throw error;
    }
  }
}
