import { AppError } from '../errors.js';
import { noteWait } from '../http/waits.js';

/** Lets a few at a time do what is costly; the others wait in line, in a line that is not endless. */
export class Turns {
  #free: number;
  readonly #waiting = new Set<() => void>();
  readonly #maxWaiting: number;
  readonly #what: string;

  /** @param what takes turns, for people */
  constructor(slots: number, maxWaiting: number, what: string) {
    this.#free = slots;
    this.#maxWaiting = maxWaiting;
    this.#what = what;
  }

  /**
   * @param signal ends the wait
   * @throws AppError RATE_LIMITED when the line is full; the signal's reason
   */
  async take<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const leave = await this.enter(signal);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /**
   * For work that outlives the caller. Throws as `take` does.
   * @returns what ends the turn; may be called more than once
   */
  async enter(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#free > 0) this.#free--;
    else await this.#wait(signal);
    let left = false;
    return () => {
      if (!left) this.#passOn();
      left = true;
    };
  }

  #wait(signal: AbortSignal): Promise<void> {
    if (this.#waiting.size >= this.#maxWaiting) {
      throw new AppError('RATE_LIMITED', `too many ${this.#what} wait already`, { retryAfterSeconds: 10 });
    }
    const sinceMs = performance.now();
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.delete(enter);
        reject(signal.reason);
      };
      const enter = (): void => {
        this.#waiting.delete(enter);
        noteWait(signal, this.#what, performance.now() - sinceMs);
        signal.removeEventListener('abort', leave);
        resolve();
      };
      this.#waiting.add(enter);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  #passOn(): void {
    const [next] = this.#waiting;
    if (next) next();
    else this.#free++;
  }
}
