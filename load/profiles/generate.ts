import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { LaneContents } from './lane.js';
import { addRecords, emptyRecords, type Records } from './records.js';
import type { ThreadMessage, ThreadTask } from './thread-task.js';

/** One interval of all threads, or the whole run. */
export interface Seen {
  records: Records;
  seconds: number;
  /** Busy share of the busiest thread. */
  busy: number;
}

export interface Generated extends Seen {
  /** Expected contents of the maps that were imported into. */
  lanes: LaneContents[];
}

/** Totals before they are divided among the threads. */
export interface Load
  extends Omit<ThreadTask, 'connections' | 'firstConnection' | 'offsetMs' | 'lanes' | 'pictures'> {
  connections: number;
  threads: number;
  /** New pictures of all threads. */
  pictures: number;
}

/** Share of `all` for the thread with this number. */
const shareOf = (all: number, thread: number, threads: number): number =>
  Math.floor(all / threads) + (thread < all % threads ? 1 : 0);

function shareOut({ connections, threads, ...common }: Load): ThreadTask[] {
  const lanes = common.seeded.laneMapIds.map((mapId, number) => ({ mapId, number }));
  let firstConnection = 0;
  return Array.from({ length: Math.min(threads, connections) }, (_, thread) => {
    const used = Math.min(threads, connections);
    const own = shareOf(connections, thread, used);
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
 * @param onInterval called with each interval that all threads have ended
 * @param stop ends the run early
 */
export async function generate(
  load: Load,
  onInterval: (seen: Seen) => void,
  stop: AbortSignal,
): Promise<Generated> {
  const workers = shareOut(load).map(
    (task) => new Worker(new URL('./thread.js', import.meta.url), { workerData: task }),
  );
  const total: Generated = { records: emptyRecords(), seconds: 0, busy: 0, lanes: [] };
  const intervals = new Intervals(workers.length, (seen) => {
    addRecords(total.records, seen.records);
    total.seconds += seen.seconds;
    if (seen.seconds > 0) total.busy += ((seen.busy - total.busy) * seen.seconds) / total.seconds;
    onInterval(seen);
  });
  const stopAll = (): void => {
    for (const worker of workers) worker.postMessage('stop');
  };
  try {
    await Promise.all(workers.map((worker) => once(worker, 'message')));
    const ended = workers.map((worker, thread) =>
      follow(worker, (message) => {
        if (message.is === 'records') intervals.add(thread, message);
        else if (message.is === 'end') total.lanes.push(...message.lanes);
      }),
    );
    for (const worker of workers) worker.postMessage('begin');
    if (stop.aborted) stopAll();
    stop.addEventListener('abort', stopAll, { once: true });
    await Promise.all(ended);
    intervals.end();
    return total;
  } finally {
    stop.removeEventListener('abort', stopAll);
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}

/** Follows a thread until it reports its end. */
function follow(worker: Worker, on: (message: ThreadMessage) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('a thread of the generator has ended')));
    worker.on('message', (message: ThreadMessage) => {
      on(message);
      if (message.is === 'end') resolve();
    });
  });
}

type Told = Extract<ThreadMessage, { is: 'records' }>;

/** Merges the n-th intervals of all threads. */
class Intervals {
  readonly #waiting: Told[][];

  constructor(
    threads: number,
    private readonly on: (seen: Seen) => void,
  ) {
    this.#waiting = Array.from({ length: threads }, () => []);
  }

  add(thread: number, message: Told): void {
    this.#waiting[thread]!.push(message);
    if (this.#waiting.every((messages) => messages.length > 0)) this.#sumFirst();
  }

  /** Threads may differ by one interval when the run ends. */
  end(): void {
    while (this.#waiting.some((messages) => messages.length > 0)) this.#sumFirst();
  }

  #sumFirst(): void {
    const together = this.#waiting.flatMap((messages) => messages.splice(0, 1));
    const records = emptyRecords();
    for (const one of together) addRecords(records, one.records);
    this.on({
      records,
      seconds: Math.max(...together.map(({ seconds }) => seconds)),
      busy: Math.max(...together.map(({ busy }) => busy)),
    });
  }
}
