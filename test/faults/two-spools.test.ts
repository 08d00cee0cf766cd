import { access, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { fetchDocumented } from '../support/documented.js';
import { expectedOf, faultyCsv } from '../support/faults.js';
import { createOwner } from '../support/owner.js';
import { type ServiceProcess, startService } from '../support/service.js';

// biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
type Body = any;

const ROWS = 1000;

async function arrange(t: Test) {
  const owner = await createOwner(t);
  const dataDirs: string[] = [];
  for (const name of ['http', 'jobs']) dataDirs.push(await mkdtemp(join(tmpdir(), `cartload-${name}-`)));
  t.teardown(() => Promise.all(dataDirs.map((path) => rm(path, { recursive: true, force: true }))));
  const headers = { authorization: `Bearer ${owner.key}` };
  const call = async (service: ServiceProcess, path: string, init: RequestInit = {}) => {
    const response = await fetchDocumented(`${service.url}${path}`, {
      ...init,
      headers: { ...headers, ...init.headers },
    });
    return { status: response.status, body: (await response.json()) as Body };
  };
  const upload = (service: ServiceProcess, mapId: number) =>
    call(service, `/maps/${mapId}/markers/bulk`, {
      method: 'POST',
      body: faultyCsv(ROWS),
      headers: { 'content-type': 'text/csv' },
    });
  const completed = async (service: ServiceProcess, jobId: string) => {
    for (;;) {
      const { body } = await call(service, `/jobs/${jobId}`);
      if (body.completed_at) return body;
      await delay(20);
    }
  };
  const env = (dataDir: string) => ({ DATABASE_URL: owner.url, DATA_DIR: dataDir });
  return { owner, http: env(dataDirs[0]!), jobs: env(dataDirs[1]!), call, upload, completed };
}

t.test('an upload waits for a process on its own DATA_DIR, which completes it', async (t) => {
  const { owner, http, jobs, call, upload, completed } = await arrange(t);
  const front = await startService(t, { ...http, SECRET: 'the same on both' }, ['--role', 'http']);
  const elsewhere = await startService(t, { ...jobs, SECRET: 'the same on both' }, ['--role', 'jobs']);
  const mapId = await owner.createMap();
  const { status, body: job } = await upload(front, mapId);
  t.equal(status, 202);
  t.match(job.notes.at(-1), /^The job waits for the machine that took the upload/);
  const file = join(http.DATA_DIR, 'spool', `${job.job_id}.upload`);
  // The other process looks for work once a second.
  await delay(2500);
  t.match((await call(front, `/jobs/${job.job_id}`)).body, {
    status: 'queued',
    error: null,
    started_at: null,
  });
  await access(file);
  t.equal((await call(front, '/me')).body.quotas.bulk.used, 1);
  const worker = await startService(t, { ...http, SECRET: 'the same on both' }, ['--role', 'jobs']);
  const done = await completed(front, job.job_id);
  t.match(done, expectedOf(ROWS));
  t.notOk(
    done.notes.some((note: string) => /^It waits/.test(note)),
    'it waits no more',
  );
  t.equal((await call(front, '/me')).body.quotas.bulk.used, 1, 'charged once');
  for (const service of [front, elsewhere, worker]) await service.kill('SIGTERM');
});

t.test('an upload that is absent for a while is waited for, and its path is not shown', async (t) => {
  const { owner, http, call, upload, completed } = await arrange(t);
  const front = await startService(t, http, ['--role', 'http']);
  const { body: job } = await upload(front, await owner.createMap());
  const file = join(http.DATA_DIR, 'spool', `${job.job_id}.upload`);
  await rename(file, `${file}.away`);
  const worker = await startService(t, http, ['--role', 'jobs']);
  while (!worker.log.some(({ msg }) => msg === 'postponed a job: trying again later')) await delay(20);
  const { body: waiting } = await call(front, `/jobs/${job.job_id}`);
  t.match(waiting, { status: 'queued', error: null });
  t.match(waiting.notes.at(-1), /^The job waits because its upload cannot be read/);
  t.notMatch(JSON.stringify(waiting), http.DATA_DIR);
  await rename(`${file}.away`, file);
  await owner.sql`UPDATE jobs SET not_before = now() WHERE id = ${job.job_id}`;
  t.match(await completed(front, job.job_id), expectedOf(ROWS));
});
