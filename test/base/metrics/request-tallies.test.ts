import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { Counter, Histogram, Registry } from 'prom-client';
import t from 'tap';
import { RequestTallies } from '../../../src/base/metrics/request-tallies.js';

const BUCKETS = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30];

const request = fc.record({
  method: fc.constantFrom('GET', 'POST', 'other'),
  route: fc.constantFrom('/me', '/maps/{map_id}', 'none'),
  status: fc.constantFrom(200, 404, 500),
  // Multiples of a power of two, so that sums do not depend on their order.
  seconds: fc.oneof(
    fc.constantFrom(0, ...BUCKETS).map((bound) => Math.round(bound * 1024) / 1024),
    fc.integer({ min: 0, max: 100 * 1024 }).map((parts) => parts / 1024),
  ),
});

/** The lines of samples, in any order. */
const samples = (text: string): string[] => text.split('\n').filter(Boolean).sort();

t.test('a scrape tells what the counter and the histogram of prom-client tell', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(request, { maxLength: 30 }), async (requests) => {
      const ours = new Registry();
      const tallies = new RequestTallies(ours);
      const theirs = new Registry();
      const counter = new Counter({
        name: 'cartload_http_requests_total',
        help: 'Requests answered',
        labelNames: ['method', 'route', 'status'],
        registers: [theirs],
      });
      const histogram = new Histogram({
        name: 'cartload_http_request_seconds',
        help: 'Time from the head of a request to its answer',
        labelNames: ['route'],
        buckets: BUCKETS,
        registers: [theirs],
      });
      for (const { method, route, status, seconds } of requests) {
        tallies.note(method, route, status, seconds);
        counter.inc({ method, route, status: String(status) });
        histogram.observe({ route }, seconds);
      }
      return isDeepStrictEqual(samples(await ours.metrics()), samples(await theirs.metrics()));
    }),
    { numRuns: 50 },
  );
});

t.test('a duration on a bound belongs to its bucket', async (t) => {
  const registry = new Registry();
  new RequestTallies(registry).note('GET', '/me', 200, 0.01);
  const text = await registry.metrics();
  t.match(text, 'cartload_http_request_seconds_bucket{le="0.003",route="/me"} 0');
  t.match(text, 'cartload_http_request_seconds_bucket{le="0.01",route="/me"} 1');
});

t.test('errors of a route are 0 before the first, and only they', async (t) => {
  const registry = new Registry();
  const tallies = new RequestTallies(registry);
  tallies.expectErrors('GET', '/me');
  const series = async (): Promise<string[]> =>
    samples(await registry.metrics()).filter((line) => !line.startsWith('#'));
  t.same(await series(), ['cartload_http_requests_total{method="GET",route="/me",status="500"} 0']);
  tallies.note('GET', '/me', 500, 0.01);
  tallies.expectErrors('GET', '/me');
  t.match(await series(), ['cartload_http_request_seconds_bucket{le="+Inf",route="/me"} 1']);
  t.ok((await series()).includes('cartload_http_requests_total{method="GET",route="/me",status="500"} 1'));
});
