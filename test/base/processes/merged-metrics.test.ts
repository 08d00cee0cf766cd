import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import t from 'tap';
import { createMetrics } from '../../../src/api/pages/metrics.js';
import { MergedMetrics, type MetricsSource } from '../../../src/base/processes/merged-metrics.js';
import { parseExposition } from '../../support/exposition.js';

interface Stand {
  process: MetricsSource;
  answers: boolean;
  requests: Counter;
}

/** Metrics of a process that has answered so many requests, each in 0.5 s, and waits for as many. */
function process(requests: number): Stand {
  const registry = new Registry();
  const registers = [registry];
  const counter = new Counter({ name: 'requests_total', help: 'h', registers });
  const histogram = new Histogram({ name: 'seconds', help: 'h', buckets: [0.1, 1], registers });
  counter.inc(requests);
  for (let i = 0; i < requests; i++) histogram.observe(0.5);
  new Gauge({ name: 'waiting', help: 'h', registers }).set(requests);
  const stand: Stand = {
    answers: true,
    requests: counter,
    process: {
      metrics: async () => {
        if (!stand.answers) throw new Error('busy');
        return registry.getMetricsAsJSON();
      },
    },
  };
  return stand;
}

async function samplesOf(merged: MergedMetrics<MetricsSource>): Promise<Map<string, number>> {
  const families = parseExposition(await merged.render());
  return new Map([...families.values()].flatMap(({ samples }) => [...samples]));
}

/** A fresh look each time: what is rendered is kept for a second. */
const newMerged = (processes: Set<MetricsSource>): MergedMetrics<MetricsSource> =>
  new MergedMetrics(
    async () => [],
    () => processes,
    0,
  );

t.test('counters, histograms and gauges of processes are summed', async (t) => {
  const merged = newMerged(new Set([process(2).process, process(3).process]));
  const samples = await samplesOf(merged);
  t.equal(samples.get('requests_total'), 5);
  t.equal(samples.get('seconds_count'), 5);
  t.equal(samples.get('seconds_bucket{le="1"}'), 5);
  t.equal(samples.get('seconds_sum'), 2.5);
  t.equal(samples.get('waiting'), 5);
});

t.test('what the database tells every process is told once', async (t) => {
  const tell = (queued: number, isUp: number): MetricsSource => {
    const metrics = createMetrics();
    metrics.add([
      { name: 'jobs', help: 'h', type: 'gauge', ofAll: 'max', read: () => queued },
      { name: 'up', help: 'h', type: 'gauge', ofAll: 'min', read: () => isUp },
    ]);
    return { metrics: metrics.families };
  };
  const samples = await samplesOf(newMerged(new Set([tell(7, 1), tell(8, 0)])));
  t.equal(samples.get('jobs'), 8);
  t.equal(samples.get('up'), 0);
});

t.test(
  'counters do not fall when a process ends or is too busy to answer, gauges are those of now',
  async (t) => {
    const [one, other] = [process(2), process(3)];
    const processes = new Set([one.process, other.process]);
    const merged = newMerged(processes);
    await samplesOf(merged);
    other.answers = false;
    one.requests.inc(10);
    let samples = await samplesOf(merged);
    t.equal(samples.get('requests_total'), 15);
    t.equal(samples.get('waiting'), 2);

    for (const left of [other, one]) {
      processes.delete(left.process);
      await merged.ended(left.process);
    }
    processes.add(process(1).process);
    samples = await samplesOf(merged);
    t.equal(samples.get('requests_total'), 16);
    t.equal(samples.get('seconds_count'), 6);
    t.equal(samples.get('waiting'), 1);
  },
);
