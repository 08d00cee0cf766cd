import { request as httpRequest } from 'node:http';
import t from 'tap';
import { hashKey } from '../../src/access/keys/key.js';
import { importCsv, startTestApp } from '../support/app.js';
import { addJob } from '../support/rows.js';
import { signIn } from '../support/sign-in.js';

const service = await startTestApp(t);
const authorization = await service.authorization();
const call = service.clientWith(authorization);
const { sql } = service.app;
const mapId: number = (await call('POST', '/maps', { name: 'M' })).body.id;

interface Event {
  event: string;
  id: string;
  data: { status: string; processed: number; total: number; error: string | null };
}

/** An open stream, and its events as they come. */
async function listen(jobId: string, headers: Record<string, string> = {}, base = service.app.publicUrl) {
  const leaving = new AbortController();
  const response = await fetch(`${base}/jobs/${jobId}/events`, {
    headers: { authorization, ...headers },
    signal: leaving.signal,
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const next = async (): Promise<Event | null> => {
    for (;;) {
      const end = text.indexOf('\n\n');
      if (end === -1) {
        const { done, value } = await reader!.read();
        if (done) return null;
        text += value;
        continue;
      }
      const block = text.slice(0, end);
      text = text.slice(end + 2);
      const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: ?(.*)/s)));
      if (fields.event) return { ...fields, data: JSON.parse(fields.data) } as Event;
    }
  };
  return { response, next, leave: () => leaving.abort() };
}

/** Moves the job as a block of an import does. */
const move = (jobId: string, block: number, rows: number) => sql`
  INSERT INTO import_blocks (map_id, job_id, block, rows, added, updated, skipped, rejected, parsing_ms, placing_ms, deduplicating_ms, writing_ms)
  VALUES (${mapId}, ${jobId}, ${block}, ${rows}, ${rows}, 0, 0, 0, 0, 0, 0, 0)`;
const end = (jobId: string) => sql`
  WITH ended AS (UPDATE jobs SET status = 'completed', completed_at = now(), lease_until = NULL WHERE id = ${jobId} RETURNING id)
  SELECT pg_notify('job_finished', id) FROM ended`;
let jobs = 0;
/** Another process works on it. */
const run = (on: typeof sql, id: string) => on`
  UPDATE jobs SET task = '{"mapping":[],"unnamed":[],"receivingMs":0,"shownOptions":{}}', total = 100, started_at = now(), lease = 1,
    lease_until = now() + interval '1 hour' WHERE id = ${id}`;
async function runningJob(): Promise<string> {
  const id = `job_events${jobs++}`;
  await addJob(sql, id, mapId, 'processing', null, 0);
  await run(sql, id);
  return id;
}

t.test('a stream tells how the job goes on, and ends with it', async (t) => {
  const jobId = await runningJob();
  const { response, next } = await listen(jobId);
  t.match([response.status, response.headers.get('content-type')], [200, 'text/event-stream']);
  t.match(await next(), {
    event: 'progress',
    id: 'processing-0',
    data: { job_id: jobId, processed: 0, total: 100 },
  });
  await move(jobId, 1, 40);
  t.match(await next(), {
    event: 'progress',
    id: 'processing-40',
    data: { processed: 40, progress: 0.4, added: 40 },
  });
  await move(jobId, 2, 60);
  await end(jobId);
  let last = await next();
  while (last?.event === 'progress') last = await next();
  t.match(last, {
    event: 'finished',
    id: 'completed-100',
    data: { status: 'completed', progress: 1, added: 100, deleted: 0, error_count: 0 },
  });
  t.equal(await next(), null, 'the stream ends');
});

t.test('a client goes on where it was, and is not told the end twice', async (t) => {
  const jobId = await runningJob();
  await move(jobId, 1, 40);
  const again = await listen(jobId, { 'last-event-id': 'processing-40' });
  await move(jobId, 2, 10);
  t.match(await again.next(), { id: 'processing-50' }, 'what it knows is not told');
  again.leave();
  const late = await listen(jobId, { 'last-event-id': 'processing-7' });
  t.match(await late.next(), { id: 'processing-50' }, 'the state of now');
  late.leave();
  await end(jobId);
  const ended = await listen(jobId, { 'last-event-id': 'processing-50' });
  t.match([(await ended.next())?.event, await ended.next()], ['finished', null]);
  t.equal((await listen(jobId, { 'last-event-id': 'completed-50' })).response.status, 204);
});

