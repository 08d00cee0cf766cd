import t from 'tap';
import { ThreadPool } from '../../src/threads/thread-pool.js';

const WAITING = new URL('./waiting-worker.js', import.meta.url).href;
const WORKERS = 1;
/** Threads that compute, and two that write. */
const THREADS = WORKERS + 2;
const DEADLINE_MS = 1_500;
const TASK_MS = 500;

function arrange(): ThreadPool {
  const pool = new ThreadPool({
    databaseUrl: 'postgres://unused',
    workers: WORKERS,
    filename: WAITING,
    taskDeadlineMs: DEADLINE_MS,
  });
  t.teardown(() => pool.close());
  return pool;
}

t.test('the deadline of a task is that of its work: what waits in line for longer is done', async (t) => {
  const pool = arrange();
  const tasks = Array.from({ length: THREADS * 5 }, () => pool.run<number>('inferTable', TASK_MS));
  t.same(new Set(await Promise.all(tasks)), new Set([TASK_MS]));
});

t.test('a task that works for longer is ended, and those behind it are done', async (t) => {
  const pool = arrange();
  const stuck = Array.from({ length: THREADS }, () => pool.run('inferTable', DEADLINE_MS * 20));
  const behind = pool.run<number>('inferTable', 1);
  for (const task of stuck) await t.rejects(task, { name: 'AbortError' });
  t.equal(await behind, 1);
});
