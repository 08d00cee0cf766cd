import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import t, { type Test } from 'tap';
import { identityOf } from '../../src/store/embedded/process.js';
import { connectUrlOf, type EmbeddedDatabase, startEmbedded } from '../../src/store/embedded.js';
import { removeDataDir } from '../support/test-server.js';

const IS_ROOT = process.getuid?.() === 0;
const NOBODY = { uid: 65534, gid: 65534 };
const MODULE = new URL('../../src/store/embedded.js', import.meta.url);

// Half a minute of starts and stops; twice that on a busy machine.
t.setTimeout(100_000);

/** A DATA_DIR with a stopped cluster, to be copied: initdb takes longer than most tests. */
const seed = mkdtempSync(join(tmpdir(), 'cartload-embedded-seed-'));
chmodSync(seed, 0o755);
t.teardown(() => removeDataDir(seed));
await (await startEmbedded({ dataDir: seed, log: () => {} })).stop();

/** A DATA_DIR that any user may enter, and a start on it that is undone at the end whatever the test did. */
function arrange(t: Test, { fresh = false } = {}) {
  const parent = mkdtempSync(join(tmpdir(), 'cartload-embedded-'));
  chmodSync(parent, 0o755);
  const dataDir = join(parent, 'data');
  // With its owners and modes, which fs.cp does not keep.
  if (!fresh) execFileSync('cp', ['-a', seed, dataDir]);
  const logged: { message: string; fields: object | undefined }[] = [];
  const start = (more: { startTimeoutMs?: number; settings?: Record<string, string> } = {}) =>
    startEmbedded({ dataDir, log: (message, fields) => logged.push({ message, fields }), ...more });
  t.teardown(async () => {
    if ((await connectUrlOf(dataDir).catch(() => 'alive')) !== null) await (await start()).stop();
    const left = postmasterPid(dataDir);
    if (left !== null) throw new Error(`process ${left} was left behind`);
    removeDataDir(dataDir);
    removeDataDir(parent);
  });
  return { parent, dataDir, start, logged, messages: () => logged.map(({ message }) => message) };
}

function clusterOf(dataDir: string): string {
  const location = join(dataDir, 'postgres', 'location');
  return join(
    existsSync(location) ? readFileSync(location, 'utf8').trim() : join(dataDir, 'postgres'),
    'cluster',
  );
}

/** Of a live server only. */
function postmasterPid(dataDir: string): number | null {
  const path = join(clusterOf(dataDir), 'postmaster.pid');
  if (!existsSync(path)) return null;
  const pid = Number(readFileSync(path, 'utf8').split('\n')[0]);
  return identityOf(pid) === null ? null : pid;
}

