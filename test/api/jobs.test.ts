import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import type { BulkJob } from '../../src/schema/job.js';
import { asOwner, CSV, finished, sharedTestApp } from '../support/app.js';

const { service, call, newMap } = await asOwner(await sharedTestApp(t));
const rows = (count: number) =>
  `name,lat,lng,Note\n${Array.from({ length: count }, (_, i) => `P${i},${i % 90},${i % 180},n${i}`).join('\n')}`;
const upload = async (map: number, text: string, headers = {}) =>
  call('POST', `/maps/${map}/markers/bulk`, text, { ...CSV, ...headers });

t.test('a job tells its progress, its rate and where the time went', async (t) => {
  const map = await newMap();
  const job = await finished(call, (await upload(map, rows(5000))).body);
  t.match(job, { status: 'completed', progress: 1, eta_seconds: null });
  t.ok(job.rows_per_second! > 0);
  t.same(Object.keys(job.timings), [
    'receiving',
    'parsing',
    'placing',
    'looking_up',
    'deduplicating',
    'writing',
  ]);
  t.equal(job.timings.looking_up, 0, 'nothing was to be looked up');
  t.ok(job.timings.writing > 0);
  t.match(await finished(call, (await upload(map, 'name,lat,lng\n')).body), { progress: 1, total: 0 });
});

t.test('jobs are listed newest first, by pages, by map and by status', async (t) => {
  const other = await service.client({ email: 'lists@example.com' });
  const maps: number[] = [];
  const jobs: string[] = [];
  for (const name of ['A', 'B']) {
    const { body: map } = await other('POST', '/maps', { name });
    maps.push(map.id);
    for (let i = 0; i < 3; i++) {
      const { body } = await other('POST', `/maps/${map.id}/markers/bulk`, `name,lat,lng\nP${i},x,2\n`, CSV);
      await finished(other, body);
      jobs.unshift(body.job_id);
    }
  }
  const ids = async (path: string) => {
    const { status, body } = await other('GET', path);
    t.equal(status, 200);
    return body.data.map((job: BulkJob) => job.job_id);
  };
  t.same(await ids('/jobs'), jobs);
  t.same(await ids(`/jobs?map_id=${maps[0]}`), jobs.slice(3));
  t.same(await ids('/jobs?status=queued'), []);
  t.same(await ids('/jobs?status=completed'), jobs);
  const walked: string[] = [];
  let token: string | null = '';
  while (token !== null) {
    const page: string = `/jobs?page_size=4${token === '' ? '' : `&page_token=${token}`}`;
    const { body }: { body: { data: BulkJob[]; page_info: { next_page_token: string | null } } } =
      await other('GET', page);
    walked.push(...body.data.map((job: BulkJob) => job.job_id));
    token = body.page_info.next_page_token;
  }
  t.same(walked, jobs);
  t.equal((await other('GET', '/jobs?status=nonsense')).status, 400);
  t.same((await call('GET', `/jobs?map_id=${maps[0]}`)).body.data, [], 'of others there are none');
  await other('DELETE', `/maps/${maps[1]}`);
  t.same(await ids('/jobs'), jobs.slice(3), 'those of a deleted map are hidden');
});

t.test('a cancelled import keeps what it has committed, counts it, and defines its fields', async (t) => {
  const map = await newMap();
  const { body } = await upload(map, rows(200_000));
  for (;;) {
    const { body: job } = await call<BulkJob>('GET', body.status_url);
    if (job.processed > 0 || job.status === 'completed') break;
    await delay(2);
  }
  const { status, body: job } = await call('DELETE', `/jobs/${body.job_id}`);
  t.equal(status, 200);
  t.equal(job.status, 'cancelled');
  t.ok(job.completed_at);
  t.ok(job.added < job.total);
  await delay(200);
  t.equal((await call('GET', `/maps/${map}`)).body.marker_count, job.added, 'nothing is written afterwards');
  t.equal((await call('GET', body.status_url)).body.added, job.added);
  t.same(await service.app.sql`SELECT name, type FROM field_definitions WHERE map_id = ${map}`, [
    { name: 'Note', type: 'text' },
  ]);
  t.equal((await call('DELETE', `/jobs/${body.job_id}`)).body.status, 'cancelled', 'twice is once');
  t.match(
    await finished(call, (await upload(map, rows(10))).body),
    { status: 'completed' },
    'the next one runs',
  );
});

