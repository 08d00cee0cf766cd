import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { connect } from '../../src/store/client.js';
import { logOf, run, runForComplaint, type Served, serve, until } from '../support/cartload-process.js';
import { createDatabase } from '../support/database.js';
import { fetchDocumented } from '../support/documented.js';
import { createRedis, hasRedis } from '../support/redis.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder(t);
const { url } = await createDatabase(t);
const env = { DATABASE_URL: url, DATA_DIR: join(folder, 'data'), SECRET: 'sixteen characters' };

const status = async (address: string) => (await fetchDocumented(address)).status;

t.test('an empty database gets a first key, once; the log says where the service listens', async (t) => {
  const first = await serve(t, { env });
  t.match(first.url, /^http:\/\/127\.0\.0\.1:[1-9]\d*\/v1$/, 'PORT=0 is any free one');
  const line = await first.seen('stdout', (text) => text);
  const shown = JSON.parse(line) as Record<string, string>;
  t.same(Object.keys(shown), ['account_id', 'email', 'key_id', 'key', 'scope']);
  t.match(shown, { email: 'owner@example.com', key: /^ck_/, scope: 'read_write' });
  const me = await fetchDocumented(`${first.url}/me`, { headers: { authorization: `Bearer ${shown.key}` } });
  t.equal(me.status, 200);
  const origin = new URL(first.url).origin;
  t.equal(await status(`${origin}/healthz`), 200);
  t.equal(await status(`${origin}/readyz`), 200);
  t.equal(await status(`${origin}/metrics`), 200);
  t.equal(await status(`${origin}/v1/openapi.json`), 200);
  t.equal(await status(`${origin}/v1/maps`), 401);
  first.child.kill('SIGTERM');
  const { code, stdout, stderr } = await first.ended;
  t.equal(code, 0);
  t.equal(stdout, `${line}\n`, 'stdout belongs to results');
  const entries = logOf(stderr);
  t.match(
    entries.find(({ msg }) => msg === 'cartload is ready'),
    { level: 30, url: first.url, role: 'all', pid: first.pid },
  );
  t.equal(entries.filter(({ level }) => level > 30).length, 0, 'nothing to warn of');

  // HOST and PUBLIC_URL are followed.
  const publicUrl = 'https://maps.example.com/service/v1';
  const second = await serve(t, {
    env: { ...env, HOST: 'localhost', PUBLIC_URL: `${publicUrl}/` },
    cwd: folder,
  });
  t.equal(second.url, publicUrl);
  second.child.kill('SIGINT');
  t.match(await second.ended, { code: 0, stdout: '' });
});

const hasIPv6 = Object.values(networkInterfaces()).some((found) =>
  found?.some(({ address }) => address === '::1'),
);

t.test('an IPv6 HOST stands in brackets in the address', { skip: !hasIPv6 && 'no IPv6' }, async (t) => {
  const running = await serve(t, { env: { ...env, HOST: '::1' } });
  t.match(running.url, /^http:\/\/\[::1\]:\d+\/v1$/);
  t.equal(await status(`${running.url}/openapi.json`), 200);
});

t.test('a wrong value ends the start with one line that names the variable, and no secret', async (t) => {
  const complaint = (more: Record<string, string>) =>
    runForComplaint(t, ['serve'], { env: { ...env, ...more } });
  t.match(await complaint({ PORT: '65536' }), /^PORT="65536" is not allowed: ./);
  t.match(await complaint({ SECRET: 'hush' }), /^SECRET="\*\*\*" is not allowed: ./);
});

t.test('a DATA_DIR that cannot be one is named in one line', async (t) => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  const complaint = (dataDir: string, args = ['serve'], more = {}) =>
    runForComplaint(t, args, { env: { ...env, DATA_DIR: dataDir, ...more } });
  t.equal(
    await complaint(file),
    `DATA_DIR="${file}" is not allowed: it must be a writable directory (EEXIST)`,
  );
  const below = join(file, 'data');
  const expected = `DATA_DIR="${below}" is not allowed: it must be a writable directory (ENOTDIR)`;
  t.equal(await complaint(below), expected);
  t.equal(await complaint(below, ['migrate'], { DATABASE_URL: '' }), expected);
});

t.test('a port that is taken, and an address of another machine, end the start with one line', async (t) => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  t.teardown(() => other.close());
  const { port } = other.address() as { port: number };
  for (const address of [`127.0.0.1:${port}`, '192.0.2.1:8080']) {
    const [host = '', number = ''] = address.split(':');
    // Without the log, in which the stop of what had been started shows.
    const quiet = { ...env, HOST: host, PORT: number, LOG_LEVEL: 'silent' };
    t.equal(
      await runForComplaint(t, ['serve'], { env: quiet }),
      `cannot listen on ${address}: the port is taken, or the address does not belong to this machine`,
    );
  }
});

