import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { MetricFamily } from '../metrics/family.js';
import type { ProcessRole } from './questions.js';

export interface OwnMetrics {
  families(): Promise<MetricFamily[]>;
  /** Counts a process that was replaced. */
  replaced(role: ProcessRole['role'], isHung: boolean): void;
}

/** Metrics of the supervisor itself. */
export function ownMetrics(
  slots: readonly {
    readonly place: ProcessRole;
    readonly child: { readonly isReady: boolean; readonly missedBeats: number } | null;
  }[],
): OwnMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  // Leaves these out, as the processes do: their quantiles restart with each scrape.
  for (const { name } of registry.getMetricsAsArray())
    if (name.startsWith('nodejs_eventloop_lag')) registry.removeSingleMetric(name);
  new Gauge({
    name: 'cartload_processes',
    help: 'Processes under the supervisor that are ready',
    labelNames: ['role'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { place, child } of slots) this.inc({ role: place.role }, Number(child?.isReady ?? false));
    },
  });
  new Gauge({
    name: 'cartload_processes_silent',
    help: 'Processes under the supervisor that do not answer its last beat',
    labelNames: ['role'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { place, child } of slots)
        this.inc({ role: place.role }, Number(child?.isReady === true && child.missedBeats > 0));
    },
  });
  const restarts = new Counter({
    name: 'cartload_process_restarts_total',
    help: 'Processes that ended by themselves and were replaced',
    labelNames: ['role'],
    registers: [registry],
  });
  // Scrapes seldom meet the gauge: they hang while the process does, and it is replaced within seconds.
  const hung = new Counter({
    name: 'cartload_processes_hung_total',
    help: 'Processes that answered no beat, were killed and replaced',
    labelNames: ['role'],
    registers: [registry],
  });
  for (const { place } of slots) {
    restarts.inc({ role: place.role }, 0);
    hung.inc({ role: place.role }, 0);
  }
  return {
    families: () => registry.getMetricsAsJSON(),
    replaced: (role, isHung) => (isHung ? hung : restarts).inc({ role }),
  };
}
