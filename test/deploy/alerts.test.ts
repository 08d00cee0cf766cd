import t from 'tap';
import type { MetricFamily } from '../../src/base/metrics/family.js';
import { memoryCounter } from '../../src/base/processes/counter.js';
import { MergedMetrics } from '../../src/base/processes/merged-metrics.js';
import { ownMetrics } from '../../src/base/processes/own-metrics.js';
import type { Siblings } from '../../src/base/processes/siblings.js';
import { startTestApp } from '../support/app.js';
import { CAUSED_IN, RULES } from './alert-rules.js';
import { evaluate, type Sample, samplesOf } from './promql-values.js';

const PROCESSES = 3;
const GIB = 2 ** 30;

type Labels = Record<string, string>;
type Change = readonly [series: string, labels: Labels, value: number];

/** Readings of a process that is well, beside those of a fresh service. */
const WELL: readonly Change[] = [
  ['cartload_process_largest_resident_bytes', {}, 0.9 * GIB],
  ['process_resident_memory_bytes', {}, 0.9 * GIB],
  ['process_open_fds', {}, 1000],
  ['cartload_slow_work_share', {}, 1],
  ['cartload_turns_limit', { kind: 'reads' }, 3],
  ['cartload_disk_free_bytes', {}, 50 * GIB],
  ['cartload_disk_size_bytes', {}, 100 * GIB],
  ['cartload_database_up', {}, 1],
  // The fresh service may be at a statement when it is scraped.
  ['cartload_database_statements_waiting', { pool: 'vital' }, 0],
  ['cartload_database_statements_waiting', { pool: 'small' }, 0],
  ['cartload_database_statements_waiting', { pool: 'background' }, 0],
  ['cartload_redis_up', {}, 1],
  ['cartload_geocoder_up', {}, 1],
  ['cartload_blob_store_up', {}, 1],
  ['cartload_http_requests_total', { method: 'GET', route: '/maps', status: '200' }, 100_000],
];

/** Metrics that one of the processes shows for each alert; counters show it between two scrapes. */
const ILL: Readonly<Record<string, readonly Change[]>> = {
  CartloadErrors: [['cartload_http_requests_total', { method: 'GET', route: '/me', status: '500' }, 900]],
  CartloadSlow: [
    ['cartload_http_request_seconds_bucket', { le: '3', route: '/me' }, 900],
    ['cartload_http_request_seconds_bucket', { le: '+Inf', route: '/me' }, 900],
  ],
  CartloadRefuses: [['cartload_http_refusals_total', { reason: 'turn' }, 900]],
  CartloadAnswersCut: [['cartload_http_answers_cut_total', { reason: 'slow' }, 900]],
  CartloadTurnHeld: [['cartload_turns_oldest_seconds', { kind: 'exports' }, 3500]],
  CartloadStalls: [['cartload_event_loop_delay_seconds_count', {}, 1_000_000]],
  CartloadMemory: [['cartload_process_largest_resident_bytes', {}, 2.1 * GIB]],
  CartloadDatabaseDown: [['cartload_database_up', {}, 0]],
  CartloadDatabaseSilent: [['cartload_database_connections_silent_total', {}, 1]],
  CartloadStatementsWait: [['cartload_database_statements_waiting', { pool: 'vital' }, 1]],
  CartloadDatabaseSlow: [['cartload_slow_work_share', {}, 0.5]],
  CartloadJobsWait: [['cartload_job_oldest_seconds', { status: 'queued' }, 901]],
  CartloadJobsOverdue: [['cartload_jobs_overdue', {}, 1]],
  CartloadJobsFail: [['cartload_jobs_ended_total', { status: 'failed' }, 6]],
  CartloadLeasesLost: [['cartload_job_leases_lost_total', {}, 1]],
  CartloadUploadsUnreadable: [['cartload_jobs_given_back_total', { reason: 'postponed' }, 1]],
  CartloadDiskFull: [['cartload_disk_free_bytes', {}, 9 * GIB]],
  CartloadDescriptors: [['cartload_process_descriptors_used_ratio', {}, 0.9]],
  CartloadRedisDown: [['cartload_redis_up', {}, 0]],
  CartloadBlobStoreDown: [['cartload_blob_store_up', {}, 0]],
  CartloadGeocoderDown: [['cartload_geocoder_up', {}, 0]],
  CartloadMailsWait: [['cartload_mail_oldest_seconds', {}, 3601]],
  CartloadMailsGivenUp: [['cartload_mails_ended_total', { outcome: 'given_up' }, 4]],
  CartloadWebhooksGivenUp: [['cartload_webhook_deliveries_ended_total', { outcome: 'given_up' }, 21]],
  CartloadBackupOld: [['cartload_backup_age_seconds', {}, 2 * 86_400 + 1]],
  CartloadIndexTooSmall: [['cartload_nearby_index_lookups_total', { result: 'miss' }, 100]],
};