t.test('a wrong command line is refused in one line', async (t) => {
  t.equal(
    await runForComplaint(t, ['serve', '--role', 'worker'], { env }),
    "option '--role <role>' argument 'worker' is invalid. Allowed choices are all, http, jobs.",
  );
  t.equal(await runForComplaint(t, ['serve', '--port', '1'], { env }), "unknown option '--port'");
});

t.test('a process starts what its role needs', async (t) => {
  const databases = [await createDatabase(t), await createDatabase(t)] as const;
  const start = (i: 0 | 1, role: string) =>
    serve(t, {
      env: {
        ...env,
        DATABASE_URL: databases[i].url,
        // Two installations.
        DATA_DIR: join(folder, `of-${i}`),
        WARM_UP: 'on',
        JOBS_PORT: '0',
        REDIS_URL: 'redis://127.0.0.1:1',
      },
      args: ['--role', role],
    });
  const http = await start(0, 'http');
  const jobs = await start(1, 'jobs');
  const threadConnections = async (i: 0 | 1): Promise<number> => {
    const sql = connect(databases[i].url, {
      applicationName: 'test',
      maxConnections: 1,
      statementTimeoutMs: 5000,
    });
    const rows = await sql`
      SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = ''`;
    await sql.end();
    return rows.length;
  };
  const originOf = async ({ seen }: Served): Promise<string> =>
    seen('stderr', (line) => (JSON.parse(line) as { origin?: string }).origin);

  // First, as an idle connection is closed after ten seconds.
  t.test('threads are warmed up for jobs alone, and Redis is asked for requests alone', async (t) => {
    await until(async () => (await threadConnections(1)) > 0);
    t.equal(await threadConnections(0), 0);
    const metrics = async (origin: string) => (await fetch(`${origin}/metrics`)).text();
    t.match(await metrics(new URL(http.url).origin), /^cartload_redis_up 0$/m);
    t.notMatch(await metrics(await originOf(jobs)), /cartload_redis_up \d/);
  });

  t.test('where JOBS_PORT says, one for jobs answers what lies outside the API', async (t) => {
    const origin = await originOf(jobs);
    t.match(await (await fetch(`${origin}/healthz`)).json(), { status: 'alive' });
    t.match(await (await fetch(`${origin}/readyz`)).json(), { status: 'ready' });
    t.match(await (await fetch(`${origin}/metrics`)).text(), /^cartload_jobs_running 0$/m);
    for (const path of ['/', '/set-password']) t.equal(await status(origin + path), 404, path);
    // The document lacks all that is not served.
    const plain = async (path: string) => (await fetch(`${origin}${path}`)).status;
    for (const path of ['/v1/maps', '/v1/openapi.json']) t.equal(await plain(path), 401, path);
  });
});

t.test(
  'a relative DATA_DIR is below the directory of the start; what does not go together is warned of',
  async (t) => {
    const cwd = join(folder, 'somewhere else');
    mkdirSync(cwd);
    const running = await serve(t, {
      env: { ...env, DATA_DIR: 'my data', SECRET: '', HOST: '0.0.0.0' },
      cwd,
    });
    running.child.kill('SIGTERM');
    const { code, stderr } = await running.ended;
    t.equal(code, 0);
    t.match(
      logOf(stderr).filter(({ level }) => level === 40),
      [{ msg: /^DATABASE_URL is set and SECRET is not/ }, { msg: /^HOST is not a loopback address/ }],
    );
    const { stdout } = await run(t, ['--help'], { cwd });
    t.match(stdout, /^Usage/);
    rmSync(join(cwd, 'my data', 'secret'));
  },
);

const skip = !hasRedis() && 'no redis-server';

t.test(
  'no password is told when a start or a connection fails, in the debug log neither',
  { skip },
  async (t) => {
    const redis = await createRedis(t);
    await redis.start();
    const port = new URL(redis.url).port;
    // config.test.ts tells it of a value that is wrong by itself, and of a server that is not there
    // secrets.test.ts.
    const {
      code,
      stdout,
      stderr: said,
    } = await run(t, ['serve'], {
      env: { ...env, LOG_LEVEL: 'debug', DATABASE_URL: url.replace(/:[^:@/]*@/, ':hush@') },
    });
    t.equal(code, 1);
    t.match(said, /cartload: /);
    t.notMatch(stdout + said, /hush/);
    // These are no reason not to start.
    const later = {
      REDIS_URL: `redis://user:hush@127.0.0.1:${port}`,
      SMTP_URL: 'smtp://user:hush@127.0.0.1:1',
    };
    const running = await serve(t, { env: { ...env, LOG_LEVEL: 'debug', ...later } });
    await fetchDocumented(`${running.url}/me`);
    await running.seen('stderr', (line) => line.includes('lost Redis') || null);
    running.child.kill('SIGTERM');
    const { stderr } = await running.ended;
    t.match(stderr, /WRONGPASS|AUTH/, 'why is told');
    t.notMatch(stderr, /hush/);
  },
);
