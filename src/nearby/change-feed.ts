import type { Sql } from '../store/client.js';
import { type Changes, pruneChanges, readChanges } from '../store/nearby.js';

export interface ChangeFeedOptions {
  readonly sql: Sql;
  /** Called one at a time; the next search waits until it resolves. @param areOld they may have been committed long ago */
  readonly onChanges: (changes: Changes, areOld: boolean) => Promise<void>;
  /** Changes may have been missed: everything that is remembered is in doubt. */
  readonly onGap: () => void;
  readonly onError: (error: unknown) => void;
}

/** How old what is remembered gets before a search has it brought up to date, without waiting for it… */
const LOOK_AGAIN_MS = 250;
/** …and before searches wait: what other processes commit is seen by then. */
const MAX_AGE_MS = 750;
const REST_MS = 60_000;
/** Twice what a process may be away without a gap. */
const KEEP_MS = 600_000;

/** Follows what is committed in all processes by asking the database: when a search needs it, and else once a minute. */
export class ChangeFeed {
  readonly #options: ChangeFeedOptions;
  #snapshot: string | null = null;
  #nowMs = 0;
  /** When was asked what is remembered. */
  #freshAtMs = Number.NEGATIVE_INFINITY;
  #isBehind = true;
  #reading: Promise<void> | null = null;
  /** Whether searches wait for what is being read. */
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
    const ageMs = performance.now() - this.#freshAtMs;
    if (this.#isBehind) return this.#reading ? this.#readNext(this.#reading) : this.#read(true);
    if (this.#reading && this.#isAwaited) return this.#reading;
    if (ageMs <= LOOK_AGAIN_MS) return null;
    const isTooOld = ageMs > MAX_AGE_MS;
    const reading = this.#reading ?? this.#read(isTooOld);
    if (isTooOld) return reading;
    // After a failure the next search waits, and hears of it.
    reading.catch(() => {});
    return null;
  }

  /** What was announced after a question was asked may not be in its answer. */
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
      // Half of how long changes are kept, by the clock they are kept by.
      const isGap = this.#snapshot === null || changes.nowMs - this.#nowMs > KEEP_MS / 2;
      if (isGap) onGap();
      else await onChanges(changes, nowMs - this.#freshAtMs > MAX_AGE_MS);
      this.#snapshot = changes.snapshot;
      this.#nowMs = changes.nowMs;
      this.#freshAtMs = nowMs;
    } catch (error) {
      this.#isBehind = true;
      throw error;
    }
  }
}