/** Metrics of the supervisor, or Prometheus itself. */
const ELSEWHERE: Readonly<Record<string, { hung?: number; restarts?: number; up?: number }>> = {
  CartloadDown: { up: 0 },
  CartloadProcessSilent: { hung: 1 },
  CartloadProcessRestarts: { restarts: 1 },
};

let tell: () => Promise<MetricFamily[]> = async () => [];
const siblings = {
  counter: memoryCounter(),
  scrape: async () => '',
  set metrics(families: typeof tell) {
    tell = families;
  },
} as unknown as Siblings;
const service = await startTestApp(t, {}, { siblings });
await (await service.client())('GET', '/me');
const FAMILIES = await tell();

/** A process of the service with some readings changed. @param isLater counters have moved on */
function processWith(changes: readonly Change[], isLater: boolean): MetricFamily[] {
  const families = structuredClone(FAMILIES);
  for (const [series, labels, value] of changes) {
    const family = families.find(
      ({ name }) => series.replace(/_(bucket|count|sum)$/, '') === name || series === name,
    );
    if (!family) throw new Error(`a service does not tell ${series}`);
    const isGauge = String(family.type) === 'gauge';
    const more = isLater ? value : 0;
    const values = family.values as { metricName?: string; labels: Labels; value: number }[];
    const isSame = (sample: (typeof values)[number]): boolean =>
      (sample.metricName ?? family.name) === series &&
      Object.entries(labels).every(([name, label]) => String(sample.labels[name]) === label);
    const sample = values.find(isSame);
    if (sample) sample.value = isGauge ? value : sample.value + more;
    else values.push({ metricName: series, labels, value: isGauge ? value : more });
  }
  return families;
}

/** Scrapes a supervisor with processes of which one may be ill. */
async function scrape(alert: string | null, isLater: boolean): Promise<Sample[]> {
  const { restarts = 0, hung = 0, up = 1 } = ELSEWHERE[alert ?? ''] ?? {};
  const place = { role: 'http' as const, port: 1, workers: 1 };
  const own = ownMetrics([{ place, child: { isReady: true, missedBeats: 0 } }]);
  for (let i = 0; isLater && i < restarts; i++) own.replaced('http', false);
  for (let i = 0; isLater && i < hung; i++) own.replaced('http', true);
  const processes = Array.from({ length: PROCESSES }, (_, i) => ({
    metrics: async () => processWith(i === 1 ? [...WELL, ...(ILL[alert ?? ''] ?? [])] : WELL, isLater),
  }));
  const text = await new MergedMetrics(own.families, () => processes, 0).render();
  return samplesOf(text, up);
}

const firing = async (alert: string | null): Promise<string[]> => {
  const scrapes = { before: await scrape(alert, false), now: await scrape(alert, true) };
  return RULES.filter(({ expr }) => (evaluate(expr, scrapes) as Sample[]).length > 0).map(
    (rule) => rule.alert,
  );
};

t.test('what the rules count is told before there is any, as a first value is no increase', async (t) => {
  const fresh = samplesOf(await new MergedMetrics(tell, () => [], 0).render());
  for (const [alert, changes] of Object.entries(ILL))
    for (const [series, labels] of changes) {
      if (!/_(total|count)$/.test(series)) continue;
      const told = fresh.find(
        (sample) =>
          sample.labels.__name__ === series &&
          Object.entries(labels).every(([name, label]) => sample.labels[name] === label),
      );
      t.ok(told, `${alert}: ${series}${JSON.stringify(labels)}`);
    }
});

t.test('no alert fires for several processes that are well', async (t) => {
  t.same(await firing(null), []);
});

t.test('each alert fires when one of several processes is ill, and no other does', async (t) => {
  t.same([...Object.keys(ILL), ...Object.keys(ELSEWHERE)].sort(), RULES.map(({ alert }) => alert).sort());
  for (const { alert } of RULES) t.same(await firing(alert), [alert], alert);
});

t.test('each alert has a test that causes it', async (t) => {
  t.same(Object.keys(CAUSED_IN).sort(), RULES.map(({ alert }) => alert).sort());
});