t.test(
  'however many listen, one statement a second reads their jobs, and an account has its bound',
  async (t) => {
    const jobId = await runningJob();
    const open = await Promise.all(Array.from({ length: 32 }, () => listen(jobId)));
    for (const { next } of open) t.equal((await next())?.id, 'processing-0');
    const statements: string[] = [];
    sql.options.debug = (_, text) => statements.push(text);
    await move(jobId, 1, 5);
    for (const { next } of open) t.equal((await next())?.id, 'processing-5');
    const reads = statements.filter((text) => text.includes('"ownerId"')).length;
    sql.options.debug = false;
    t.ok(reads >= 1 && reads <= 3, `${reads} statements for 32 listeners`);
    const other = await service.client({ email: 'other@example.com' });
    t.equal((await other('GET', `/jobs/${jobId}/events`)).status, 404);
    t.equal(service.app.work.queues.listeners.use.running, 32);
    for (const { leave } of open) leave();
    while (service.app.work.queues.listeners.use.running > 0) await new Promise(setImmediate);
  },
);

t.test('a client that goes gives up its place, and a map that goes ends the stream', async (t) => {
  const jobId = await runningJob();
  const { next } = await listen(jobId);
  await next();
  const { body: map } = await call('POST', '/maps', { name: 'Gone' });
  await sql`UPDATE jobs SET map_id = ${map.id} WHERE id = ${jobId}`;
  await call('DELETE', `/maps/${map.id}`);
  t.equal(await next(), null);
});

t.test('a stream ends soon after its key, session or share', async (t) => {
  const signedIn = await signIn(service, 'signed-in@example.com');
  const shared = await signIn(service, 'shared@example.com', { plan: 'enterprise' });
  for (const { accountId } of [signedIn, shared])
    await sql`INSERT INTO shares (map_id, account_id, email, access_level) VALUES (${mapId}, ${accountId}, '', 'member')`;
  const revoked = await service.authorization();
  const listeners: Record<string, Record<string, string>> = {
    key: { authorization: revoked },
    session: { authorization: '', cookie: signedIn.cookie },
    share: { authorization: '', cookie: shared.cookie },
    other: {},
  };
  const jobId = await runningJob();
  const streams = await Promise.all(
    Object.values(listeners).map(async (headers) => {
      const stream = await listen(jobId, headers);
      await stream.next();
      return stream;
    }),
  );
  await sql`UPDATE api_keys SET revoked_at = now() WHERE hash = ${hashKey(revoked.replace('Bearer ', ''))}`;
  await service.clientWith('')('DELETE', '/session', undefined, {
    cookie: signedIn.cookie,
    'sec-fetch-site': 'same-origin',
  });
  await sql`DELETE FROM shares WHERE map_id = ${mapId} AND account_id = ${shared.accountId}`;
  const other = streams.pop()!;
  await Promise.all(
    streams.map(async ({ next }) => {
      while ((await next().catch(() => null)) !== null);
    }),
  );
  await move(jobId, 1, 10);
  t.match(await other.next(), { id: 'processing-10' }, 'others go on');
  other.leave();
});

t.test('HEAD begins no stream, and an import is followed from the queue to its end', async (t) => {
  const { body: map } = await call('POST', '/maps', { name: 'Imported' });
  const job = await importCsv(call, map.id, 'name,lat,lng\nA,1,2\n');
  const head = await new Promise((resolve, reject) => {
    httpRequest(
      `${service.app.publicUrl}/jobs/${job.job_id}/events`,
      { method: 'HEAD', headers: { authorization } },
      (response) => resolve(response.resume().statusCode),
    )
      .on('error', reject)
      .end();
  });
  t.equal(head, 200);
  const { next } = await listen(job.job_id);
  t.match(await next(), { event: 'finished', data: { status: 'completed', added: 1 } });
  t.equal(service.app.work.queues.listeners.use.running, 0);
});

t.test('a process that stops ends its streams', async (t) => {
  const stopping = await startTestApp(t);
  const key = await stopping.authorization();
  const client = stopping.clientWith(key);
  const { body: map } = await client('POST', '/maps', { name: 'M' });
  await addJob(stopping.app.sql, 'stopping', map.id, 'processing', null, 0);
  await run(stopping.app.sql, 'stopping');
  const { next } = await listen('stopping', { authorization: key }, stopping.app.publicUrl);
  t.match(await next(), { event: 'progress', data: { status: 'processing' } });
  const stopped = stopping.app.stop();
  while ((await next().catch(() => null)) !== null);
  await stopped;
  t.pass();
});
