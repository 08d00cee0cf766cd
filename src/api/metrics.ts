import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

export interface RequestObservation {
  method: string;
  /** Pattern of the route, not the path: few values. 'none' when no route matched. */
  route: string;
  status: number;
  seconds: number;
}

export interface Metrics {
  observe(request: RequestObservation): void;
  /** Prometheus text format. */
  render(): Promise<string>;
  contentType: string;
}

/** Metrics of this process, in a registry of their own. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'cartload_http_requests_total',
    help: 'Requests answered',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'cartload_http_request_seconds',
    help: 'Time from the head of a request to its answer',
    labelNames: ['route'],
    buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30],
    registers: [registry],
  });
  // prom-client hashes the labels at every call; children are kept so that the hot path does not.
  const children = new Map<string, { count: () => void; time: (seconds: number) => void }>();
  return {
    observe({ method, route, status, seconds }) {
      const key = `${method} ${route} ${status}`;
      let child = children.get(key);
      if (!child) {
        const counter = requests.labels(method, route, String(status));
        const histogram = durations.labels(route);
        child = { count: () => counter.inc(), time: (s) => histogram.observe(s) };
        children.set(key, child);
      }
      child.count();
      child.time(seconds);
    },
    render: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
