import { execFileSync, spawn } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { identityOf } from '../../../src/store/embedded/process.js';
import { connectUrlOf } from '../../../src/store/embedded.js';
import {
  arrange,
  clusterOf,
  makeSeed,
  postmasterPid,
  query,
  spawnUser,
  until,
} from '../../support/embedded.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const IS_ROOT = process.getuid?.() === 0;
// Servers start and stop: slow where the machine is busy.
t.setTimeout(900_000);
const seed = await makeSeed(t);

t.test('a server that outlived its process is adopted; stopping is safe to repeat', async (t) => {
  const { dataDir, start } = arrange(t, seed);
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
    const { dataDir, start } = arrange(t, seed);
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

t.test('a cluster of another major version says what to do, and stays as it is', async (t) => {
  const { dataDir, start } = arrange(t, seed);
  const path = join(clusterOf(dataDir), 'PG_VERSION');
  const version = readFileSync(path, 'utf8');
  writeFileSync(path, '17\n');
  await t.rejects(start(), {
    message:
      /cluster was made by PostgreSQL 17, and this version of cartload has PostgreSQL \d+: .*cartload backup DIR.*cartload restore DIR/,
  });
  t.equal(readFileSync(path, 'utf8'), '17\n');
  writeFileSync(path, version);
  await (await start()).stop();
});

t.test('the end of a server is logged as an error, with the end of its log', async (t) => {
  const { dataDir, start, logged } = arrange(t, seed);
  const db = await start();
  process.kill(postmasterPid(dataDir)!, 'SIGKILL');
  await until(() => logged.some(({ message }) => message === 'PostgreSQL is back'));
  t.match(
    logged.find(({ message }) => message === 'PostgreSQL ended unexpectedly: starting it again'),
    { level: 'error', fields: { log: /^The end of .*:\n/ } },
  );
  await db.stop();
});

/** Opens files until there is no descriptor left, and then asks whether a process lives. */
const WITHOUT_DESCRIPTORS = `
  import { openSync } from 'node:fs';
  const [, processes, servers, presences, directory, cluster] = process.argv;
  const { identityOf } = await import(processes);
  const { findServer, hasEnded, removeStalePidFile } = await import(servers);
  const { announce, present } = await import(presences);
  announce(directory);
  const own = { pid: process.pid, identity: identityOf(process.pid), port: 1 };
  const outcome = (work) => { try { return work(); } catch ({ code }) { return code; } };
  try { for (;;) openSync('/dev/null', 'r'); } catch {}
  const told = [() => identityOf(process.pid), () => findServer(cluster), () => removeStalePidFile(cluster),
    () => present(directory), () => hasEnded(own)].map(outcome);
  process.stdout.write(JSON.stringify(told));`;

t.test('without a free descriptor no live process is taken for a dead one', async (t) => {
  const directory = temporaryFolder(t);
  const cluster = join(directory, 'cluster');
  mkdirSync(cluster);
  mkdirSync(join(directory, 'users'));
  writeFileSync(join(cluster, 'postmaster.pid'), `${process.pid}\n\n\n5432\n`);
  const modules = ['process', 'server', 'presence'].map(
    (name) => new URL(`../../../src/store/embedded/${name}.js`, import.meta.url).href,
  );
  const node = [
    'env',
    '-u',
    'NODE_OPTIONS',
    process.execPath,
    '--input-type=module',
    '-e',
    WITHOUT_DESCRIPTORS,
  ];
  const output = execFileSync(
    'sh',
    ['-c', 'ulimit -n 100; exec "$@"', 'sh', ...node, ...modules, join(directory, 'users'), cluster],
    { encoding: 'utf8' },
  );
  t.same(JSON.parse(output), ['EMFILE', 'EMFILE', 'EMFILE', 'EMFILE', false]);
  t.equal(readdirSync(join(directory, 'users')).length, 1, 'its entry stays');
  t.ok(existsSync(join(cluster, 'postmaster.pid')));
});

t.test('after a kill of everything the next start recovers', async (t) => {
  const { dataDir, start } = arrange(t, seed);
  const { child, started, ended } = spawnUser(t, dataDir);
  await query((await started).url, 'create table kept as select 1 as x');
  const pid = postmasterPid(dataDir)!;
  const children = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, parent]) => parent === pid)
    .map(([own]) => own!);
  for (const victim of [child.pid!, pid, ...children]) {
    try {
      process.kill(victim, 'SIGKILL');
    } catch (error) {
      // A backend may end by itself, as its server does.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
  await ended;
  const db = await start();
  t.equal(db.adopted, false);
  t.same(await query(db.url, 'select x from kept'), [{ x: 1 }]);
  await db.stop();
});

t.test('a lock file that is not that of a live server keeps nobody from starting', async (t) => {
  const { dataDir, start } = arrange(t, seed);
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
  const { dataDir, start } = arrange(t);
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
