import { Counter, collectDefaultMetrics, Gauge, type Metric, Registry } from 'prom-client';
import { observeEventLoopDelay } from '../../base/metrics/event-loop-delay.js';
import { type MetricFamily, metricOf } from '../../base/metrics/family.js';
import type { MetricReader, Values } from '../../base/metrics/metric-reader.js';
import { RequestTallies } from '../../base/metrics/request-tallies.js';
import { build, version } from '../../base/version.js';
import type { RefusalReason } from '../../http/dispatch.js';

export interface RequestObservation {
  method: string;
  /** Pattern of the route, which keeps the number of values small; 'none' when no route matched. */
  route: string;
  status: number;
  seconds: number;
  refusal?: RefusalReason | null;
}

export interface Metrics {
  observe(request: RequestObservation): void;
  /** Tells the errors of these routes before there are any. */
  expect(routes: readonly { method: string; path: string }[]): void;
  add(readings: readonly MetricReader[]): void;
  /** Prometheus text, cached for a second because the page needs no key. Never rejects. */
  render(): Promise<string>;
  /** Current values. */
  families(): Promise<MetricFamily[]>;
  contentType: string;
}

const REFUSALS: readonly RefusalReason[] = ['key_rate', 'address_rate', 'quota', 'turn'];
const RENDER_EVERY_MS = 1000;

/** Metrics of this process, in a registry of their own. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  // Its quantiles restart with each scrape, so they are wrong with two scrapers.
  for (const { name } of registry.getMetricsAsArray())
    if (name.startsWith('nodejs_eventloop_lag')) registry.removeSingleMetric(name);
  observeEventLoopDelay(registry);
  const requests = new RequestTallies(registry);
  const refusals = new Counter({
    name: 'cartload_http_refusals_total',
    help: 'Requests answered 429, by the limit that was reached',
    labelNames: ['reason'],
    registers: [registry],
  });
  new Gauge({
    name: 'cartload_build_info',
    help: 'Number of processes by version and build of cartload and version of Node.js',
    labelNames: ['version', 'build', 'node'],
    registers: [registry],
  }).set({ version, build, node: process.version.slice(1) }, 1);
  for (const reason of REFUSALS) refusals.inc({ reason }, 0);
  let rendered: Promise<string> | null = null;
  let renderedAtMs = 0;
  return {
    observe({ method, route, status, seconds, refusal }) {
      if (refusal) refusals.inc({ reason: refusal });
      requests.note(method, route, status, seconds);
    },
    expect(routes) {
      for (const { method, path } of routes) requests.expectErrors(method, path);
    },
    add(readings) {
      for (const reading of readings) registry.registerMetric(metricOfReading(reading));
    },
    render() {
      const now = performance.now();
      if (!rendered || now - renderedAtMs > RENDER_EVERY_MS) {
        renderedAtMs = now;
        rendered = registry.metrics();
      }
      return rendered;
    },
    families: () => registry.getMetricsAsJSON(),
    contentType: registry.contentType,
  };
}

/** A reading that fails has no samples; the other metrics keep theirs. */
const metricOfReading = ({ name, help, type, label, ofAll = 'sum', read }: MetricReader): Metric =>
  metricOf(name, async () => {
    const values = await Promise.resolve()
      .then(read)
      .catch((): Values => null);
    const samples: [Record<string, string>, number | null][] =
      values !== null && typeof values === 'object'
        ? Object.entries(values).map(([value, number]) => [{ [label!]: value }, number])
        : [[{}, values]];
    return {
      name,
      help,
      type,
      aggregator: ofAll,
      values: samples.flatMap(([labels, value]) => (value === null ? [] : [{ labels, value }])),
    };
  });
