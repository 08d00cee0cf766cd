import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { connectUrlOf } from '../../../src/store/embedded.js';
import { arrange, clusterOf, query, spawnUser } from '../../support/embedded.js';

const IS_ROOT = process.getuid?.() === 0;
const NOBODY = { uid: 65534, gid: 65534 };
const MODULE = new URL('../../../src/store/embedded.js', import.meta.url);

t.test(
  'root below a closed home: the database is kept elsewhere, and stays',
  { skip: !IS_ROOT },
  async (t) => {
    const { parent, dataDir, start, logged } = arrange(t);
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

    const abandoned = dirname(clusterOf(dataDir));
    rmSync(dataDir, { recursive: true });
    await (await start()).stop();
    t.notOk(existsSync(abandoned), 'the next start removes the database of a DATA_DIR that was deleted');
    t.ok(existsSync(clusterOf(dataDir)));
  },
);

t.test('a database elsewhere that is gone is not replaced by an empty one', { skip: !IS_ROOT }, async (t) => {
  const { parent, dataDir, start } = arrange(t);
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
