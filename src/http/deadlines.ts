interface Watched {
  readonly expiresAt: number;
  readonly expire: () => void;
}

const SWEEP_MS = 100;

/**
 * Time limits of requests. One timer checks all of them ten times a second: a timer for each would cost as
 * much as the rest of a short request, and almost none ever fires.
 */
export class Deadlines {
  readonly #watched = new Set<Watched>();
  #timer: NodeJS.Timeout | null = null;

  /**
   * Settles as `work` does, or rejects with the error of `onExpire` once timeoutMs are over (at most a tenth
   * of a second late). The outcome of `work` after that is ignored.
   */
  within<T>(timeoutMs: number, work: Promise<T>, onExpire: () => Error): Promise<T> {
    return new Promise((resolve, reject) => {
      const watched = { expiresAt: performance.now() + timeoutMs, expire: () => reject(onExpire()) };
      this.#watched.add(watched);
      this.#timer ??= setTimeout(this.#sweep, SWEEP_MS);
      work.then(
        (value) => {
          this.#watched.delete(watched);
          resolve(value);
        },
        (error) => {
          this.#watched.delete(watched);
          reject(error);
        },
      );
    });
  }

  readonly #sweep = (): void => {
    const now = performance.now();
    for (const watched of this.#watched) {
      if (watched.expiresAt > now) continue;
      this.#watched.delete(watched);
      watched.expire();
    }
    this.#timer = this.#watched.size > 0 ? setTimeout(this.#sweep, SWEEP_MS) : null;
  };
}
