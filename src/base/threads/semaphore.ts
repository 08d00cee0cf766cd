import { type Begin, begun, type HeldTurn, HeldTurns, type TurnUse } from './held-turns.js';

/** Limits how much work runs at a time, first come first served. Callers bound how many wait. */
export class Semaphore {
  readonly #limit: number;
  readonly #held: HeldTurns;
  readonly #line = new Set<() => void>();
  #running = 0;

  constructor(limit: number, deadlineMs?: number) {
    this.#limit = limit;
    this.#held = new HeldTurns(deadlineMs);
  }

  get use(): TurnUse {
    const { oldestSeconds, deadlineMs, overdue } = this.#held;
    return {
      limit: this.#limit,
      running: this.#running,
      waiting: this.#line.size,
      refused: 0,
      oldestSeconds,
      deadlineSeconds: deadlineMs / 1000,
      overdue,
    };
  }

  /** Does the work in a turn. @throws the signal's reason while it waits; errors of `work`; TurnOverdue */
  async run<T>(work: (turn: HeldTurn) => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    if (this.#running < this.#limit) this.#running++;
    else await this.#wait(signal);
    return this.#held.during(this.#leave, work);
  }

  /** Begins work that outlives the call: the turn lasts until `ended` settles. Throws as `run` does. */
  begin<T>(begin: Begin<T>): Promise<T> {
    return begun((work) => this.run(work), begin);
  }

  #wait(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const enter = (): void => {
        signal?.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = (): void => {
        this.#line.delete(enter);
        reject(signal!.reason);
      };
      this.#line.add(enter);
      signal?.addEventListener('abort', giveUp, { once: true });
    });
  }

  readonly #leave = (): void => {
    const [next] = this.#line;
    if (next === undefined) {
      this.#running--;
      return;
    }
    this.#line.delete(next);
    next();
  };
}
