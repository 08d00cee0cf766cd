import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { connectUrlOf } from '../../../src/store/embedded.js';
import { arrange, clusterOf, postmasterPid, query, spawnUser, until } from '../../support/embedded.js';

const IS_ROOT = process.getuid?.() === 0;
const NOBODY = { uid: 65534, gid: 65534 };
const MODULE = new URL('../../../src/store/embedded.js', import.meta.url);

/** Where PostgreSQL's user can be set down in a directory that it may not reach. */
const ENCLOSES = IS_ROOT && process.platform === 'linux';

t.test(
  'root below a closed home: the database lies in DATA_DIR all the same',
  { skip: !ENCLOSES },
  async (t) => {
    const { parent, dataDir, start, messages } = arrange(t);
    chmodSync(parent, 0o700);
    const first = await start();
    t.equal(clusterOf(dataDir), join(dataDir, 'postgres', 'cluster'));
    t.not(statSync(clusterOf(dataDir)).uid, 0);
    await query(first.url, 'create table kept as select 1 as x');
    const second = await start();
    t.equal(second.adopted, true, 'a second one uses it');
    await second.stop();
    process.kill(postmasterPid(dataDir)!, 'SIGKILL');
    await until(() => messages().includes('PostgreSQL is back'));
    t.same(await query(first.url, 'select x from kept'), [{ x: 1 }], 'it is started again when it is killed');
    await first.stop();
  },
);

t.test(
  'a copy of DATA_DIR below a closed home is all there is of a database',
  { skip: !ENCLOSES },
  async (t) => {
    const { parent, dataDir, start } = arrange(t);
    chmodSync(parent, 0o700);
    const first = await start();
    await query(first.url, 'create table kept as select 1 as x');
    await first.stop();
    execFileSync('cp', ['-a', dataDir, join(parent, 'copy')]);
    rmSync(dataDir, { recursive: true });
    await (await start()).stop();
    rmSync(dataDir, { recursive: true });
    renameSync(join(parent, 'copy'), dataDir);
    const again = await start();
    t.same(await query(again.url, 'select x from kept'), [{ x: 1 }]);
    t.equal(await connectUrlOf(dataDir), again.url);
    await again.stop();
    chmodSync(parent, 0o755);
    const open = await start();
    t.same(await query(open.url, 'select x from kept'), [{ x: 1 }], 'opened to all');
    await open.stop();
  },
);

const nobodyRuns =
  IS_ROOT &&
  spawnSync('env', ['-u', 'NODE_OPTIONS', process.execPath, fileURLToPath(MODULE)], { ...NOBODY, cwd: '/' })
    .status === 0;
t.test(
  'an ordinary user starts it as itself',
  { skip: !nobodyRuns && 'not root, or closed to others' },
  async (t) => {
    const { dataDir, parent, start } = arrange(t);
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
