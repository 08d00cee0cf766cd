export interface LatencyProbeOptions {
  /** A small statement, on connections that slow work does not use. */
  readonly ask: () => Promise<unknown>;
  readonly observe: (latencyMs: number) => void;
  readonly intervalMs?: number;
}

const INTERVAL_MS = 250;

/**
 * Measures the latency of a small request, event loop and database together, from when a statement was due to
 * its answer. While a statement has no answer, reports its latency so far.
 */
export class LatencyProbe {
  readonly #options: Required<LatencyProbeOptions>;
  #timer: NodeJS.Timeout | null = null;
  /** Time at which the running statement was due; null when none runs. */
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
        // Readiness handles an unreachable database; less slow work would not bring it back.
        .then(() => observe(performance.now() - askedAtMs))
        .catch(() => {})
        .finally(() => {
          this.#askedAtMs = null;
        });
    }
    this.start();
  }
}
