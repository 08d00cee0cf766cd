import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { createMetrics } from '../../../src/api/pages/metrics.js';
import { asOwner, importCsv, startTestApp } from '../../support/app.js';
import { createDatabase } from '../../support/database.js';
import { type Family, parseExposition } from '../../support/exposition.js';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const TABLE = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8').matchAll(
  /^\| `(cartload_\w+)(?:\{([\w,]+)\})?`/gm,
);
/** Name -> labels. */
const DOCUMENTED = new Map(
  [...TABLE].map(([, name, labels]) => [name!, labels === undefined ? [] : labels.split(',')]),
);

const { service, call } = await asOwner(await startTestApp(t));

async function scrape(): Promise<Map<string, Family>> {
  const response = await fetch(service.app.publicUrl.replace('/v1', '/metrics'));
  t.match(response.headers.get('content-type'), /^text\/plain; version=0\.0\.4/);
  return parseExposition(await response.text());
}

/** The text is rendered once a second. */
async function scrapeUntil(look: (value: (sample: string) => number | undefined) => boolean): Promise<void> {
  for (;;) {
    const families = await scrape();
    const all = new Map([...families.values()].flatMap(({ samples }) => [...samples]));
    if (look((sample) => all.get(sample))) return;
    await delay(200);
  }
}

