import { Histogram, type Registry } from 'prom-client';

const EVERY_MS = 20;

/**
 * How late the main thread comes to its work, looked at 50 times a second. A histogram that only grows: quantiles that begin anew with
 * each scrape, as prom-client's own, are wrong as soon as two scrape.
 */
export function observeEventLoopDelay(register: Registry): void {
  const delays = new Histogram({
    name: 'cartload_event_loop_delay_seconds',
    help: 'How late a timer of the main thread fires',
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
