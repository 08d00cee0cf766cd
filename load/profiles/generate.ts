import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { addRecords, emptyRecords } from './records.js';
import type { Measured, ThreadTask } from './thread.js';

/** Totals before they are divided among the threads. */
export interface Load extends Omit<ThreadTask, 'firstConnection' | 'offsetMs' | 'lanes'> {
  threads: number;
}

function shareOut({ connections, threads, ...common }: Load): ThreadTask[] {
  const used = Math.min(threads, connections);
  const lanes = common.seeded.laneMapIds.map((mapId, number) => ({ mapId, number }));
  let firstConnection = 0;
  return Array.from({ length: used }, (_, thread) => {
    const own = Math.floor(connections / used) + (thread < connections % used ? 1 : 0);
    const perSecond = common.perSecond === null ? null : (common.perSecond * own) / connections;
    const task = {
      ...common,
      connections: own,
      firstConnection,
      lanes: lanes.filter(({ number }) => number % used === thread),
      perSecond,
      pictures: Math.floor(common.pictures / used),
      offsetMs: perSecond === null ? 0 : ((1000 / perSecond) * thread) / used,
    };
    firstConnection += own;
    return task;
  });
}

/**
 * Runs the threads of the generator together.
 * @param onWarm called when the warm-up ends
 * @param stop ends the run early
 * @returns what all measured, and the busy share of the busiest
 */
export async function generate(load: Load, onWarm: () => void, stop: AbortSignal): Promise<Measured> {
  const workers = shareOut(load).map(
    (task) => new Worker(new URL('./thread.js', import.meta.url), { workerData: task }),
  );
  const tellAll = (message: string): void => {
    for (const worker of workers) worker.postMessage(message);
  };
  const stopAll = (): void => tellAll('stop');
  let warm: NodeJS.Timeout | undefined;
  try {
    await Promise.all(workers.map((worker) => once(worker, 'message')));
    const ended = Promise.all(workers.map((worker) => once(worker, 'message') as Promise<[Measured]>));
    tellAll('begin');
    warm = setTimeout(onWarm, load.warmUpSeconds * 1000);
    if (stop.aborted) stopAll();
    stop.addEventListener('abort', stopAll, { once: true });
    const total: Measured = { records: emptyRecords(), seconds: 0, busy: 0 };
    for (const [{ records, seconds, busy }] of await ended) {
      addRecords(total.records, records);
      total.seconds = Math.max(total.seconds, seconds);
      total.busy = Math.max(total.busy, busy);
    }
    return total;
  } finally {
    clearTimeout(warm);
    stop.removeEventListener('abort', stopAll);
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}
