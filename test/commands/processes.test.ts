import { mkdirSync, writeFileSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { hashKey, newKey as newApiKey } from '../../src/access/keys/key.js';
import { createKey, type KeyOverrides } from '../../src/store/keys.js';
import { runForComplaint, type Served, serve, until } from '../support/cartload-process.js';
import { connectTest, createDatabase } from '../support/database.js';
import { fetchDocumented } from '../support/documented.js';
import { parseExposition } from '../support/exposition.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const PROCESSES = ['--processes', '2'];

const folder = temporaryFolder(t);
const { url: databaseUrl } = await createDatabase(t);
const env = { DATABASE_URL: databaseUrl, DATA_DIR: join(folder, 'data'), SECRET: 'sixteen characters' };
const service = await serve(t, { env, args: PROCESSES });
const origin = new URL(service.url).origin;

const sql = connectTest(t, databaseUrl);

/** Key of the account that the first start made. */
async function newKey(limits: KeyOverrides = {}): Promise<string> {
  const key = newApiKey();
  await createKey(sql, 'owner@example.com', hashKey(key), 'read_write', limits);
  return key;
}

/** On a connection of its own, which the kernel gives to one of the processes. */
function ask(address: string, key?: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
    const onAnswer = (response: IncomingMessage): void => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => resolve({ status: response.statusCode!, text }));
    };
    get(address, { headers, agent: new Agent() }, onAnswer).on('error', reject);
  });
}

const askOften = (times: number, address: string, key?: string) =>
  Promise.all(Array.from({ length: times }, () => ask(address, key)));

