import t from 'tap';
import { fetchDocumented } from '../support/documented.js';
import { assertExact, endLeases, expectedOf, faultyCsv, LONG } from '../support/faults.js';
import { arrangeMachines } from '../support/machines-with-bucket.js';

const ROWS = 10_000;
t.setTimeout(900_000);
// Its parts are tested one by one elsewhere: import/spool/blob-spool, api/bulk-in-bucket.
const options = LONG ? {} : { skip: 'takes its time: npm run test:faults' };

t.test(
  'uploads outlive the machine that took them, and the one that began to import them',
  options,
  async (t) => {
    const { owner, s3, start, call, upload, completed } = await arrangeMachines(t);
    const mapId = await owner.createMap();
    // The first import comes to a standstill, half done.
    await owner.sql`
    CREATE FUNCTION stand_still() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(60); RETURN NEW; END $$`;
    await owner.sql`
    CREATE TRIGGER slow BEFORE INSERT ON import_blocks FOR EACH ROW WHEN (NEW.block >= 1) EXECUTE FUNCTION stand_still()`;
    const [taking, importing] = await Promise.all([start('http'), start('jobs')]);
    const job = await upload(taking, mapId, faultyCsv(ROWS));
    // Queued behind it, as both imports go into one map.
    const lost = await upload(taking, mapId, faultyCsv(100));
    await taking.kill('SIGKILL');
    while ((await owner.sql`SELECT FROM import_blocks WHERE job_id = ${job.job_id}`).length < 1);
    await importing.kill('SIGKILL');
    const keyOf = ({ job_id }: { job_id: string }) => `a-prefix/uploads/${job_id}`;
    const own = ['a-prefix/identity', 'a-prefix/installation'];
    t.same(await s3.keys(), [...own, keyOf(job), keyOf(lost)].sort());

    await s3.remove(keyOf(lost));
    await owner.sql`DROP TRIGGER slow ON import_blocks`;
    await endLeases(owner.sql);
    s3.fault = ({ path, method }) =>
      method === 'GET' && path.endsWith(keyOf(job)) ? { status: 503, code: 'SlowDown' } : null;
    const [front, worker] = await Promise.all([start('http'), start('jobs')]);
    while (!worker.log.some(({ msg }) => msg === 'postponed a job: trying again later'))
      await call(front, '/me');
    const { body: waiting } = await call(front, `/jobs/${job.job_id}`);
    t.match(waiting, { status: 'queued', error: null });
    t.match(
      waiting.notes.at(-1),
      /^The job waits because its upload cannot be read/,
      'an accepted upload is waited for',
    );
    s3.fault = () => null;
    await owner.sql`UPDATE jobs SET not_before = NULL`;

    t.match(await completed(front, job.job_id), expectedOf(ROWS));
    await assertExact(t, owner.sql, mapId, ROWS);
    const failed = await completed(front, lost.job_id);
    t.match(failed, {
      status: 'failed',
      error: 'the upload is not in the blob store any more; what was imported stays',
    });
    const errors = await call(front, `/jobs/${job.job_id}/errors.csv`);
    t.equal(errors.body.trim().split('\n').length, 1 + ROWS / 100, 'written by one, read by the other');
    while ((await s3.keys()).includes(keyOf(job)));
    const reports = [`a-prefix/errors/${job.job_id}.csv`, `a-prefix/errors/${job.job_id}.skipped.csv`];
    t.same(await s3.keys(), [...reports, ...own]);

    const { body: picture } = await call(front, `/maps/${mapId}/images`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ preset: 'pin_coverage' }),
    });
    const { image_url } = await completed(front, picture.job_id);
    const whole = Buffer.from(await (await fetchDocumented(image_url)).arrayBuffer());
    t.equal(whole.subarray(1, 4).toString(), 'PNG', 'drawn by one, served by the other');
    const part = await fetchDocumented(image_url, { headers: { range: 'bytes=100-199' } });
    t.ok(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(100, 200)));
    const told = JSON.stringify([waiting, failed]);
    for (const inside of [s3.endpoint, 'cartload-test', 'a-prefix']) t.notOk(told.includes(inside), inside);
    for (const service of [front, worker]) await service.kill('SIGTERM');
  },
);

t.test('the keys of the bucket are changed process by process, and nobody notices', options, async (t) => {
  const { owner, s3, start, call, upload, completed } = await arrangeMachines(t);
  const mapId = await owner.createMap();
  const old = await Promise.all([start('http'), start('jobs')]);
  const before = await upload(old[0], mapId, faultyCsv(ROWS));
  s3.accessKeys.add('second');
  const env = { AWS_ACCESS_KEY_ID: 'second', AWS_SECRET_ACCESS_KEY: 'second-secret' };
  const [front, worker] = await Promise.all([start('http', env), start('jobs', env)]);
  const between = await upload(old[0], mapId, faultyCsv(100));
  for (const service of old) await service.kill('SIGTERM');
  s3.accessKeys.delete('test');

  const after = await upload(front, mapId, faultyCsv(100));
  for (const job of [before, between, after])
    t.match(await completed(front, job.job_id), { status: 'completed', notes: [] });
  const errors = await call(front, `/jobs/${before.job_id}/errors.csv`);
  t.equal(errors.body.trim().split('\n').length, 1 + ROWS / 100);
  const metrics = await (await fetch(front.url.replace('/v1', '/metrics'))).text();
  t.match(metrics, /^cartload_blob_store_up 1$/m);
  for (const service of [front, worker]) await service.kill('SIGTERM');
});
