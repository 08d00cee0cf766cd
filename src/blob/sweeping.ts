import { setTimeout as delay } from 'node:timers/promises';

/** Sweeps at once and then every so often, one sweep after the other, until it is stopped. */
export class Sweeping {
  readonly #stop = new AbortController();
  #loop: Promise<void> = Promise.resolve();

  /** @param onFailure told why a sweep failed; the next comes all the same */
  constructor(
    readonly sweep: () => Promise<unknown>,
    readonly everyMs: number,
    readonly onFailure: (error: unknown) => void,
  ) {}

  /** A sweep that sees it ends early. */
  get isStopping(): boolean {
    return this.#stop.signal.aborted;
  }

  start(): void {
    this.#loop = this.#run();
  }

  /** @returns when the sweep that is under way has ended */
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
