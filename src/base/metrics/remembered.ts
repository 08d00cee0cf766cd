/** One look for several scrapes that come at about the same time; a look that takes longer is not told. */
export const BRIEFLY = { keepMs: 5000, deadlineMs: 1000 };

/**
 * A value that takes a while to read, for readers that cannot wait: read once in `keepMs` however many ask, by one reading at a time,
 * which may go on behind its deadline.
 */
export class Remembered<T> {
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

  /** @returns null when it cannot be read, or not in time: what it was before says nothing any more. Never rejects. */
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