/** Pids of a role, of all that have been ready so far. */
function pidsOf({ output }: Served, role: string): number[] {
  return output()
    .stderr.split('\n')
    .filter((line) => line.includes('"a process is ready"'))
    .map((line) => JSON.parse(line) as { pid: number; role: string })
    .filter((entry) => entry.role === role)
    .map(({ pid }) => pid);
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

async function metricsNow(): Promise<Map<string, number>> {
  const families = parseExposition((await ask(`${origin}/metrics`)).text);
  return new Map([...families.values()].flatMap(({ samples }) => [...samples]));
}

/** The text is rendered once a second. */
const untilMetrics = (look: (value: (sample: string) => number) => boolean): Promise<unknown> =>
  until(async () => {
    const samples = await metricsNow();
    return look((sample) => samples.get(sample) ?? Number.NaN);
  });

t.test('a key has its limit once, whichever process answers', async (t) => {
  const key = await newKey({ rateLimit: 50 });
  const answers = await askOften(120, `${service.url}/me`, key);
  const statuses = answers.map(({ status }) => status);
  t.equal(statuses.filter((status) => status === 200).length, 50);
  t.equal(statuses.filter((status) => status === 429).length, 70);
});

t.test('two answer and one runs the jobs, and a scrape tells of all', async (t) => {
  t.equal(pidsOf(service, 'http').length, 2);
  t.equal(pidsOf(service, 'jobs').length, 1);
  const key = await newKey();
  const headers = { authorization: `Bearer ${key}` };
  const post = (path: string, type: string, body: string) =>
    fetchDocumented(service.url + path, {
      method: 'POST',
      headers: { ...headers, 'content-type': type },
      body,
    });
  const { id } = (await (await post('/maps', 'application/json', '{"name":"M"}')).json()) as { id: number };
  const accepted = await post(`/maps/${id}/markers/bulk`, 'text/csv', 'name,lat,lng\nA,1,2\n');
  t.equal(accepted.status, 202);
  const { job_id } = (await accepted.json()) as { job_id: string };
  await until(async () =>
    (await ask(`${service.url}/jobs/${job_id}`, key)).text.includes('"status":"completed"'),
  );
  await askOften(40, `${service.url}/fields-of-nothing`, key);
  await untilMetrics(
    (value) =>
      value('cartload_import_rows_total{outcome="accepted"}') === 1 &&
      value('cartload_http_requests_total{method="GET",route="none",status="404"}') === 40 &&
      value('cartload_processes{role="http"}') === 2 &&
      value('cartload_processes{role="jobs"}') === 1 &&
      value('cartload_database_up') === 1 &&
      value('cartload_jobs{status="queued"}') === 0,
  );
});

t.test(
  'one that is killed is started again; the others answer meanwhile, and no counter falls',
  async (t) => {
    const restarts = 'cartload_process_restarts_total{role="http"}';
    const before = (await metricsNow()).get(restarts)!;
    await askOften(20, `${origin}/healthz`);
    await untilMetrics(
      (value) => value('cartload_http_requests_total{method="GET",route="/healthz",status="200"}') >= 20,
    );
    const pids = pidsOf(service, 'http');
    process.kill(pids.findLast(isAlive)!, 'SIGKILL');
    await until(async () => (await ask(`${origin}/readyz`).catch(() => null))?.status === 200);
    await until(async () => pidsOf(service, 'http').length > pids.length);
    t.equal(pidsOf(service, 'http').length, pids.length + 1);
    await untilMetrics(
      (value) =>
        value(restarts) === before + 1 &&
        value('cartload_processes{role="http"}') === 2 &&
        value('cartload_http_requests_total{method="GET",route="/healthz",status="200"}') >= 20,
    );
  },
);

t.test('SIGHUP replaces all of them while requests are answered', async (t) => {
  const before = ['http', 'jobs'].flatMap((role) => pidsOf(service, role)).filter(isAlive);
  t.equal(before.length, 3);
  const failed: unknown[] = [];
  let isOver = false;
  const asking = (async () => {
    while (!isOver) {
      const { status } = await ask(`${origin}/readyz`).catch((error) => ({ status: error.code }));
      // Linux cuts what a listener has not accepted when it closes, unless net.ipv4.tcp_migrate_req is set.
      if (status !== 200 && status !== 'ECONNRESET') failed.push(status);
    }
  })();
  service.child.kill('SIGHUP');
  await service.seen('stderr', (line) => line.includes('"replaced all processes"') || null);
  isOver = true;
  await asking;
  t.same(failed, []);
  t.same(before.filter(isAlive), []);
  t.equal(['http', 'jobs'].flatMap((role) => pidsOf(service, role)).filter(isAlive).length, 3);
});

t.test('another service is refused its port', async (t) => {
  const { port } = new URL(service.url);
  const other = { ...env, PORT: port, DATA_DIR: join(folder, 'other') };
  const complaint = `cannot listen on 127.0.0.1:${port}: the port is taken, or the address does not belong to this machine`;
  t.equal(await runForComplaint(t, ['serve', ...PROCESSES], { env: other }), complaint);
});

t.test('what keeps a process from its start ends the supervisor, with the same single line', async (t) => {
  const dataDir = join(folder, 'damaged');
  mkdirSync(join(dataDir, 'spool'), { recursive: true });
  writeFileSync(join(dataDir, 'spool', 'identity'), 'nonsense');
  const wrong = { ...env, PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'fatal' };
  const complaint = await runForComplaint(t, ['serve', ...PROCESSES], { env: wrong });
  t.match(complaint, /spool\/identity is damaged: put the column spool/);
});

t.test('numbers and roles that make no sense are refused', async (t) => {
  t.match(await runForComplaint(t, ['serve', '--processes', '0'], { env }), /a whole number from 1 to 1024/);
  t.match(
    await runForComplaint(t, ['serve', ...PROCESSES, '--role', 'jobs'], { env }),
    /--processes cannot be used with --role jobs/,
  );
});

/** A service of its own, of processes that answer alone. */
const serveAnother = (t: Test, processes: number, more: Record<string, string> = {}): Promise<Served> =>
  serve(t, { env: { ...env, ...more }, args: ['--processes', String(processes), '--role', 'http'] });

t.test(
  'SIGTERM is passed on: /readyz of all fails first, then they end, and the exit code is 0',
  async (t) => {
    const another = await serveAnother(t, 2, { SHUTDOWN_DELAY: '1' });
    const readyz = `${new URL(another.url).origin}/readyz`;
    const pids = pidsOf(another, 'http');
    another.child.kill('SIGTERM');
    await until(async () => (await askOften(8, readyz)).every(({ status }) => status === 503));
    t.equal((await ask(`${another.url}/openapi.json`)).status, 200, 'requests are answered meanwhile');
    t.equal((await another.ended).code, 0);
    t.same(pids.filter(isAlive), []);
  },
);

t.test('when the supervisor is killed, its processes end by themselves', async (t) => {
  const another = await serveAnother(t, 1);
  const pids = pidsOf(another, 'http');
  t.equal(pids.length, 1);
  another.child.kill('SIGKILL');
  await until(async () => !pids.some(isAlive));
});