async function query(url: string, statement: string): Promise<object[]> {
  const sql = postgres(url, { max: 1, fetch_types: false, connect_timeout: 5, onnotice: () => {} });
  try {
    return [...(await sql.unsafe(statement))];
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** A process that starts the database, prints one line, and stops it when its stdin ends. */
function spawnUser(t: Test, dataDir: string, more: { uid?: number; gid?: number } = {}) {
  const script = `
    import { startEmbedded } from ${JSON.stringify(MODULE.href)};
    const db = await startEmbedded({ dataDir: process.argv[1], log() {} });
    console.log(JSON.stringify(db));
    process.stdin.resume().on('end', () => db.stop());`;
  // Without tap's loader, which writes where another user may not. `env` becomes the program: the pid is the same.
  const child = spawn(
    'env',
    ['-u', 'NODE_OPTIONS', process.execPath, '--input-type=module', '-e', script, dataDir],
    {
      ...more,
      cwd: '/',
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  t.teardown(() => child.kill('SIGKILL'));
  const started = firstLine(child);
  // Not every test waits for it.
  started.catch(() => {});
  return { child, ended: ended(child), started };
}

function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.once('exit', resolve));
}

async function firstLine(child: ChildProcess): Promise<{ url: string; adopted: boolean }> {
  for await (const line of createInterface({ input: child.stdout! })) return JSON.parse(line);
  throw new Error('the process ended without a database');
}

async function until(condition: () => boolean): Promise<void> {
  for (let tries = 0; !condition(); tries += 1) {
    if (tries > 1000) throw new Error(`waited in vain for ${condition}`);
    await sleep(10);
  }
}

t.test('the first start makes a database, and a restart finds its data', async (t) => {
  const { dataDir, start, messages } = arrange(t, { fresh: true });
  t.equal(await connectUrlOf(dataDir), null);
  t.notOk(existsSync(dataDir), 'asking makes nothing');

  const first = await start();
  t.match(first, { url: /^postgres:\/\/cartload:[\w-]{32}@127\.0\.0\.1:\d+\/cartload$/, adopted: false });
  t.equal(await connectUrlOf(dataDir), first.url);
  await query(first.url, `create table kept (x text); insert into kept values ('é')`);
  await first.stop();
  t.equal(await connectUrlOf(dataDir), null);

  const second = await start();
  t.match(second, { url: first.url, adopted: false });
  t.same(await query(second.url, 'select x from kept'), [{ x: 'é' }]);
  t.same(
    await query(
      second.url,
      `select upper('straßé') as upper, current_setting('server_encoding') as encoding,
              current_setting('data_checksums') as checksums, current_setting('fsync') as fsync,
              current_setting('synchronous_commit') as commit, current_setting('listen_addresses') as address,
              current_setting('password_encryption') as passwords,
              (select rolsuper from pg_roles where rolname = current_user) as super`,
    ),
    [
      {
        upper: 'STRAßÉ',
        encoding: 'UTF8',
        checksums: 'on',
        fsync: 'on',
        commit: 'on',
        address: '127.0.0.1',
        passwords: 'scram-sha-256',
        super: false,
      },
    ],
  );
  t.equal(statSync(join(dataDir, 'postgres', 'password')).mode & 0o777, 0o600);
  await second.stop();
  t.same(messages(), [
    'PostgreSQL started',
    'PostgreSQL stopped',
    'PostgreSQL started',
    'PostgreSQL stopped',
  ]);
});

t.test('without the password nobody gets in', async (t) => {
  const { start } = arrange(t);
  const db = await start();
  const url = new URL(db.url);
  for (const [user, password] of [
    ['cartload', 'wrong'],
    ['postgres', ''],
  ] as const) {
    url.username = user;
    url.password = password;
    await t.rejects(query(url.href, 'select 1'), { code: '28P01' });
  }
  await db.stop();
});

t.test('a server that outlived its process is adopted; stopping is safe to repeat', async (t) => {
  const { dataDir, start } = arrange(t);
  const { child, started, ended } = spawnUser(t, dataDir);
  const { url } = await started;
  child.kill('SIGKILL');
  await ended;
  const db = await start();
  t.match(db, { url, adopted: true });
  await Promise.all([db.stop(), db.stop()]);
  await db.stop();
  t.equal(postmasterPid(dataDir), null);
});

t.test(
  'after a kill of the server everything committed is there; stopping a dead server ends at once',
  async (t) => {
    const { dataDir, start } = arrange(t);
    const killed = await start();
    await query(killed.url, 'create table kept as select * from generate_series(1, 1000) x');
    process.kill(postmasterPid(dataDir)!, 'SIGKILL');
    const recovered = await start();
    t.equal(recovered.adopted, false);
    t.same(await query(recovered.url, 'select count(*)::int from kept'), [{ count: 1000 }]);
    await killed.stop();
    t.not(
      postmasterPid(dataDir),
      null,
      'the handle of the killed server does not stop the one that is in use',
    );
    const pid = postmasterPid(dataDir)!;
    process.kill(pid, 'SIGKILL');
    await until(() => identityOf(pid) === null);
    await recovered.stop();
    t.equal(await connectUrlOf(dataDir), null);
  },
);

t.test('after a kill of everything the next start recovers', async (t) => {
  const { dataDir, start } = arrange(t);
  const { child, started, ended } = spawnUser(t, dataDir);
  await query((await started).url, 'create table kept as select 1 as x');
  const pid = postmasterPid(dataDir)!;
  const children = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, parent]) => parent === pid)
    .map(([own]) => own!);
  for (const victim of [child.pid!, pid, ...children]) process.kill(victim, 'SIGKILL');
  await ended;
  const db = await start();
  t.equal(db.adopted, false);
  t.same(await query(db.url, 'select x from kept'), [{ x: 1 }]);
  await db.stop();
});

