import t, { type Test } from 'tap';
import { ThreadPool } from '../../../src/base/threads/thread-pool.js';

const WORKERS = 1;
/** Places for tasks that are not prompt: one that computes, two that write. */
const PLACES = WORKERS + 2;
const BUSY = { accountId: 1, prompt: false };

function arrange(t: Test, options: { taskDeadlineMs?: number; startWhenNeeded?: boolean } = {}) {
  const pool = new ThreadPool<typeof import('./waiting-worker.js')>({
    databaseUrl: 'postgres://nobody@127.0.0.1:9/none',
    workers: WORKERS,
    filename: new URL('./waiting-worker.js', import.meta.url).href,
    ...options,
  });
  t.teardown(() => pool.close());
  const ended: string[] = [];
  const echo = async (accountId: number, prompt: boolean, text: string) => {
    ended.push(await pool.for({ accountId, prompt }).run('echo', { text }));
  };
  const hold = () => {
    const flag = new Int32Array(new SharedArrayBuffer(4));
    const held = pool.for(BUSY).run('hold', { flag });
    return {
      letGo: () => {
        Atomics.store(flag, 0, 1);
        return held;
      },
    };
  };
  return { pool, ended, echo, hold };
}

t.test('a prompt task begins while the blocks of imports hold every place of theirs', async (t) => {
  const { ended, echo, hold } = arrange(t);
  const held = Array.from({ length: PLACES }, hold);
  const later = echo(1, false, 'behind');
  await echo(2, true, 'prompt');
  t.same(ended, ['prompt']);
  await Promise.all(held.map(({ letGo }) => letGo()));
  await later;
  t.same(ended, ['prompt', 'behind']);
});

t.test('the blocks of two accounts take turns', async (t) => {
  const { ended, echo, hold } = arrange(t);
  const held = Array.from({ length: PLACES }, hold);
  const tasks = [];
  for (let i = 1; i <= 4; i++) tasks.push(echo(1, false, `a${i}`));
  for (let i = 1; i <= 2; i++) tasks.push(echo(2, false, `b${i}`));
  // One place, so that they end in the order in which they begin.
  await held[0]!.letGo();
  await Promise.all(tasks);
  t.same(ended, ['a1', 'b1', 'a2', 'b2', 'a3', 'a4']);
  await Promise.all(held.map(({ letGo }) => letGo()));
});

t.test('a task that fails gives its place on', async (t) => {
  const { pool, ended, echo } = arrange(t);
  const failing = Array.from({ length: 20 }, () =>
    t.rejects(pool.run('nothing of that name' as 'echo', { text: '' })),
  );
  await Promise.all([...failing, echo(1, false, 'other'), echo(2, true, 'prompt')]);
  t.same(ended.sort(), ['other', 'prompt']);
});

t.test('the deadline of a task is that of its work: what waits in line for longer is done', async (t) => {
  const { pool } = arrange(t, { taskDeadlineMs: 1_500 });
  const tasks = Array.from({ length: PLACES * 5 }, () => pool.run('wait', 500));
  t.equal((await Promise.all(tasks)).length, PLACES * 5);
});

t.test('a task that works for longer is ended, and those behind it are done', async (t) => {
  const { pool, ended, echo } = arrange(t, { taskDeadlineMs: 1_500 });
  const stuck = Array.from({ length: PLACES }, () => pool.run('wait', 30_000));
  const behind = echo(1, false, 'behind');
  for (const task of stuck) await t.rejects(task, { name: 'AbortError' });
  await behind;
  t.same(ended, ['behind']);
});

t.test('threads that start when they are needed are none before, and then as many', async (t) => {
  let started = 0;
  const count = () => started++;
  process.on('worker', count);
  t.teardown(() => process.off('worker', count));
  const { ended, echo, hold } = arrange(t, { startWhenNeeded: true });
  t.equal(started, 0);
  await echo(1, false, 'first');
  t.equal(started, 1);
  const held = Array.from({ length: PLACES }, hold);
  await echo(2, true, 'prompt');
  t.equal(started, PLACES + 1);
  await Promise.all(held.map(({ letGo }) => letGo()));
  t.same(ended, ['first', 'prompt']);
  arrange(t);
  // Told of behind the call that starts them.
  await new Promise(setImmediate);
  t.equal(started, 2 * (PLACES + 1), 'others start at once');
});

t.test('threads that cannot start are told of, and end nothing else', async (t) => {
  let onError = (_: unknown): void => {};
  const told = new Promise((resolve) => {
    onError = resolve;
  });
  const pool = new ThreadPool<typeof import('./waiting-worker.js')>({
    databaseUrl: 'postgres://nobody@127.0.0.1:9/none',
    workers: WORKERS,
    filename: new URL('./no-such-worker.js', import.meta.url).href,
    onError,
  });
  t.teardown(() => pool.close());
  t.match(String(await told), 'no-such-worker');
});
