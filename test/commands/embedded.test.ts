import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { connectUrlOf } from '../../src/store/embedded.js';
import {
  run,
  runForComplaint,
  runForResult,
  type Served,
  serve,
  until,
} from '../support/cartload-process.js';
import { fetchDocumented } from '../support/documented.js';
import { postmasterPid } from '../support/embedded.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { removeServerIn } from '../support/test-server.js';

/** SIGTERM stops PostgreSQL, too; on a busy machine a process does not wait for the last of it. */
const stopped = (dataDir: string) => until(async () => postmasterPid(dataDir) === null);

t.test('without DATABASE_URL an empty DATA_DIR is all it takes, again after a kill -9', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'cartload-serve-embedded-'));
  chmodSync(dataDir, 0o755);
  t.teardown(() => removeServerIn(dataDir));
  const env = { DATA_DIR: dataDir };
  const authorize = (key: string) => ({ authorization: `Bearer ${key}`, 'content-type': 'application/json' });
  const mapsOf = async ({ url }: Served, key: string) => {
    const answer = await fetchDocumented(`${url}/maps`, { headers: authorize(key) });
    return ((await answer.json()) as { data: { name: string }[] }).data.map(({ name }) => name);
  };

  const first = await serve(t, { env });
  const ownerKey = await first.seen('stdout', (line) => (JSON.parse(line) as { key: string }).key);
  const made = await fetchDocumented(`${first.url}/maps`, {
    method: 'POST',
    headers: authorize(ownerKey),
    body: '{"name":"Kept"}',
  });
  t.equal(made.status, 201);

  // Commands and further instances use the database that runs.
  t.same(await runForResult(t, ['migrate'], { env }), { applied: [] });
  const account = ['--email', 'second@example.com'];
  await runForResult(t, ['account', 'create', ...account], { env });
  const { key } = await runForResult(t, ['key', 'create', ...account], { env });
  t.same(await mapsOf(first, key), [], 'the running service knows the new key');

  first.child.kill('SIGKILL');
  t.equal((await first.ended).code, null);
  t.not(postmasterPid(dataDir), null, 'a SIGKILL leaves PostgreSQL behind');

  const second = await serve(t, { env, cwd: dataDir });
  t.equal(second.output().stdout, '', 'no first key once there are accounts');
  t.same(await mapsOf(second, ownerKey), ['Kept']);
  second.child.kill('SIGTERM');
  t.equal((await second.ended).code, 0);
  await stopped(dataDir);
  t.equal(await connectUrlOf(dataDir), null);

  // The command starts the database for itself, and stops it.
  await runForResult(t, ['account', 'set', ...account, '--plan', 'free'], { env });
  t.equal(postmasterPid(dataDir), null);
});

t.test('below a directory that is closed to others, with no setting at all, rows are imported', async (t) => {
  // Made with mode 0700.
  const cwd = temporaryFolder(t);
  const dataDir = join(cwd, '.cartload');
  t.teardown(() => removeServerIn(dataDir));
  const service = await serve(t, { cwd });
  const { key } = await service.seen('stdout', (line) => JSON.parse(line) as { key: string });
  const authorization = { authorization: `Bearer ${key}` };
  const made = await fetchDocumented(`${service.url}/maps`, {
    method: 'POST',
    headers: { ...authorization, 'content-type': 'application/json' },
    body: '{"name":"Stores"}',
  });
  const { id } = (await made.json()) as { id: number };
  writeFileSync(join(cwd, 'stores.csv'), 'name,lat,lng\nÉcole,48.85,2.35\nnowhere,,\n');
  const env = { CARTLOAD_URL: service.url, CARTLOAD_KEY: key };
  const { code, stdout } = await run(t, ['import', String(id), 'stores.csv'], { env, cwd });
  t.equal(code, 3, 'a row was rejected');
  const job = JSON.parse(stdout);
  t.match(job, { status: 'completed', added: 1, error_count: 1 });
  const page = await fetchDocumented(`${service.url}/maps/${id}/markers`, { headers: authorization });
  t.match(await page.json(), { data: [{ name: 'École', lat: 48.85, lng: 2.35 }] });
  service.child.kill('SIGTERM');
  t.equal((await service.ended).code, 0);
  await stopped(dataDir);
});

t.test('a start that fails stops the database that it had started', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'cartload-serve-failing-'));
  chmodSync(dataDir, 0o755);
  t.teardown(() => removeServerIn(dataDir));
  // Reserved for documentation: no machine has it.
  const env = { DATA_DIR: dataDir, HOST: '192.0.2.1', LOG_LEVEL: 'silent' };
  t.match(await runForComplaint(t, ['serve'], { env }), /^cannot listen on 192\.0\.2\.1:8080: /);
  t.equal(postmasterPid(dataDir), null);
});
