import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';
import { logOf, runForResult, serve, start, until } from '../support/cartload-process.js';
import { createDatabase } from '../support/database.js';
import { fetchDocumented } from '../support/documented.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder(t);
const { url } = await createDatabase(t);
const env = { DATABASE_URL: url, DATA_DIR: join(folder, 'data') };

t.test('a second signal changes nothing, nor does one that comes while the service starts', async (t) => {
  const running = await serve(t, { env });
  running.child.kill('SIGTERM');
  running.child.kill('SIGTERM');
  running.child.kill('SIGINT');
  t.equal((await running.ended).code, 0);

  // The database answers, HTTP does not yet.
  const starting = start(t, ['serve'], { env: { ...env, PORT: '0', LOG_LEVEL: 'debug' } });
  await starting.seen('stderr', (line) => line.includes('"listening"') || null);
  starting.child.kill('SIGTERM');
  t.equal((await starting.ended).code, 0);
});

t.test('a reader that closes the pipe early ends no command with a stack', async (t) => {
  const command = `"${process.execPath}" dist/src/main.js account create --email pipe@example.com`;
  const run = promisify(execFile);
  t.same(await run('sh', ['-c', `${command} | true`], { env: { ...process.env, ...env } }), {
    stdout: '',
    stderr: '',
  });
});

t.test(
  'with SHUTDOWN_DELAY /readyz fails first, while requests are answered, then the listener closes',
  async (t) => {
    const running = await serve(t, { env: { ...env, SHUTDOWN_DELAY: '2' } });
    const origin = new URL(running.url).origin;
    t.equal((await fetch(`${origin}/readyz`)).status, 200);
    running.child.kill('SIGTERM');
    const notReady = await until(async () => {
      const answer = await fetch(`${origin}/readyz`);
      return answer.status === 503 && answer.json();
    });
    t.same(notReady, { status: 'not ready', reason: 'the service is stopping' });
    t.equal((await fetchDocumented(`${origin}/v1/openapi.json`)).status, 200);
    t.equal((await fetch(`${origin}/healthz`)).status, 200, 'it is alive');
    await until(() =>
      fetch(`${origin}/healthz`).then(
        () => false,
        () => true,
      ),
    );
    t.equal((await running.ended).code, 0);
  },
);

t.test('a SIGTERM that only the shell below npx gets stops the service, too', async (t) => {
  const below = await serve(t, { env: { ...env, npm_command: 'exec' }, belowShell: true });
  below.child.kill('SIGTERM');
  const { stderr } = await below.ended;
  t.match(
    logOf(stderr).find(({ msg }) => msg === 'stopping'),
    { reason: 'the npx around it ended' },
  );
});

t.test(
  'a rejection that nobody handles ends the process with exit code 1 and a line in the log',
  async (t) => {
    for (const [code, kind, message] of [
      ['Promise.reject(new Error("nobody awaits me"))', 'unhandled rejection', 'nobody awaits me'],
      [
        'setImmediate(() => { throw new Error("nobody catches me") })',
        'uncaught exception',
        'nobody catches me',
      ],
    ]) {
      // In the main thread alone: worker threads take the argument over.
      const preload = `data:text/javascript,import { isMainThread } from 'node:worker_threads';
      if (isMainThread) process.on('SIGUSR2', () => { ${code} });`;
      const running = await serve(t, { env, nodeArguments: ['--import', preload.replace(/\s+/g, ' ')] });
      running.child.kill('SIGUSR2');
      const { code: exitCode, stderr } = await running.ended;
      t.equal(exitCode, 1);
      t.match(logOf(stderr).at(-1), { level: 60, msg: kind, err: { message } });
    }
  },
);

t.test('http and jobs as two processes on one database complete an import together', async (t) => {
  const http = await serve(t, { env, args: ['--role', 'http'] });
  const account = ['--email', 'split@example.com'];
  await runForResult(t, ['account', 'create', ...account], { env });
  const { key } = await runForResult(t, ['key', 'create', ...account], { env });
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const made = await fetchDocumented(`${http.url}/maps`, {
    method: 'POST',
    headers,
    body: '{"name":"Split"}',
  });
  const { id } = (await made.json()) as { id: number };
  const answer = await fetchDocumented(`${http.url}/maps/${id}/markers/bulk`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'text/csv' },
    body: 'name,lat,lng\nA,1,2\n',
  });
  t.equal(answer.status, 202);
  const job = (await answer.json()) as { job_id: string; status: string };
  t.equal(job.status, 'queued');

  const jobs = await serve(t, { env: { ...env, PORT: new URL(http.url).port }, args: ['--role', 'jobs'] });
  t.equal(jobs.url, '', 'it listens nowhere');
  const completed = async () => {
    const view = await fetchDocumented(`${http.url}/jobs/${job.job_id}`, { headers });
    return ((await view.json()) as { status: string }).status;
  };
  await until(async () => (await completed()) === 'completed');
  for (const { child, ended } of [http, jobs]) {
    child.kill('SIGTERM');
    t.equal((await ended).code, 0);
  }
});
