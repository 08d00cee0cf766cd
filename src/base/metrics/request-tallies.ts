import type { Registry } from 'prom-client';
import { STATUS_OF } from '../errors.js';
import { metricOf } from './family.js';

interface Tally {
  readonly labels: { readonly method: string; readonly route: string; readonly status: string };
  count: number;
  seconds: number;
  /** Requests by bucket, each without those of shorter buckets; the last has those above all bounds. */
  readonly took: number[];
}

type ByMethod = Map<string, Map<number, Tally>>;

/** Status of every answer that is the service's fault. */
const ERROR = STATUS_OF.INTERNAL_ERROR;

/** Upper bounds of the buckets. */
const BUCKETS_SECONDS = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30];

const COUNTER = {
  name: 'cartload_http_requests_total',
  help: 'Requests answered',
  type: 'counter',
  aggregator: 'sum',
};
const HISTOGRAM = {
  name: 'cartload_http_request_seconds',
  help: 'Time from the head of a request to its answer',
  type: 'histogram',
  aggregator: 'sum',
};

/**
 * Counts requests by method, route and status, and their durations by route, and passes them to prom-client
 * at a scrape. The counter and histogram of prom-client took a tenth of GET /me, even with their children
 * cached; these take no measurable time.
 */
export class RequestTallies {
  /** Nested by route, method and status, as a joined key would be built and hashed each time. */
  readonly #byRoute = new Map<string, ByMethod>();

  constructor(registry: Registry) {
    registry.registerMetric(metricOf(COUNTER.name, async () => ({ ...COUNTER, values: this.#counts() })));
    registry.registerMetric(
      metricOf(HISTOGRAM.name, async () => ({ ...HISTOGRAM, values: this.#durations() })),
    );
  }

  /**
   * Tells errors of a route from the start, as 0: Prometheus takes the first value of a series for no
   * increase, however many errors that are.
   */
  expectErrors(method: string, route: string): void {
    if (!this.#byRoute.get(route)?.get(method)?.has(ERROR)) this.#begin(method, route, ERROR);
  }

  /** @param route pattern, which has few values */
  note(method: string, route: string, status: number, seconds: number): void {
    const tally = this.#byRoute.get(route)?.get(method)?.get(status) ?? this.#begin(method, route, status);
    let bucket = 0;
    while (bucket < BUCKETS_SECONDS.length && seconds > BUCKETS_SECONDS[bucket]!) bucket++;
    tally.count++;
    tally.seconds += seconds;
    tally.took[bucket]!++;
  }

  #begin(method: string, route: string, status: number): Tally {
    const took = BUCKETS_SECONDS.map(() => 0).concat(0);
    const tally = { labels: { method, route, status: String(status) }, count: 0, seconds: 0, took };
    const byMethod: ByMethod = this.#byRoute.get(route) ?? new Map();
    const byStatus = byMethod.get(method) ?? new Map<number, Tally>();
    this.#byRoute.set(route, byMethod.set(method, byStatus.set(status, tally)));
    return tally;
  }

  #counts(): Sample[] {
    return [...this.#byRoute.values()]
      .flatMap(talliesOf)
      .map(({ labels, count }) => ({ labels, value: count }));
  }

  #durations(): Sample[] {
    return [...this.#byRoute].flatMap(([route, byMethod]) => {
      const noted = talliesOf(byMethod).filter(({ count }) => count > 0);
      return noted.length > 0 ? durationsOf(route, noted) : [];
    });
  }
}

const talliesOf = (byMethod: ByMethod): Tally[] =>
  [...byMethod.values()].flatMap((byStatus) => [...byStatus.values()]);

/** Cumulative buckets, as Prometheus expects. */
function durationsOf(route: string, tallies: readonly Tally[]): Sample[] {
  const sum = (of: (tally: Tally) => number): number =>
    tallies.reduce((total, tally) => total + of(tally), 0);
  let below = 0;
  const buckets = [...BUCKETS_SECONDS, '+Inf'].map((le, i) => {
    below += sum(({ took }) => took[i]!);
    return { metricName: `${HISTOGRAM.name}_bucket`, labels: { le, route }, value: below };
  });
  return [
    ...buckets,
    { metricName: `${HISTOGRAM.name}_sum`, labels: { route }, value: sum(({ seconds }) => seconds) },
    { metricName: `${HISTOGRAM.name}_count`, labels: { route }, value: below },
  ];
}

interface Sample {
  /** Name of the sample, where it differs from the metric's. */
  readonly metricName?: string;
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
}
