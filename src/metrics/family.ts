import type { Registry } from 'prom-client';

/** A metric with all its samples, as it is sent to another process. */
export type MetricFamily = Awaited<ReturnType<Registry['getMetricsAsJSON']>>[number];
