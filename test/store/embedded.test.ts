import { chmodSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import t from 'tap';
import { connectUrlOf, type EmbeddedDatabase } from '../../src/store/embedded.js';
import {
  arrange,
  hasOwnBinaries,
  makeSeed,
  postmasterPid,
  query,
  spawnUser,
  until,
} from '../support/embedded.js';

// Servers start and stop: slow where the machine is busy.
t.setTimeout(900_000);
const seed = await makeSeed(t);

t.test('the first start makes a database, and a restart finds its data', async (t) => {
  const { dataDir, start, messages } = arrange(t);
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
    ...(hasOwnBinaries(dataDir)
      ? ['PostgreSQL cannot be run from where it is installed: its programs are copied']
      : []),
    'PostgreSQL started',
    'PostgreSQL stopped',
    'PostgreSQL started',
    'PostgreSQL stopped',
  ]);
});

t.test('without the password nobody gets in', async (t) => {
  const { start } = arrange(t, seed);
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

t.test('a second instance uses the running server, and the last one stops it', async (t) => {
  const { dataDir, start, messages } = arrange(t, seed);
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
  const { dataDir } = arrange(t);
  const users = Array.from({ length: 4 }, () => spawnUser(t, dataDir));
  const started = await Promise.all(users.map(({ started }) => started));
  t.equal(new Set(started.map(({ url }) => url)).size, 1);
  t.same(started.map(({ adopted }) => adopted).sort(), [false, true, true, true]);
  for (const { child } of users) child.stdin!.end();
  t.same(await Promise.all(users.map(({ ended }) => ended)), [0, 0, 0, 0]);
  t.equal(postmasterPid(dataDir), null);
});

t.test('a server that does not get ready in time is an error with the end of its log', async (t) => {
  const { dataDir, start } = arrange(t, seed);
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
  const { start } = arrange(t, seed);
  await t.rejects(start({ settings: { shared_buffers: 'plenty' } }), {
    message: /ended while it started\. The end of .*start\.log:\n.*invalid value.*shared_buffers.*plenty/s,
  });
});

t.test('a port that somebody took meanwhile is replaced', async (t) => {
  const { dataDir, start } = arrange(t, seed);
  const blocker = await start();
  const port = Number(new URL(blocker.url).port);
  const other = arrange(t, seed);
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
  const { dataDir, start } = arrange(t);
  mkdirSync(join(dataDir, 'postgres'), { recursive: true });
  chmodSync(join(dataDir, 'postgres'), 0o777);
  await t.rejects(start(), {
    message: /postgres must be a directory that belongs to user \d+ and is writable by this user only/,
  });
});

t.test(
  'a server that was killed is started again at the same address, with all that was committed',
  async (t) => {
    const { dataDir, start, messages } = arrange(t, seed);
    const database = await start();
    await query(database.url, `create table kept (x int); insert into kept values (1)`);
    for (let kill = 0; kill < 2; kill++) {
      const pid = postmasterPid(dataDir)!;
      process.kill(pid, 'SIGKILL');
      await until(() => (postmasterPid(dataDir) ?? pid) !== pid);
      await until(() => messages().filter((message) => message === 'PostgreSQL is back').length === kill + 1);
      t.same(await query(database.url, 'select x from kept'), [{ x: 1 }]);
    }
    await database.stop();
    t.equal(postmasterPid(dataDir), null, 'a stop is no accident');
  },
);