t.test('a completed job stays completed when it is cancelled', async (t) => {
  const job = await finished(call, (await upload(await newMap(), rows(1))).body);
  t.match((await call('DELETE', `/jobs/${job.job_id}`)).body, { status: 'completed', added: 1 });
});

t.test('the same upload with the same Idempotency-Key is one job, charged once', async (t) => {
  const client = await service.client({ email: 'again@example.com' });
  const { body: map } = await client('POST', '/maps', { name: 'M' });
  const path = `/maps/${map.id}/markers/bulk`;
  const key = { 'idempotency-key': 'k-1' };
  const first = await client('POST', path, rows(10), { ...CSV, ...key });
  const again = await client('POST', path, rows(10), { ...CSV, ...key });
  t.equal(again.status, 202);
  t.equal(again.body.job_id, first.body.job_id);
  t.equal((await client('GET', '/me')).body.quotas.bulk.used, 1);
  const other = await client('POST', path, rows(11), { ...CSV, ...key });
  t.match([other.status, other.body.error.code], [400, 'BAD_REQUEST']);
  t.equal((await client('POST', `${path}?on_duplicate=error`, rows(10), { ...CSV, ...key })).status, 400);
  const [a, b] = await Promise.all(
    [1, 2].map(() => client('POST', path, rows(20), { ...CSV, 'idempotency-key': 'k-2' })),
  );
  t.equal(a!.body.job_id, b!.body.job_id, 'at the same time, too');
  t.equal((await client('GET', '/me')).body.quotas.bulk.used, 2);
  await finished(client, a!.body);
  t.equal((await client('GET', `/maps/${map.id}`)).body.marker_count, 20);
});

t.test('a small JSON batch that is sent again gets its summary again', async (t) => {
  const path = `/maps/${await newMap()}/markers/bulk`;
  const batch = { markers: [{ name: 'A', lat: 1, lng: 2 }, { name: 'B' }] };
  const send = () => call('POST', path, batch, { 'idempotency-key': 'json-1' });
  const [first, second] = [await send(), await send()];
  t.equal(first.status, 200);
  t.match(first.body, { added: 1, skipped: 0 });
  t.same(second, { ...first, headers: second.headers });
});

t.test(
  'multipart uploads are compared by file and meta, whatever their boundary; keys are per account',
  async (t) => {
    const map = await newMap();
    const send = (client = call, meta = '{}', of = map) => {
      const form = new FormData();
      form.append('meta', meta);
      form.append('file', new Blob([rows(3)]), 'a.csv');
      return client('POST', `/maps/${of}/markers/bulk`, form, { 'idempotency-key': 'form-1' });
    };
    const [first, second] = [await send(), await send()];
    t.equal(first.body.job_id, second.body.job_id);
    t.equal((await send(call, '{"on_duplicate":"error"}')).status, 400);
    const stranger = await service.client({ email: 'other@example.com' });
    const { body: theirs } = await stranger('POST', '/maps', { name: 'M' });
    const [third, fourth] = [await send(stranger, '{}', theirs.id), await send(stranger, '{}', theirs.id)];
    t.equal(third.status, 202);
    t.not(third.body.job_id, first.body.job_id);
    t.equal(fourth.body.job_id, third.body.job_id);
    t.equal((await send()).body.job_id, first.body.job_id);
  },
);

t.test('an Idempotency-Key is forgotten after a day, and one that cannot be is refused', async (t) => {
  const path = `/maps/${await newMap()}/markers/bulk`;
  const key = { ...CSV, 'idempotency-key': 'day-1' };
  const first = await call('POST', path, rows(1), key);
  await service.app
    .sql`UPDATE idempotency_keys SET created_at = now() - interval '25 hours' WHERE key = 'day-1'`;
  const second = await call('POST', path, rows(2), key);
  t.equal(second.status, 202);
  t.not(second.body.job_id, first.body.job_id);
  t.equal((await call('POST', path, rows(1), { ...CSV, 'idempotency-key': 'x'.repeat(256) })).status, 400);
  t.equal((await call('POST', path, rows(1), { ...CSV, 'idempotency-key': 'a b' })).status, 400);
});