t.test('a second instance uses the running server, and the last one stops it', async (t) => {
  const { dataDir, start, messages } = arrange(t);
  const other = spawnUser(t, dataDir);
  const { url } = await other.started;
  const db = await start();
  t.match(db, { url, adopted: true });
  other.child.stdin!.end();
  t.equal(await other.ended, 0);
  t.same(await query(db.url, 'select 1 as x'), [{ x: 1 }]);
  const third = await start();
  await db.stop();
  t.same(await query(third.url, 'select 1 as x'), [{ x: 1 }]);
  t.equal(messages().at(-1), 'PostgreSQL is left running for others');
  await third.stop();
  t.equal(messages().at(-1), 'PostgreSQL stopped');
});

t.test('of several processes that start at once exactly one starts the server', async (t) => {
  const { dataDir } = arrange(t, { fresh: true });
  const users = Array.from({ length: 4 }, () => spawnUser(t, dataDir));
  const started = await Promise.all(users.map(({ started }) => started));
  t.equal(new Set(started.map(({ url }) => url)).size, 1);
  t.same(started.map(({ adopted }) => adopted).sort(), [false, true, true, true]);
  for (const { child } of users) child.stdin!.end();
  t.same(await Promise.all(users.map(({ ended }) => ended)), [0, 0, 0, 0]);
  t.equal(postmasterPid(dataDir), null);
});

t.test('a lock file that is not that of a live server keeps nobody from starting', async (t) => {
  const { dataDir, start } = arrange(t);
  await (await start()).stop();
  const lockFile = join(clusterOf(dataDir), 'postmaster.pid');
  const owner = statSync(clusterOf(dataDir));
  // PostgreSQL refuses to start when a process of its own user has the pid.
  const stranger = spawn('sleep', ['60'], {
    ...(IS_ROOT ? { uid: owner.uid, gid: owner.gid } : {}),
    cwd: '/',
  });
  t.teardown(() => stranger.kill());
  const old = new Date(Date.now() - 60_000);
  for (const content of [`${stranger.pid}\n${clusterOf(dataDir)}\n1700000000\n5432\n\n127.0.0.1\n`, '']) {
    writeFileSync(lockFile, content, { mode: 0o600 });
    chownSync(lockFile, owner.uid, owner.gid);
    utimesSync(lockFile, old, old);
    t.equal(await connectUrlOf(dataDir), null);
    const db = await start();
    t.equal(db.adopted, false);
    await db.stop();
  }
  t.equal(stranger.exitCode ?? stranger.signalCode, null, 'the stranger is left alone');
});

t.test('an initdb that was interrupted is done again', async (t) => {
  const { dataDir, start } = arrange(t, { fresh: true });
  const { child, ended } = spawnUser(t, dataDir);
  const home = join(dataDir, 'postgres');
  const begun = () =>
    existsSync(home) &&
    readdirSync(home).some(
      (name) => name.startsWith('initdb-') && existsSync(join(home, name, 'cluster', 'PG_VERSION')),
    );
  await until(begun);
  child.kill('SIGKILL');
  await ended;
  t.notOk(existsSync(clusterOf(dataDir)), 'an unfinished cluster has no name');
  const db = await start();
  t.equal(db.adopted, false);
  t.same(await query(db.url, 'select 1 as x'), [{ x: 1 }]);
  await db.stop();
  // The first initdb, an orphan now, may have got in the way of its removal; it ends on its own.
  const remnants = () => readdirSync(home).filter((name) => name.startsWith('initdb-'));
  for (let tries = 0; remnants().length > 0 && tries < 20; tries += 1) await (await start()).stop();
  t.same(remnants(), []);
});

t.test(
  'root below a closed home: the database is kept elsewhere, and stays',
  { skip: !IS_ROOT },
  async (t) => {
    const { parent, dataDir, start, logged } = arrange(t, { fresh: true });
    chmodSync(parent, 0o700);
    const first = await start();
    const notice = logged.find(({ message }) => /kept elsewhere/.test(message));
    t.match(notice?.fields, { dataDir, database: String, uid: Number });
    t.notOk(clusterOf(dataDir).startsWith(parent));
    t.equal(readFileSync(join(clusterOf(dataDir), '..', 'DATA_DIR'), 'utf8'), `${dataDir}\n`);
    await query(first.url, 'create table kept as select 1 as x');
    await first.stop();
    const again = await start();
    t.same(await query(again.url, 'select x from kept'), [{ x: 1 }]);
    t.equal(await connectUrlOf(dataDir), again.url);
    await again.stop();
    t.equal(logged.filter(({ message }) => /kept elsewhere/.test(message)).length, 1);
  },
);

