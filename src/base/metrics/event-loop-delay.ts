import { Histogram, type Registry } from 'prom-client';

const EVERY_MS = 20;

/**
 * Measures the delay of the event loop 50 times a second, in a cumulative histogram: prom-client's own
 * quantiles restart with each scrape, so they are wrong with two scrapers.
 */
export function observeEventLoopDelay(register: Registry): void {
  const delays = new Histogram({
    name: 'cartload_event_loop_delay_seconds',
    help: 'Delay of a timer on the main thread',
    buckets: [0.003, 0.01, 0.03, 0.1, 0.3, 1, 3],
    registers: [register],
  });
  let lastMs = performance.now();
  setInterval(() => {
    const now = performance.now();
    delays.observe(Math.max(0, now - lastMs - EVERY_MS) / 1000);
    lastMs = now;
  }, EVERY_MS).unref();
}
