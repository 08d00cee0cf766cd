import { setTimeout as delay } from 'node:timers/promises';

/** Runs a sweep at once and then at intervals, one at a time, until it is stopped. */
export class Sweeping {
  readonly #stop = new AbortController();
  #loop: Promise<void> = Promise.resolve();

  /** @param onFailure called with the error of a failed sweep; the next one runs all the same */
  constructor(
    readonly sweep: () => Promise<unknown>,
    readonly everyMs: number,
    readonly onFailure: (error: unknown) => void,
  ) {}

  /** A running sweep that sees this ends early. */
  get isStopping(): boolean {
    return this.#stop.signal.aborted;
  }

  start(): void {
    this.#loop = this.#run();
  }

  /** Resolves when the current sweep has ended. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#loop;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      await this.sweep().catch(this.onFailure);
      await delay(this.everyMs, undefined, { signal }).catch(() => {});
    }
  }
}
