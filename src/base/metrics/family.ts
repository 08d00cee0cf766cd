import type { Metric, Registry } from 'prom-client';

/** A metric with all its samples, as it is sent to another process. */
export type MetricFamily = Awaited<ReturnType<Registry['getMetricsAsJSON']>>[number];

/** The part of a metric that prom-client's registry uses; `read` is called at each scrape. */
export const metricOf = (name: string, read: () => Promise<object>): Metric =>
  ({ name, get: read }) as unknown as Metric;
