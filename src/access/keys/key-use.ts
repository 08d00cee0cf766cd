import type { Sql } from '../../store/client.js';
import { noteKeyUses } from '../../store/keys.js';

const FLUSH_EVERY_MS = 60_000;
/** Keys of one statement. */
const BATCH = 5_000;
/** Between two flushes, and kept while the database is away; of more the use is not noted this time. */
const MAX_KEYS = 100_000;

/** When keys were used last: noted in memory with each request, written once a minute, away from the requests. */
export class KeyUse {
  readonly #sql: Sql;
  readonly #onError: (error: unknown) => void;
  /** Key -> Unix milliseconds of its first use since the last flush: that takes one look a request. */
  #usedAtMs = new Map<number, number>();
  #timer: NodeJS.Timeout | null = null;
  #flushing: Promise<void> = Promise.resolve();

  /** @param onError told what keeps uses from being written: they are written with the next ones */
  constructor(sql: Sql, onError: (error: unknown) => void) {
    this.#sql = sql;
    this.#onError = onError;
  }

  note(keyId: number): void {
    if (!this.#usedAtMs.has(keyId) && this.#usedAtMs.size < MAX_KEYS) this.#usedAtMs.set(keyId, Date.now());
  }

  start(): void {
    this.#timer = setInterval(() => void this.flush(), FLUSH_EVERY_MS).unref();
  }

  /** Writes what was noted since the last time. Never rejects. */
  flush(): Promise<void> {
    this.#flushing = this.#flushing.then(() => this.#write());
    return this.#flushing;
  }

  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    await this.flush();
  }

  async #write(): Promise<void> {
    const uses = [...this.#usedAtMs];
    this.#usedAtMs = new Map();
    for (let i = 0; i < uses.length; i += BATCH) {
      try {
        await noteKeyUses(this.#sql, uses.slice(i, i + BATCH));
      } catch (error) {
        for (const [keyId, atMs] of uses.slice(i))
          if (!this.#usedAtMs.has(keyId)) this.#usedAtMs.set(keyId, atMs);
        this.#onError(error);
        return;
      }
    }
  }
}
