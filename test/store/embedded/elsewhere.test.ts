import { spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { claimHome, removeAbandonedHomes } from '../../../src/store/embedded/elsewhere.js';
import { until } from '../../support/embedded.js';

// Only root has a server user that may not reach DATA_DIR.
const skip = process.getuid?.() !== 0 && 'not root';

/** A directory of homes, and a DATA_DIR that has claimed one of them. */
async function arrange(t: Test) {
  const root = mkdtempSync(join(tmpdir(), 'cartload-elsewhere-'));
  t.teardown(() => rmSync(root, { recursive: true, force: true }));
  const homes = join(root, 'homes');
  const dataDir = join(root, 'data');
  const home = join(homes, 'cartload-Abc123');
  mkdirSync(join(home, 'cluster'), { recursive: true });
  const control = join(dataDir, 'postgres');
  mkdirSync(control, { recursive: true });
  writeFileSync(join(control, 'location'), `${home}\n`);
  t.equal(await claimHome(home, control), true);
  const logged: unknown[] = [];
  const removeAbandoned = () =>
    removeAbandonedHomes((message, fields) => logged.push({ message, fields }), [homes]);
  /** Whatever was noted was noted so long ago. */
  const pass = (days: number): void => {
    for (const name of readdirSync(homes)) {
      const note = join(homes, name, 'abandoned');
      const at = new Date(Date.now() - days * 86_400_000);
      if (existsSync(note)) utimesSync(note, at, at);
    }
  };
  /** Notes what is abandoned, and comes again when its time is over. */
  const removeInTime = async (): Promise<void> => {
    await removeAbandoned();
    pass(31);
    await removeAbandoned();
  };
  return { root, homes, home, dataDir, control, logged, removeAbandoned, removeInTime, pass };
}

t.test(
  'a database whose DATA_DIR was deleted is kept for 30 days, and the log says so',
  { skip },
  async (t) => {
    const { homes, home, dataDir, logged, removeAbandoned, pass } = await arrange(t);
    rmSync(dataDir, { recursive: true });
    await removeAbandoned();
    await removeAbandoned();
    pass(29);
    await removeAbandoned();
    t.same(readdirSync(homes), ['cartload-Abc123']);
    t.match(logged, [
      {
        message:
          /^a database kept outside its DATA_DIR, which was deleted, is removed in 30 days: write its path into /,
        fields: { dataDir, database: home },
      },
    ]);
    pass(31);
    await removeAbandoned();
    t.same(readdirSync(homes), []);
    t.same(logged.slice(1), [
      {
        message: 'a database kept outside its DATA_DIR, which was deleted, is removed',
        fields: { dataDir, database: home },
      },
    ]);
  },
);

t.test(
  'one whose DATA_DIR came back meanwhile is kept for 30 days more when it goes again',
  { skip },
  async (t) => {
    const { homes, home, dataDir, control, removeAbandoned, pass } = await arrange(t);
    rmSync(dataDir, { recursive: true });
    await removeAbandoned();
    pass(31);
    mkdirSync(control, { recursive: true });
    writeFileSync(join(control, 'location'), `${home}\n`);
    await removeAbandoned();
    rmSync(dataDir, { recursive: true });
    await removeAbandoned();
    t.same(readdirSync(homes), ['cartload-Abc123']);
  },
);

t.test('one whose DATA_DIR was made anew at the same path is removed, too', { skip }, async (t) => {
  const { homes, home, dataDir, control, removeInTime } = await arrange(t);
  rmSync(dataDir, { recursive: true });
  mkdirSync(control, { recursive: true });
  await removeInTime();
  t.notOk(existsSync(home));
  const other = join(homes, 'cartload-Def456');
  mkdirSync(other);
  writeFileSync(join(control, 'location'), `${other}\n`);
  await claimHome(other, control);
  await removeInTime();
  t.same(readdirSync(homes), ['cartload-Def456']);
});

t.test('one whose DATA_DIR is there, was moved or was brought back is kept', { skip }, async (t) => {
  const { root, homes, home, dataDir, control, logged, removeInTime } = await arrange(t);
  const kept = async (when: string) => {
    await removeInTime();
    t.same({ homes: readdirSync(homes), logged }, { homes: ['cartload-Abc123'], logged: [] }, when);
  };
  await kept('there');
  renameSync(dataDir, join(root, 'moved'));
  await kept('moved');
  rmSync(join(root, 'moved'), { recursive: true });
  mkdirSync(control, { recursive: true });
  writeFileSync(join(control, 'location'), `${home}\n`);
  await kept('brought back from a backup');
  rmSync(control, { recursive: true });
  mkdirSync(join(control, 'location'), { recursive: true });
  await kept('something that cannot be read is where it was');
});

t.test(
  'a DATA_DIR that was copied and claimed keeps its database without the first one',
  {
    skip,
  },
  async (t) => {
    const { root, home, dataDir, removeInTime } = await arrange(t);
    const copy = join(root, 'copy', 'postgres');
    mkdirSync(copy, { recursive: true });
    writeFileSync(join(copy, 'location'), `${home}\n`);
    t.equal(await claimHome(home, copy), true);
    t.equal(readFileSync(join(home, 'DATA_DIR'), 'utf8'), `${join(root, 'copy')}\n`);
    rmSync(dataDir, { recursive: true });
    renameSync(join(root, 'copy'), join(root, 'moved'));
    await removeInTime();
    t.ok(existsSync(home));
  },
);

const noProc = skip || (process.platform !== 'linux' && 'no /proc');
t.test('one that a server runs in is kept until it has ended', { skip: noProc }, async (t) => {
  const { homes, home, dataDir, removeInTime } = await arrange(t);
  const cluster = join(home, 'cluster');
  // Marks that a postmaster is recognised by: its name and its directory.
  const server = spawn('sleep', ['60'], { argv0: 'postgres', cwd: cluster });
  t.teardown(() => server.kill('SIGKILL'));
  await until(() => readFileSync(`/proc/${server.pid}/cmdline`, 'utf8').startsWith('postgres'));
  writeFileSync(
    join(cluster, 'postmaster.pid'),
    `${server.pid}\n${cluster}\n1700000000\n5432\n\n127.0.0.1\n`,
  );
  rmSync(dataDir, { recursive: true });
  await removeInTime();
  t.same(readdirSync(homes), ['cartload-Abc123']);
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGKILL');
  await ended;
  await removeInTime();
  t.same(readdirSync(homes), []);
});

t.test('one without a link, without a path or that others may write is kept', { skip }, async (t) => {
  for (const spoil of [
    (home: string) => rmSync(join(home, 'location')),
    (home: string) => rmSync(join(home, 'DATA_DIR')),
    (home: string) => chmodSync(home, 0o777),
    (home: string) => renameSync(home, `${home}-renamed`),
  ]) {
    const { homes, home, dataDir, removeInTime } = await arrange(t);
    rmSync(dataDir, { recursive: true });
    spoil(home);
    await removeInTime();
    t.equal(readdirSync(homes).length, 1, String(spoil));
  }
});

t.test('several processes that remove at once, beside one that claims, lose nothing', { skip }, async (t) => {
  const { homes, home, dataDir, control, logged, removeInTime } = await arrange(t);
  rmSync(dataDir, { recursive: true });
  mkdirSync(control, { recursive: true });
  writeFileSync(join(control, 'location'), `${home}\n`);
  const [claimed] = await Promise.all([claimHome(home, control), ...Array.from({ length: 4 }, removeInTime)]);
  t.equal(claimed, true);
  t.same({ homes: readdirSync(homes), logged }, { homes: ['cartload-Abc123'], logged: [] });

  rmSync(dataDir, { recursive: true });
  await Promise.all(Array.from({ length: 4 }, removeInTime));
  // Those that met may all have stepped back.
  await removeInTime();
  t.same(readdirSync(homes), []);
  t.equal(logged.length, 2);
  t.equal(await claimHome(home, control), false, 'what is gone cannot be claimed');
});

t.test('a removal that was interrupted is completed', { skip }, async (t) => {
  const { homes, removeInTime } = await arrange(t);
  mkdirSync(join(homes, 'cartload-removed-0123456789ab', 'cluster'), { recursive: true });
  await removeInTime();
  t.same(readdirSync(homes), ['cartload-Abc123']);
});
