import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { importCsv, startTestApp } from '../support/app.js';

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
  path: string;
}
const received: Received[] = [];
/** Statuses of the next answers; 200 afterwards. */
const answers: number[] = [];
const receiver = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  received.push({ headers: request.headers, body, path: request.url! });
  if (request.url === '/silent') return;
  const status = answers.shift() ?? 200;
  response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end('thanks');
}).listen(0, '127.0.0.1');
await once(receiver, 'listening');
t.teardown(() => receiver.close());
const { port } = receiver.address() as AddressInfo;
const url = `http://127.0.0.1:${port}/hook`;

const service = await startTestApp(t, { WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8' });
const call = await service.client();
const { sql } = service.app;

async function until<T>(look: () => Promise<T | undefined> | T | undefined): Promise<T> {
  for (;;) {
    const found = await look();
    if (found) return found;
    await delay(20);
  }
}
const deliveriesOf = async (id: number) => (await call('GET', `/webhooks/${id}/deliveries`)).body.deliveries;
/** The time of the next attempt has come. */
const retryNow = () => sql`
  WITH due AS (UPDATE webhook_deliveries SET next_attempt_at = now() RETURNING id) SELECT pg_notify('webhook_queued', '') FROM due LIMIT 1`;
const isSigned = ({ headers, body }: Received, secret: string): boolean => {
  const [, seconds, signature] =
    /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['cartload-signature'])) ?? [];
  return signature === createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
};
const newMap = async (): Promise<number> => (await call('POST', '/maps', { name: 'M' })).body.id;
const CSV = 'name,lat,lng\nA,1,2\n';

t.test('the end of a job is posted, signed, to the webhooks of the owner of its map', async (t) => {
  const { status, body: webhook } = await call('POST', '/webhooks', { url });
  t.equal(status, 201);
  t.match(webhook, { url, events: ['job.finished'], secret: /^whsec_[\w-]{43}$/ });
  const { secret, ...shown } = webhook;
  t.same((await call('GET', '/webhooks')).body, { webhooks: [shown] }, 'the secret is shown once');
  const other = await service.client({ email: 'other@example.com' });
  t.equal((await other('POST', '/webhooks', { url: `${url}/other` })).status, 201);
  const job = await importCsv(call, await newMap(), CSV);
  const delivery = await until(async () =>
    (await deliveriesOf(webhook.id)).find((each: { delivered_at: string | null }) => each.delivered_at),
  );
  t.match(delivery, {
    job_id: job.job_id,
    event: 'job.finished',
    attempts: 1,
    last_status: 200,
    last_error: null,
    next_attempt_at: null,
  });
  t.equal(received.length, 1, 'not to those of others');
  const [only] = received;
  t.match(JSON.parse(only!.body), {
    id: delivery.id,
    event: 'job.finished',
    data: { job_id: job.job_id, status: 'completed', added: 1 },
  });
  t.match(only!.headers, { 'content-type': 'application/json', 'cartload-delivery': String(delivery.id) });
  t.ok(isSigned(only!, secret));
  t.equal((await other('GET', `/webhooks/${webhook.id}/deliveries`)).status, 404);
  t.equal((await other('DELETE', `/webhooks/${webhook.id}`)).status, 404);
  t.equal((await call('DELETE', `/webhooks/${webhook.id}`)).status, 204);
  t.same((await call('GET', '/webhooks')).body, { webhooks: [] });
});

t.test(
  'what fails is tried again with the same id, and given up after a day; redirects are not followed',
  async (t) => {
    const { body: webhook } = await call('POST', '/webhooks', { url });
    received.length = 0;
    answers.push(500, 302);
    await importCsv(call, await newMap(), CSV);
    const attempted = (n: number) =>
      until(async () =>
        (await deliveriesOf(webhook.id)).find(
          (each: { attempts: number; last_error: string | null; delivered_at: string | null }) =>
            each.attempts === n && (each.last_error ?? each.delivered_at),
        ),
      );
    t.match(await attempted(1), {
      last_status: 500,
      last_error: 'the receiver answered 500',
      delivered_at: null,
      next_attempt_at: /Z$/,
    });
    await retryNow();
    t.match(
      await until(async () =>
        (await deliveriesOf(webhook.id)).find((each: { last_status: number }) => each.last_status === 302),
      ),
      { attempts: 2, failed_at: null },
    );
    await retryNow();
    const done = await until(async () =>
      (await deliveriesOf(webhook.id)).find((each: { delivered_at: string | null }) => each.delivered_at),
    );
    t.match(done, { attempts: 3, last_error: null });
    t.same(
      received.map(({ path, headers }) => [path, headers['cartload-delivery']]),
      Array(3).fill(['/hook', String(done.id)]),
    );
    answers.push(500);
    await importCsv(call, await newMap(), CSV);
    await until(async () => (await deliveriesOf(webhook.id))[0].last_error);
    answers.push(500);
    await sql`UPDATE webhook_deliveries SET created_at = now() - interval '1 day' WHERE delivered_at IS NULL`;
    await retryNow();
    t.match(
      await until(async () =>
        (await deliveriesOf(webhook.id)).find((each: { failed_at: string | null }) => each.failed_at),
      ),
      {
        last_status: 500,
        next_attempt_at: null,
      },
    );
    answers.push(410);
    await importCsv(call, await newMap(), CSV);
    t.match(
      await until(async () => {
        const [newest] = await deliveriesOf(webhook.id);
        return newest.failed_at ? newest : undefined;
      }),
      { attempts: 1, last_status: 410, next_attempt_at: null },
      'a receiver that is gone is not asked again',
    );
    await call('DELETE', `/webhooks/${webhook.id}`);
  },
);

