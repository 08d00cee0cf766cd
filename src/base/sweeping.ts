import { setTimeout as delay } from 'node:timers/promises';

/** Sweeps at once and then at intervals, one sweep at a time, until it is stopped. */
export abstract class Sweeping {
  readonly #stop = new AbortController();
  #loop: Promise<void> = Promise.resolve();

  /** @param onFailure called with the error of a failed sweep; the next one runs all the same */
  constructor(
    readonly everyMs: number,
    readonly onFailure: (error: unknown) => void,
  ) {}

  abstract sweep(): Promise<unknown>;

  /** A running sweep that sees this aborted ends early. */
  protected get stopping(): AbortSignal {
    return this.#stop.signal;
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
