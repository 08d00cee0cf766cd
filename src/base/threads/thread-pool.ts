import { setTimeout as delay } from 'node:timers/promises';
import { Piscina } from 'piscina';
import type { Reading } from '../metrics/reading.js';
import { threadReadings } from '../metrics/use-readings.js';
import { THREAD_ARGUMENTS } from './arguments.js';
import { FairLine, type TaskOwner } from './fair-line.js';
import type { ThreadUse } from './thread-use.js';

export interface ThreadPoolOptions {
  databaseUrl: string;
  /** Threads that compute; two more write, which is mostly waiting, and one is there for prompt tasks alone. */
  workers: number;
  /** Default: workers/tasks.js. Tests give one that misbehaves. */
  filename?: string;
  taskDeadlineMs?: number;
  /** Default: all at once. Otherwise each when a task finds none free. */
  startWhenNeeded?: boolean;
}

/** A task that takes longer is stuck: its thread is ended and replaced. Above the time-out of a writer's statement. */
const TASK_DEADLINE_MS = 60_000;

/** What runs tasks on threads. */
export interface Threads {
  /**
   * @param name of a function that the file of the threads exports
   * @param transferList taken away from the caller instead of copied
   * @throws what the function threw, without its class and members; an AbortError behind the deadline, and when the pool is closed
   */
  run<T>(name: string, task: unknown, transferList?: ArrayBuffer[]): Promise<T>;
}

/** Of tasks that are nobody's. */
const NOBODY: TaskOwner = { accountId: 0, prompt: false };

/** How often the warm-up looks whether the threads are free. */
const WARM_UP_LOOK_MS = 100;

interface WarmUpSlice {
  threadId: number;
  isWarm: boolean;
}

/**
 * A thread that needs more is ended with its task; buffers do not count. Blocks leave little behind, so that a small young generation
 * costs nothing that can be measured once a thread is warm: 600,000 rows took 5.8 and 6.5 s of processor time with 6 MB, 6.2 and 6.1 with
 * 16; warm-up and first import together some 1.5 s more of 13.7. The peak of the process was 400 MB instead of 460.
 */
export const THREAD_LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 6 };

/**
 * The threads of `workers/tasks.ts`: what imports and exports compute. Tasks wait in line here, where accounts take turns, and no more
 * of them are under way than there are threads, so that a deadline is that of the work and not of the wait. Callers bound how many
 * wait. Tasks that are not prompt leave one thread free: even where they all wait for a lock, a prompt one begins at once.
 */
export class ThreadPool implements Threads {
  readonly #piscina: Piscina;
  readonly #taskDeadlineMs: number;
  readonly #closing = new AbortController();
  readonly #threads: number;
  readonly #line = new FairLine<{ enter: () => void; sinceMs: number }>();
  /** Under way, others than those of the warm-up. */
  #tasks = 0;
  /** Of these. */
  #promptTasks = 0;
  #wakeWarmUp = (): void => {};
  /** Threads that are. */
  #warm = new Set<number>();