t.test('receivers of an account that do not answer hold up no other account', async (t) => {
  const silent = await service.client({ email: 'silent@example.com' });
  const webhooks = [];
  for (let i = 0; i < 25; i++)
    webhooks.push(
      (await silent('POST', '/webhooks', { url: `http://127.0.0.1:${port}/silent` })).body.id as number,
    );
  const map = (await silent('POST', '/maps', { name: 'M' })).body.id;
  received.length = 0;
  const job = await importCsv(silent, map, CSV);
  await until(() => received.length >= 4);
  const { body: webhook } = await call('POST', '/webhooks', { url });
  await importCsv(call, await newMap(), CSV);
  await until(async () =>
    (await deliveriesOf(webhook.id)).find((each: { delivered_at: string | null }) => each.delivered_at),
  );
  const [{ begun }] = await sql<[{ begun: number }]>`
    SELECT count(*)::integer AS begun FROM webhook_deliveries WHERE job_id = ${job.job_id} AND attempts > 0`;
  t.ok(begun < 20, `${begun} of the others were begun, and no end of a batch waited for`);
  for (const id of webhooks) await silent('DELETE', `/webhooks/${id}`);
  await call('DELETE', `/webhooks/${webhook.id}`);
});

t.test(
  'addresses that are not public are refused, when a webhook is made and when it is sent to',
  async (t) => {
    for (const wrong of [
      'http://10.0.0.1/',
      'http://[::1]/',
      'http://[::ffff:10.0.0.1]/',
      'http://0x7f.1:1/'.replace('0x7f', '0xa'),
      'ftp://a/',
      'http://u:p@example.com/',
      'http://',
    ])
      t.equal((await call('POST', '/webhooks', { url: wrong })).status, 400, wrong);
    const strict = await startTestApp(t);
    const client = await strict.client();
    t.match((await client('POST', '/webhooks', { url })).body.error, {
      code: 'BAD_REQUEST',
      message: /127\.0\.0\.1/,
    });
    const byName = `http://localhost:${port}/hook`;
    t.match((await client('POST', '/webhooks', { url: byName })).body.error, {
      code: 'BAD_REQUEST',
      message: /localhost is none/,
    });
    // An address that was allowed when its webhook was made; names are judged in post.test.ts.
    const { body: webhook } = await client('POST', '/webhooks', { url: 'https://example.com/' });
    await strict.app.sql`UPDATE webhooks SET url = ${url} WHERE id = ${webhook.id}`;
    received.length = 0;
    const { body: map } = await client('POST', '/maps', { name: 'M' });
    await importCsv(client, map.id, CSV);
    const failed = await until(async () =>
      (await client('GET', `/webhooks/${webhook.id}/deliveries`)).body.deliveries.find(
        (each: { last_error: string | null }) => each.last_error,
      ),
    );
    t.match(failed, { last_status: null, last_error: /not public/ });
    t.equal(received.length, 0, 'no connection was made');
  },
);

t.test('an account has a hundred webhooks at most', async (t) => {
  const many = await service.client({ email: 'many@example.com' });
  await sql`INSERT INTO webhooks (account_id, url) SELECT a.id, 'https://a.invalid/' FROM accounts a, generate_series(1, 99) WHERE a.email = 'many@example.com'`;
  const made = await Promise.all([1, 2, 3].map(() => many('POST', '/webhooks', { url })));
  t.same(made.map(({ status }) => status).sort(), [201, 400, 400]);
});
