import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { asOwner, CSV, finished, startTestApp } from '../support/app.js';
import { expectedOf, faultyCsv } from '../support/faults.js';
import { startS3 } from '../support/s3-server.js';

const s3 = await startS3(t);
Object.assign(process.env, s3.env);
const { service, call } = await asOwner(await startTestApp(t, s3.env));
const newMap = async (): Promise<string> => `/maps/${(await call('POST', '/maps', { name: 'M' })).body.id}`;
const keys = async (): Promise<string[]> =>
  (await s3.keys())
    .map((key) => key.slice('a-prefix/'.length))
    .filter((key) => key !== 'identity' && key !== 'installation');
const usedQuota = async (): Promise<number> => (await call('GET', '/me')).body.quotas.bulk.used;
/** Settling comes a moment after the end. */
const uploadsGone = async (): Promise<void> => {
  while ((await keys()).some((key) => key.startsWith('uploads/'))) await delay(20);
};

t.test('an upload is in the bucket until it is imported, its rejected rows from then on', async (t) => {
  const { status, body } = await call('POST', `${await newMap()}/markers/bulk`, faultyCsv(1000), CSV);
  t.equal(status, 202);
  const job = await finished(call, body);
  t.match(job, expectedOf(1000));
  const errors = await call('GET', job.errors_url!);
  t.equal(errors.headers.get('content-type'), 'text/csv; charset=utf-8');
  t.equal(errors.body.split('\n').length, 12);
  await uploadsGone();
  t.same((await keys()).sort(), [`errors/${body.job_id}.csv`, `errors/${body.job_id}.skipped.csv`]);
  t.equal((await call('GET', '/jobs/none/errors.csv')).status, 404);
});

t.test('skipped rows are in the bucket beside the rejected ones', async (t) => {
  const before = await keys();
  const text = 'name,lat,lng\nA,1,2\nB,x,2\nA,1,2\n';
  const job = await finished(call, (await call('POST', `${await newMap()}/markers/bulk`, text, CSV)).body);
  const skipped = await call('GET', job.skipped_url!);
  t.equal(skipped.body, 'name,lat,lng,error\r\nA,1,2,skipped as a duplicate of line 2\r\n');
  await uploadsGone();
  const added = [`errors/${job.job_id}.csv`, `errors/${job.job_id}.skipped.csv`];
  t.same((await keys()).sort(), [...before, ...added].sort());
});

t.test('a small batch is answered when it is done, without being fetched', async (t) => {
  const before = s3.requests.length;
  const markers = [{ name: 'Here', lat: 1, lng: 2 }];
  const { status, body } = await call('POST', `${await newMap()}/markers/bulk`, { markers });
  t.match([status, body], [200, { added: 1 }]);
  await uploadsGone();
  t.same(
    s3.requests.slice(before).filter(({ method, query }) => method === 'GET' && !query.has('list-type')),
    [],
  );
});

t.test('rejected rows that the bucket does not take are waited for', async (t) => {
  s3.fault = ({ method, path }) =>
    method === 'PUT' && path.includes('/errors/') ? { status: 503, code: 'SlowDown' } : null;
  const { body } = await call('POST', `${await newMap()}/markers/bulk`, faultyCsv(100), CSV);
  const { sql } = service.app;
  const postponed = async () => (await sql`SELECT FROM jobs WHERE postponements > 0`).length > 0;
  while (!(await postponed())) await delay(10);
  t.match((await call('GET', body.status_url)).body, { status: 'queued', added: 90, error: null });
  s3.fault = () => null;
  await sql`UPDATE jobs SET not_before = NULL`;
  t.match(await finished(call, body), expectedOf(100));
  await uploadsGone();
});

t.test('what is not imported leaves nothing behind', async (t) => {
  const map = await newMap();
  const [before, used] = [await keys(), await usedQuota()];
  const refused = await call('POST', `${map}/markers/bulk`, 'name,lat,lng\nA,1,2\n"open', CSV);
  t.equal(refused.status, 400);
  const dry = await call('POST', `${map}/markers/bulk?dry_run=true`, faultyCsv(100), CSV);
  t.match([dry.status, dry.body], [200, { counts: { added: 90 } }]);
  t.same([await keys(), await usedQuota()], [before, used]);
  t.same(await readdir(join(service.dataDir, 'uploads')), []);
});

t.test('while the bucket is away uploads are refused, and cost nothing', async (t) => {
  const map = await newMap();
  const used = await usedQuota();
  await s3.goAway();
  const { status, body } = await call('POST', `${map}/markers/bulk`, faultyCsv(100), CSV);
  t.same([status, body], [500, { error: { code: 'INTERNAL_ERROR', message: 'Internal error' } }]);
  await s3.comeBack();
  t.equal(await usedQuota(), used);
  t.same(await readdir(join(service.dataDir, 'uploads')), []);
  const accepted = await call('POST', `${map}/markers/bulk`, faultyCsv(100), CSV);
  t.match(await finished(call, accepted.body), expectedOf(100));
});
