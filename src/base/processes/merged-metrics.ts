import { AggregatorRegistry } from 'prom-client';
import type { MetricFamily } from '../metrics/family.js';

/** The page needs no key, so it is cached. */
const RENDER_EVERY_MS = 1000;
/**
 * A process that takes longer is shown with its last counters. Above the second that a reading may take: an
 * outage must not hide its own metric.
 */
const PROCESS_MS = 2000;

/** A process with metrics. */
export interface MetricsSource {
  metrics(deadlineMs: number): Promise<MetricFamily[]>;
}

/**
 * Merges the metrics of several processes. Counters never fall: the last known counts of a process stay when
 * it ends; otherwise Prometheus would take the remaining counts for a restart.
 */
export class MergedMetrics<P extends MetricsSource> {
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

  /** Prometheus text. */
  render(): Promise<string> {
    const now = performance.now();
    if (!this.#rendered || now - this.#renderedAtMs > this.#renderEveryMs) {
      this.#renderedAtMs = now;
      this.#rendered = this.#render();
    }
    return this.#rendered;
  }

  /** Reads the metrics of a process, such as one that is about to end. */
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

/** Families that only grow; gauges of an unreachable process are unknown. */
const countersOf = (families: readonly MetricFamily[]): MetricFamily[] =>
  // In JSON the types are words, unlike in prom-client's typings.
  families.filter(({ type }) => ['counter', 'histogram'].includes(String(type)));

/** Sums with the library's aggregator, which is made for Node's cluster but works without it. */
const merge = (all: readonly MetricFamily[][]): ReturnType<typeof AggregatorRegistry.aggregate> =>
  AggregatorRegistry.aggregate(all as unknown as object[]);
