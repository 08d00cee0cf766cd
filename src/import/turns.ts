import { AppError } from '../errors.js';

/** Lets a few at a time do what is costly; the others wait in line, in a line that is not endless. */
export class Turns {
  #free: number;
  readonly #waiting = new Set<() => void>();
  readonly #maxWaiting: number;

  constructor(slots: number, maxWaiting: number) {
    this.#free = slots;
    this.#maxWaiting = maxWaiting;
  }

  /**
   * @param signal ends the wait
   * @throws AppError RATE_LIMITED when the line is full; the signal's reason
   */
  async take<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    if (this.#free > 0) this.#free--;
    else await this.#wait(signal);
    try {
      return await work();
    } finally {
      this.#passOn();
    }
  }

  #wait(signal: AbortSignal): Promise<void> {
    if (this.#waiting.size >= this.#maxWaiting) {
      throw new AppError('RATE_LIMITED', 'too many dry runs wait already', { retryAfterSeconds: 10 });
    }
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.delete(enter);
        reject(signal.reason);
      };
      const enter = (): void => {
        this.#waiting.delete(enter);
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
