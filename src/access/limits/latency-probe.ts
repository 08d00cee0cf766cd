export interface LatencyProbeOptions {
  /** A small statement, on connections that slow work does not use. */
  readonly ask: () => Promise<unknown>;
  readonly observe: (latencyMs: number) => void;
  readonly intervalMs?: number;
}

const INTERVAL_MS = 250;

/**
 * Measures what a small request meets: the wait of the event loop and that of the database, from the moment a statement was
 * due to its answer. While one has no answer, it is told how long that takes already.
 */
export class LatencyProbe {
  readonly #options: Required<LatencyProbeOptions>;
  #timer: NodeJS.Timeout | null = null;
  /** When the statement that is out was due; null: none is. */
  #askedAtMs: number | null = null;
  #dueAtMs = 0;

  constructor(options: LatencyProbeOptions) {
    this.#options = { intervalMs: INTERVAL_MS, ...options };
  }

  start(): void {
    const { intervalMs } = this.#options;
    this.#dueAtMs = performance.now() + intervalMs;
    this.#timer = setTimeout(() => this.#tick(), intervalMs).unref();
  }

  stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #tick(): void {
    const { ask, observe } = this.#options;
    if (this.#askedAtMs !== null) observe(performance.now() - this.#askedAtMs);
    else {
      const askedAtMs = this.#dueAtMs;
      this.#askedAtMs = askedAtMs;
      ask()
        // A database that is away is readiness' business: less slow work would not bring it back.
        .then(() => observe(performance.now() - askedAtMs))
        .catch(() => {})
        .finally(() => {
          this.#askedAtMs = null;
        });
    }
    this.start();
  }
}
