import { AggregatorRegistry } from 'prom-client';
import type { MetricFamily } from '../metrics/family.js';

/** Without a key anybody may ask. */
const RENDER_EVERY_MS = 1000;
/** A process that is busy for longer is told of as it was when it last answered. */
const PROCESS_MS = 1000;

/** One of the processes. */
export interface Told {
  metrics(deadlineMs: number): Promise<MetricFamily[]>;
}

/**
 * The metrics of several processes as those of one. Counters never fall: what a process counted stays when it ends, up to the last
 * look at it, or Prometheus would take the others' counts for those of a new start.
 */
export class MergedMetrics<P extends Told> {
  readonly #own: () => Promise<MetricFamily[]>;
  readonly #processes: () => Iterable<P>;
  readonly #renderEveryMs: number;
  readonly #last = new Map<P, MetricFamily[]>();
  /** Counters of processes that ended. */
  #ended: MetricFamily[] = [];
  #rendered: Promise<string> | null = null;
  #renderedAtMs = 0;

  constructor(
    own: () => Promise<MetricFamily[]>,
    processes: () => Iterable<P>,
    renderEveryMs = RENDER_EVERY_MS,
  ) {
    this.#own = own;
    this.#processes = processes;
    this.#renderEveryMs = renderEveryMs;
  }

  /** Text format of Prometheus. */
  render(): Promise<string> {
    const now = performance.now();
    if (!this.#rendered || now - this.#renderedAtMs > this.#renderEveryMs) {
      this.#renderedAtMs = now;
      this.#rendered = this.#render();
    }
    return this.#rendered;
  }

  /** Looks at a process that is about to end. */
  async look(process: P): Promise<MetricFamily[]> {
    try {
      const families = await process.metrics(PROCESS_MS);
      this.#last.set(process, families);
      return families;
    } catch {
      return countersOf(this.#last.get(process) ?? []);
    }
  }

  async ended(process: P): Promise<void> {
    const counters = countersOf(this.#last.get(process) ?? []);
    this.#last.delete(process);
    this.#ended = await merge([this.#ended, counters]).getMetricsAsJSON();
  }

  async #render(): Promise<string> {
    const all = await Promise.all([this.#own(), ...Array.from(this.#processes(), (each) => this.look(each))]);
    return merge([...all, this.#ended]).metrics();
  }
}

/** What only grows; the values of all else are of now. */
const countersOf = (families: readonly MetricFamily[]): MetricFamily[] =>
  // In JSON the types are words, whatever prom-client's own types say.
  families.filter(({ type }) => ['counter', 'histogram'].includes(String(type)));

/** The library's own way to sum, for Node's cluster, which it does not need here. */
const merge = (all: readonly MetricFamily[][]): ReturnType<typeof AggregatorRegistry.aggregate> =>
  AggregatorRegistry.aggregate(all as unknown as object[]);
