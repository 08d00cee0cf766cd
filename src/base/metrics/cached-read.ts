/** One read serves scrapes within 5 s; a scrape waits at most 1 s for it. */
export const BRIEFLY = { keepMs: 5000, deadlineMs: 1000 };

/**
 * Caches a value that is slow to read: one read at a time, at most one per `keepMs`. A read may continue
 * after callers stopped waiting.
 */
export class CachedRead<T> {
  readonly #read: () => Promise<T>;
  readonly #keepMs: number;
  readonly #deadlineMs: number;
  #value: T | null = null;
  #readAtMs = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | null = null;

  constructor(read: () => Promise<T>, { keepMs, deadlineMs }: { keepMs: number; deadlineMs: number }) {
    this.#read = read;
    this.#keepMs = keepMs;
    this.#deadlineMs = deadlineMs;
  }

  /** @returns null when the read fails or is late, as an older value would mislead. Never rejects. */
  async get(): Promise<T | null> {
    if (performance.now() - this.#readAtMs < this.#keepMs) return this.#value;
    this.#reading ??= this.#begin();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<true>((resolve) => {
      timer = setTimeout(resolve, this.#deadlineMs, true);
    });
    const isLate = await Promise.race([this.#reading, late]);
    clearTimeout(timer);
    return isLate ? null : this.#value;
  }

  async #begin(): Promise<void> {
    try {
      this.#value = await this.#read();
    } catch {
      this.#value = null;
    }
    this.#readAtMs = performance.now();
    this.#reading = null;
  }
}
