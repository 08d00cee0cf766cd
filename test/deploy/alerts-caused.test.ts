import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { noteBackup } from '../../src/store/backup.js';
import { startTestApp } from '../support/app.js';
import { createDatabase } from '../support/database.js';
import { faultProxy } from '../support/fault-proxy.js';
import { startSmtp } from '../support/smtp.js';
import { causedIn, fires } from './alert-rules.js';
import { type Sample, samplesOf } from './promql-values.js';

/*
 * The alerts that an operator sees are caused here: the rules are asked with what the service itself tells
 * before and after it.
 */

const way = await faultProxy(t, (await createDatabase(t)).url);
const smtp = await startSmtp(t, { reply: (stage) => (stage === 'RCPT' ? '550 5.1.1 no such user' : 250) });
const service = await startTestApp(t, { DATABASE_URL: way.url, SMTP_URL: smtp.url });
const call = await service.client();
const { sql } = service.app;
const { body: map } = await call('POST', '/maps', { name: 'M' });

const scrape = async (): Promise<Sample[]> => {
  const { body } = await call<string>('GET', service.app.publicUrl.replace('/v1', '/metrics'));
  return samplesOf(body);
};

/**
 * Readings are up to 5 s old, and mails go out in the background: returns when an alert fires, or the test
 * ends by its time-out.
 */
async function untilFires(alert: string, before: Sample[]): Promise<void> {
  while (!fires(alert, before, await scrape())) await delay(100);
}

const STALL_MS = 400;
const STALLS = 4;

/** By alert, in this order: the last one takes the database away. */
const CAUSES: Record<string, () => Promise<unknown>> = {
  // No process has a handler for this kind.
  CartloadJobsWait: () => addJob('queued'),
  CartloadJobsOverdue: () => addJob('processing'),
  CartloadMailsWait: () => sql`
    INSERT INTO outbox (account_id, map_id, inviter_id, due_at, next_attempt_at)
    SELECT a.id, ${map.id}::bigint, a.id, now() - interval '2 hours', now() + interval '1 hour'
    FROM accounts a WHERE a.email = 'owner@example.com'`,
  CartloadMailsGivenUp: async () => {
    for (let i = 0; i < 4; i++)
      await call('POST', `/maps/${map.id}/shares`, {
        email: `nobody${i}@example.com`,
        access_level: 'viewer',
      });
  },
  // Nobody listens on the port, and the day of the deliveries is over.
  CartloadWebhooksGivenUp: () => sql`
    WITH made AS (
      INSERT INTO webhooks (account_id, url) SELECT a.id, 'http://127.0.0.1:1/' || n FROM accounts a, generate_series(1, 21) n
      WHERE a.email = 'owner@example.com' RETURNING id), queued AS (
      INSERT INTO webhook_deliveries (webhook_id, job_id, created_at) SELECT made.id, 'of-queued', now() - interval '2 days' FROM made)
    SELECT pg_notify('webhook_queued', '')`,
  CartloadBackupOld: () => noteBackup(sql, new Date(Date.now() - 3 * 86_400_000).toISOString()),
  CartloadStalls: async () => {
    for (let i = 0; i < STALLS; i++) {
      const untilMs = performance.now() + STALL_MS;
      while (performance.now() < untilMs);
      await delay(50);
    }
  },
  // Nobody has asked for maps before.
  CartloadErrors: async () => {
    await way.refuse();
    for (let i = 0; i < 4; i++) t.equal((await call('GET', `/maps/${map.id}`)).status, 500);
    await way.pass();
  },
  CartloadDatabaseDown: () => way.refuse(),
};

const addJob = (status: string) => sql`
  INSERT INTO jobs (id, map_id, kind, status, task, total, first_marker_id, created_at, lease_until)
  VALUES (${`of-${status}`}, ${map.id}::bigint, 'test', ${status}, '{}', 1, 1, now() - interval '1 hour', now() - interval '5 minutes')`;

t.test('each alert that costs little to cause fires after its cause, and not before', async (t) => {
  t.same(Object.keys(CAUSES).sort(), causedIn('deploy/alerts-caused').sort());
  for (const [alert, cause] of Object.entries(CAUSES)) {
    const before = await scrape();
    t.notOk(fires(alert, before, before), alert);
    await cause();
    await untilFires(alert, before);
    t.pass(alert);
  }
  await way.pass();
});