t.test('the metrics are those that the documentation tells of, with their labels', async (t) => {
  await call('GET', '/me');
  await scrapeUntil((value) => value('cartload_http_request_seconds_count{route="/me"}') === 1);
  const families = await scrape();
  t.same([...DOCUMENTED.keys()].sort(), [...families.keys()].filter((name) => /^cartload/.test(name)).sort());
  for (const [name, labels] of DOCUMENTED) {
    const { type, samples } = families.get(name)!;
    t.equal(type === 'counter', name.endsWith('_total'), `${name} is a ${type}`);
    // Without Redis, a bucket, a geocoding service and a back-up they have none.
    if (!/^cartload_(redis_up|blob_store_up|geocoder_|backup_)/.test(name))
      t.ok(samples.size > 0, `${name} has samples`);
    for (const sample of samples.keys()) {
      const found = [...sample.matchAll(/(\w+)="/g)]
        .map(([, label]) => label!)
        .filter((label) => label !== 'le');
      t.same(found, labels, sample);
    }
  }
});

t.test(
  'what an SRE looks for besides is there, and no quantile that begins anew with each scrape',
  async (t) => {
    const families = await scrape();
    for (const name of [
      'process_resident_memory_bytes',
      'process_cpu_seconds_total',
      'nodejs_heap_size_used_bytes',
      'nodejs_external_memory_bytes',
      'nodejs_gc_duration_seconds',
    ])
      t.ok(families.has(name), name);
    t.same(
      [...families.keys()].filter((name) => /eventloop_lag/.test(name)),
      [],
    );
  },
);

t.test('an import, a refusal and a full disk would be seen', async (t) => {
  const poor = await service.client({ email: 'poor@example.com', rateLimit: 1, quotaMaps: 0 });
  t.equal((await poor('POST', '/maps', { name: 'M' })).status, 429);
  t.equal((await poor('GET', '/me')).status, 429);
  const { body: map } = await call('POST', '/maps', { name: 'M' });
  const rows = 'name,lat,lng\na,1,2\na,1,2\nb,3,4\nc,x,4\n';
  await importCsv(call, map.id, rows);
  await call('GET', `/nearby?lat=1&lng=2&n=1`);
  await scrapeUntil((value) => value('cartload_jobs_ended_total{status="completed"}') === 1);
  const families = await scrape();
  const sample = (name: string, labels = '') => families.get(name)!.samples.get(name + labels);
  t.equal(sample('cartload_import_rows_total', '{outcome="accepted"}'), 2);
  t.equal(sample('cartload_import_rows_total', '{outcome="duplicate"}'), 1);
  t.equal(sample('cartload_import_rows_total', '{outcome="rejected"}'), 1);
  t.equal(sample('cartload_import_blocks_total'), 1);
  t.equal(sample('cartload_http_refusals_total', '{reason="key_rate"}'), 1);
  t.equal(sample('cartload_http_refusals_total', '{reason="quota"}'), 1);
  t.equal(sample('cartload_http_refusals_total', '{reason="turn"}'), 0);
  t.equal(sample('cartload_nearby_index_lookups_total', '{result="miss"}'), 1);
  t.equal(sample('cartload_database_connections_limit', '{pool="small"}'), 5);
  t.ok(sample('cartload_database_statements_total', '{pool="small"}')! > 5);
  t.equal(sample('cartload_threads', '{pool="imports"}'), 4);
  t.equal(sample('cartload_database_up'), 1);
  t.ok(sample('cartload_disk_free_bytes')! > 0);
  t.ok(sample('cartload_disk_free_bytes')! <= sample('cartload_disk_size_bytes')!);
});

t.test('what cannot be read has no samples, and keeps no other from theirs', async (t) => {
  const metrics = createMetrics();
  const gauge = (name: string, read: () => number | null | Promise<number>) => ({
    name,
    help: 'Test',
    type: 'gauge' as const,
    read,
  });
  metrics.add([
    gauge('cartload_a', () => {
      throw new Error('broken');
    }),
    gauge('cartload_b', () => Promise.reject(new Error('away'))),
    gauge('cartload_c', () => null),
    gauge('cartload_d', () => 4),
    { ...gauge('cartload_e', () => null), label: 'of', read: () => ({ x: 1, y: null }) },
  ]);
  const families = parseExposition(await metrics.render());
  t.same(
    ['a', 'b', 'c', 'd', 'e'].map((name) => [...families.get(`cartload_${name}`)!.samples]),
    [[], [], [], [['cartload_d', 4]], [['cartload_e{of="x"}', 1]]],
  );
});

t.test('queues are counted, and their oldest told', async (t) => {
  const { sql } = service.app;
  const { body: map } = await call('POST', '/maps', { name: 'Q' });
  // No process has a handler for this kind.
  await sql`
    INSERT INTO jobs (id, map_id, kind, status, task, total, first_marker_id, created_at, lease_until)
    SELECT 'q' || i, ${map.id}::bigint, 'test', s, '{}', 1, 1, now() - interval '1 hour', now() - interval '5 minutes'
    FROM unnest('{queued,queued,processing,completed}'::text[]) WITH ORDINALITY AS u (s, i)`;
  await sql`
    INSERT INTO outbox (account_id, map_id, inviter_id, due_at, next_attempt_at)
    SELECT a.id, ${map.id}::bigint, a.id, now() - interval '2 hours', now() + interval '1 hour'
    FROM accounts a WHERE a.email = 'owner@example.com'`;
  await scrapeUntil((value) => value('cartload_jobs{status="queued"}') === 2);
  const families = await scrape();
  const sample = (name: string, labels = '') => families.get(name)!.samples.get(name + labels)!;
  t.equal(sample('cartload_jobs', '{status="processing"}'), 1);
  t.equal(sample('cartload_jobs_overdue'), 1);
  t.equal(Math.floor(sample('cartload_job_oldest_seconds', '{status="queued"}') / 600), 6);
  t.equal(sample('cartload_mails_waiting'), 1);
  t.equal(Math.floor(sample('cartload_mail_oldest_seconds') / 600), 12);
});

t.test('without its database a process tells so, and all that it knows itself', async (t) => {
  const { url } = await createDatabase(t);
  const { startApp } = await import('../../../src/app.js');
  const { readConfig } = await import('../../../src/config.js');
  const { createLog } = await import('../../../src/base/log.js');
  const env = { DATABASE_URL: url, DATA_DIR: t.testdir(), PORT: '0', WORKERS: '1', WARM_UP: 'off' };
  const app = await startApp(readConfig(env), createLog('silent'));
  t.teardown(() => app.stop());
  await app.pools.end({ timeout: 1 });
  const response = await fetch(app.publicUrl.replace('/v1', '/metrics'));
  t.equal(response.status, 200);
  const families = parseExposition(await response.text());
  t.equal(families.get('cartload_database_up')!.samples.get('cartload_database_up'), 0);
  t.same([...families.get('cartload_jobs')!.samples], []);
  t.equal(families.get('cartload_jobs_running')!.samples.get('cartload_jobs_running'), 0);
  t.ok(families.get('cartload_disk_free_bytes')!.samples.size === 1);
});
