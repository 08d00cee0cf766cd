import type { Logger } from '../../base/log.js';

export interface FollowChangesOptions {
  /** Reads what is stored. @returns false when it changed meanwhile, and is to be read again */
  readonly read: () => Promise<boolean>;
  readonly log: Logger;
  /** What is read, for the log: "loaded boundaries". */
  readonly what: string;
}

const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 30_000;

/** Reads what is stored again whenever it was changed, once at a time, and later and later where it cannot be read. */
export class FollowChanges {
  readonly #options: FollowChangesOptions;
  #reading: Promise<void> | null = null;
  /** Something changed since what is being read was asked for. */
  #isBehind = false;
  #isStopped = false;
  #retryMs = FIRST_RETRY_MS;
  #retry: NodeJS.Timeout | undefined;

  constructor(options: FollowChangesOptions) {
    this.#options = options;
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** Something may be stored that was not read: resolves when it was read, or could not be. Never rejects. */
  changed(): Promise<void> {
    if (this.#isStopped) return Promise.resolve();
    this.#isBehind = true;
    this.#reading ??= this.#readAll().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#retry);
    await this.#reading;
  }

  async #readAll(): Promise<void> {
    clearTimeout(this.#retry);
    const { read, log, what } = this.#options;
    try {
      while (this.#isBehind && !this.#isStopped) {
        this.#isBehind = false;
        if (!(await read())) this.#isBehind = true;
      }
      this.#retryMs = FIRST_RETRY_MS;
    } catch (error) {
      if (this.#isStopped) return;
      log.warn({ err: error }, `${what} could not be read; it is tried again`);
      this.#retry = setTimeout(() => void this.changed(), this.#retryMs * (0.5 + Math.random() / 2)).unref();
      this.#retryMs = Math.min(2 * this.#retryMs, LAST_RETRY_MS);
    }
  }
}
