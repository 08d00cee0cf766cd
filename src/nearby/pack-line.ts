import type { ThreadUse } from '../base/threads/thread-use.js';

interface Waiting {
  readonly begin: () => void;
  readonly sinceMs: number;
}

/** Queue of tasks for the threads by account: each account has one task under way, and waiting accounts take turns. */
export class PackLine {
  readonly #waiting = new Map<number, Waiting[]>();
  readonly #busy = new Set<number>();
  readonly #atOnce: number;
  #free: number;

  /** @param atOnce tasks under way in the process */
  constructor(atOnce: number) {
    this.#atOnce = atOnce;
    this.#free = atOnce;
  }

  get use(): ThreadUse {
    let waiting = 0;
    let oldestMs = 0;
    for (const own of this.#waiting.values()) {
      waiting += own.length;
      oldestMs = Math.max(oldestMs, performance.now() - own[0]!.sinceMs);
    }
    const limit = this.#atOnce;
    return { limit, busy: limit - this.#free, waiting, oldestWaitingSeconds: oldestMs / 1000 };
  }

  /** Rejects with the error of `work`. */
  async run<T>(accountId: number, work: () => Promise<T>): Promise<T> {
    await new Promise<void>((begin) => {
      const own = this.#waiting.get(accountId);
      const waiting = { begin, sinceMs: performance.now() };
      if (own) own.push(waiting);
      else this.#waiting.set(accountId, [waiting]);
      this.#beginNext();
    });
    try {
      return await work();
    } finally {
      this.#free++;
      this.#busy.delete(accountId);
      this.#toTheEnd(accountId);
      this.#beginNext();
    }
  }

  #beginNext(): void {
    // Passes over at most as many accounts as have a task under way.
    for (const [accountId, own] of this.#waiting) {
      if (this.#free === 0) return;
      if (this.#busy.has(accountId)) continue;
      this.#free--;
      this.#busy.add(accountId);
      const { begin } = own.shift()!;
      if (own.length === 0) this.#waiting.delete(accountId);
      begin();
    }
  }

  /** Moves an account that had its turn to the end. */
  #toTheEnd(accountId: number): void {
    const own = this.#waiting.get(accountId);
    if (!own) return;
    this.#waiting.delete(accountId);
    this.#waiting.set(accountId, own);
  }
}
