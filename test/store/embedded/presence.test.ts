import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { announce, present, withdraw, withLock } from '../../../src/store/embedded/presence.js';
import { identityOf } from '../../../src/store/embedded/process.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

t.test('one at a time, whoever comes when', async (t) => {
  const directory = temporaryFolder(t);
  let inside = 0;
  const seen: number[] = [];
  const enter = async () => {
    inside += 1;
    seen.push(inside);
    await sleep(5);
    inside -= 1;
    return 'done';
  };
  const results = await Promise.all(Array.from({ length: 8 }, () => withLock(directory, 20_000, enter)));
  t.same(results, Array(8).fill('done'));
  t.same(seen, Array(8).fill(1));
  t.same(readdirSync(directory), []);
});

t.test('an action that fails lets the next one in', async (t) => {
  const directory = temporaryFolder(t);
  const failure = new Error('no');
  await t.rejects(
    withLock(directory, 1000, () => Promise.reject(failure)),
    failure,
  );
  t.equal(await withLock(directory, 1000, async () => 'next'), 'next');
});

t.test('waiting has an end, which names who is in front', async (t) => {
  const directory = temporaryFolder(t);
  const own = announce(directory);
  await t.rejects(
    withLock(directory, 50, async () => t.fail('must not run')),
    {
      message: `waited 50 ms for ${directory}, which is held by process ${process.pid}`,
    },
  );
  withdraw(directory, own);
  t.same(readdirSync(directory), []);
});

t.test(
  'entries of dead processes, and of a dead one whose pid is in use again, do not count and are removed',
  async (t) => {
    const directory = temporaryFolder(t);
    const identity = identityOf(process.pid);
    for (const name of [`2147483646-${identity}-00`, `${process.pid}-earlier-00`, 'not an entry']) {
      writeFileSync(join(directory, name), '');
    }
    const own = announce(directory);
    t.same(present(directory), [{ name: own, pid: process.pid }]);
    t.same(readdirSync(directory).sort(), [own, 'not an entry'].sort());
  },
);