  constructor({
    databaseUrl,
    workers,
    filename,
    taskDeadlineMs = TASK_DEADLINE_MS,
    startWhenNeeded = false,
  }: ThreadPoolOptions) {
    this.#taskDeadlineMs = taskDeadlineMs;
    this.#threads = workers + 3;
    this.#piscina = new Piscina({
      filename: filename ?? new URL('../../../workers/tasks.js', import.meta.url).href,
      // All of them from the start, unless asked otherwise, and for good: threads that come and go are cold when an import needs them
      // (the first one after a start ran at 0.77 of the second, with this at 0.85).
      minThreads: startWhenNeeded ? 0 : this.#threads,
      maxThreads: this.#threads,
      idleTimeout: Number.POSITIVE_INFINITY,
      resourceLimits: THREAD_LIMITS,
      execArgv: [...THREAD_ARGUMENTS],
      workerData: { databaseUrl },
    });
    this.#piscina.on('workerCreate', () => this.#wakeWarmUp());
  }

  /** Without the warm-up. */
  get use(): ThreadUse {
    let oldestMs = 0;
    for (const { sinceMs } of this.#line.firsts()) oldestMs = Math.max(oldestMs, performance.now() - sinceMs);
    return {
      limit: this.#threads,
      busy: this.#tasks,
      waiting: this.#line.length,
      oldestWaitingSeconds: oldestMs / 1000,
    };
  }

  get metrics(): Reading[] {
    return threadReadings({ imports: () => this.use });
  }

  /** The same threads, for tasks of an account. */
  for(owner: TaskOwner): Threads {
    return { run: (name, task, transferList) => this.#run(owner, name, task, transferList) };
  }

  run<T>(name: string, task: unknown, transferList?: ArrayBuffer[]): Promise<T> {
    return this.#run(NOBODY, name, task, transferList);
  }

  async #run<T>(owner: TaskOwner, name: string, task: unknown, transferList: ArrayBuffer[] = []): Promise<T> {
    await this.#enter(owner);
    try {
      return await this.#start<T>(name, task, transferList);
    } finally {
      this.#leave(owner);
    }
  }

  /** Where there is a place for a task, nobody waits whose it could be: whoever leaves lets them in. */
  async #enter(owner: TaskOwner): Promise<void> {
    const begin = (): void => {
      this.#tasks++;
      if (owner.prompt) this.#promptTasks++;
    };
    if (this.#tasks < this.#threads && (owner.prompt || this.#hasPlaceForOthers)) return begin();
    await new Promise<void>((resolve) =>
      this.#line.push(owner, {
        enter: () => {
          begin();
          resolve();
        },
        sinceMs: performance.now(),
      }),
    );
  }

  #leave({ prompt }: TaskOwner): void {
    this.#tasks--;
    if (prompt) this.#promptTasks--;
    // Here and not when the promise has told them, so that nobody who comes later takes the place.
    this.#line.shift(!this.#hasPlaceForOthers)?.enter();
  }

  get #hasPlaceForOthers(): boolean {
    return this.#tasks - this.#promptTasks < this.#threads - 1;
  }

  /**
   * Lets each thread, and each that replaces one, compile what an import runs through and connect to the database: in short
   * slices (`import/prepare/warm-up.ts`), while there are no other tasks. A task that arrives meanwhile waits for one slice at most.
   * @param onWarm called when all threads that there are now are warm
   * @param task what a slice is given
   * @returns when the pool is closed, or threads failed at it
   */
  async keepWarm(onWarm: () => void = () => {}, task: () => unknown = () => ({})): Promise<void> {
    const { signal } = this.#closing;
    try {
      for (;;) {
        signal.throwIfAborted();
        while (this.#tasks > 0) await delay(WARM_UP_LOOK_MS, undefined, { signal, ref: false });
        const { threads } = this.#piscina;
        const warm = this.#warm;
        if (threads.some(({ threadId }) => !warm.has(threadId))) {
          // As many at once as there are threads: each gets one.
          const slices = await Promise.all(threads.map(() => this.#start<WarmUpSlice>('warmUp', task())));
          for (const { threadId, isWarm } of slices) if (isWarm) warm.add(threadId);
        } else {
          onWarm();
          await new Promise<void>((resolve) => {
            this.#wakeWarmUp = resolve;
          });
        }
      }
    } catch {
      // Imports go without: what is wrong with a thread, they will tell.
    }
  }

  /** There is more to be compiled than when the threads were warmed up. */
  warmUpAgain(): void {
    this.#warm = new Set();
    this.#wakeWarmUp();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#wakeWarmUp();
    await this.#piscina.destroy();
  }

  #start<T>(name: string, task: unknown, transferList: ArrayBuffer[] = []): Promise<T> {
    return this.#piscina.run(task, { name, transferList, signal: AbortSignal.timeout(this.#taskDeadlineMs) });
  }
}