t.test('a database elsewhere that is gone is not replaced by an empty one', { skip: !IS_ROOT }, async (t) => {
  const { parent, dataDir, start } = arrange(t, { fresh: true });
  const gone = join(parent, 'gone');
  mkdirSync(join(dataDir, 'postgres'), { recursive: true });
  writeFileSync(join(dataDir, 'postgres', 'location'), gone);
  await t.rejects(start(), { message: new RegExp(`was kept in ${gone}, which is gone.*delete .*location`) });
});

const nobodyRuns =
  IS_ROOT &&
  spawnSync('env', ['-u', 'NODE_OPTIONS', process.execPath, fileURLToPath(MODULE)], { ...NOBODY, cwd: '/' })
    .status === 0;
t.test(
  'an ordinary user starts it as itself',
  { skip: !nobodyRuns && 'not root, or closed to others' },
  async (t) => {
    const { dataDir, parent, start } = arrange(t, { fresh: true });
    chownSync(parent, NOBODY.uid, NOBODY.gid);
    chmodSync(parent, 0o700);
    const user = spawnUser(t, dataDir, NOBODY);
    const { url, adopted } = await user.started;
    t.equal(adopted, false);
    await query(url, 'create table kept as select 1 as x');
    t.equal(statSync(clusterOf(dataDir)).uid, NOBODY.uid);
    user.child.stdin!.end();
    t.equal(await user.ended, 0);

    // Root on a directory of that user, and the user once more.
    const db = await start();
    t.same(await query(db.url, 'select x from kept'), [{ x: 1 }]);
    await db.stop();
    const again = spawnUser(t, dataDir, NOBODY);
    t.equal((await again.started).adopted, false);
    again.child.stdin!.end();
    t.equal(await again.ended, 0);
  },
);

t.test('a server that does not get ready in time is an error with the end of its log', async (t) => {
  const { dataDir, start } = arrange(t);
  const db = await start();
  const pid = postmasterPid(dataDir)!;
  process.kill(pid, 'SIGSTOP');
  try {
    await t.rejects(start({ startTimeoutMs: 300 }), {
      message: new RegExp(
        `process ${pid}\\) was not ready after 300 ms\\. The end of .*\\.log:\\n.*LOG: `,
        's',
      ),
    });
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  t.same(await query(db.url, 'select 1 as x'), [{ x: 1 }], 'which is not stopped: others use it');
  await db.stop();
});

t.test('a server that ends while it starts is an error with the end of its log', async (t) => {
  const { start } = arrange(t);
  await t.rejects(start({ settings: { shared_buffers: 'plenty' } }), {
    message: /ended while it started\. The end of .*start\.log:\n.*invalid value.*shared_buffers.*plenty/s,
  });
});

t.test('a port that somebody took meanwhile is replaced', async (t) => {
  const { dataDir, start } = arrange(t);
  const blocker = await start();
  const port = Number(new URL(blocker.url).port);
  const other = arrange(t);
  writeFileSync(join(other.dataDir, 'postgres', 'state.json'), JSON.stringify({ port }));
  const db: EmbeddedDatabase = await other.start();
  t.not(new URL(db.url).port, String(port));
  await db.stop();
  await blocker.stop();
  t.equal(postmasterPid(dataDir), null);
  const refused = await new Promise((resolve) => connect(port, '127.0.0.1').once('error', resolve));
  t.match(refused, { code: 'ECONNREFUSED' });
});

t.test('a directory that others could have prepared is refused', async (t) => {
  const { dataDir, start } = arrange(t, { fresh: true });
  mkdirSync(join(dataDir, 'postgres'), { recursive: true });
  chmodSync(join(dataDir, 'postgres'), 0o777);
  await t.rejects(start(), {
    message: /postgres must be a directory that belongs to user \d+ and that only this user/,
  });
});
