import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import type { Test } from 'tap';
import { FairQueue } from '../../src/base/threads/fair-queue.js';

const never = new AbortController().signal;

export const caller = (accountId: number, signal = never) => ({ accountId, signal });

/** Two turns at a time, for files. */
export const twoTurns = (): FairQueue =>
  new FairQueue({ what: 'files', limit: () => 2, maxWaitingOfAccount: 9, maxWaiting: 9, maxWaitMs: 60_000 });

/** Threads that start from now on, and a function that resolves when all of them are gone. */
export function watchThreads(t: Pick<Test, 'teardown'>) {
  const started: Worker[] = [];
  const onWorker = (worker: Worker): void => {
    started.push(worker);
  };
  process.on('worker', onWorker);
  t.teardown(() => process.off('worker', onWorker));
  const allGone = async (): Promise<void> => {
    for (const worker of started.splice(0)) if (worker.threadId !== -1) await once(worker, 'exit');
  };
  return { started, allGone };
}
