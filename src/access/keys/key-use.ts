import type { Sql } from '../../store/client.js';
import { noteKeyUses } from '../../store/keys.js';

const FLUSH_EVERY_MS = 60_000;
/** Keys of one statement. */
const BATCH = 5_000;
/** Keys between two flushes, also while the database is away; further keys are skipped until the next. */
const MAX_KEYS = 100_000;

/** Times of the last use of keys: noted in memory with each request, written once a minute. */
export class KeyUse {
  readonly #sql: Sql;
  readonly #onError: (error: unknown) => void;
  /** Key -> Unix milliseconds of its first use since the last flush, so that a request costs one look-up. */
  #usedAtMs = new Map<number, number>();
  #timer: NodeJS.Timeout | null = null;
  #flushing: Promise<void> = Promise.resolve();

  /** @param onError receives write errors; the next write includes the unwritten uses */
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

  /** Writes the uses since the last flush. Never rejects. */
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
