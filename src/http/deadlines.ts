interface Watched {
  readonly expiresAt: number;
  readonly expire: () => void;
}

const SWEEP_MS = 100;

/**
 * Time limits of requests. One timer looks at all of them ten times a second: a timer for each would cost as much as the
 * rest of a short request, and nearly none ever fires.
 */
export class Deadlines {
  readonly #watched = new Set<Watched>();
  #timer: NodeJS.Timeout | null = null;

  /**
   * Settles as `work` does, or rejects with what `onExpire` returns once timeoutMs are over (a tenth of a second late at
   * the most). What becomes of `work` after that is ignored.
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
