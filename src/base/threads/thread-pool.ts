import { setTimeout as delay } from 'node:timers/promises';
import { Piscina } from 'piscina';
import type { MetricReader } from '../metrics/metric-reader.js';
import { threadReadings } from '../metrics/use-readings.js';
import { THREAD_ARGUMENTS } from './arguments.js';
import { buffersOf } from './buffers-of.js';
import { detachEarly } from './detach-early.js';
import { entryOf } from './entry.js';
import { FairQueue, type TaskOwner } from './fair-queue.js';
import type { ThreadUse } from './thread-use.js';

export interface ThreadPoolOptions {
  databaseUrl: string;
  /** Threads that compute. Two more write, which is mostly waiting, and one is kept for prompt tasks. */
  workers: number;
  /** Default: workers/tasks.js. */
  filename?: string;
  taskDeadlineMs?: number;
  /** true: each thread starts when a task finds none free. Default: all start at once. */
  startWhenNeeded?: boolean;
  /** Is told of a thread that fails without a task: unheard, that would end the process. */
  onError?: (error: unknown) => void;
}

/** A longer task is stuck: its thread is ended and replaced. Above the time-out of a writer's statement. */
const TASK_DEADLINE_MS = 60_000;

/** Tasks of `workers/tasks.ts` as functions. Each room declares here those that it runs. */
export interface ThreadTasks {
  /** The service and the threads agree on the task; the pool hands it on. */
  warmUp(task: never): WarmUpSlice;
}

type AnyTask = (task: never) => unknown;
type TaskNames<Tasks> = { [Name in keyof Tasks]: Tasks[Name] extends AnyTask ? Name : never }[keyof Tasks] &
  string;
type TaskOf<Task> = Task extends AnyTask ? Parameters<Task>[0] : never;
type AnswerOf<Task> = Task extends AnyTask ? Awaited<ReturnType<Task>> : never;

/** Functions of a thread that do the tasks. */
export type TaskFunctions<Tasks = ThreadTasks> = {
  readonly [Name in keyof Tasks]: (
    task: TaskOf<Tasks[Name]>,
  ) => AnswerOf<Tasks[Name]> | Promise<AnswerOf<Tasks[Name]>>;
};

/** Runs tasks on threads. */
export interface Threads<Tasks = ThreadTasks> {
  /**
   * @param given part of the task whose buffers are handed over instead of copied
   * @throws the function's error, without its class and members; an AbortError after the deadline, and when
   * the pool is closed
   */
  run<Name extends TaskNames<Tasks>>(
    name: Name,
    task: TaskOf<Tasks[Name]>,
    given?: unknown,
  ): Promise<AnswerOf<Tasks[Name]>>;
}

/** Threads of one priority. */
interface Group {
  readonly piscina: Piscina;
  readonly threads: number;
}

/** Owner of tasks that belong to no account. */
const NO_ACCOUNT: TaskOwner = { accountId: 0, prompt: false };

/** Interval at which the warm-up checks for free threads. */
const WARM_UP_LOOK_MS = 100;

/** Answer of a thread to a slice of the warm-up. */
export interface WarmUpSlice {
  threadId: number;
  isWarm: boolean;
}

/**
 * A thread that needs more memory is ended with its task; buffers do not count. One allocation that meets the
 * limit ends the whole process instead (V8: "Reached heap limit"), so no task makes an object for each byte
 * or cell of its input. Blocks leave little behind, so a small young generation costs nothing measurable once
 * a thread is warm: 600,000 rows took 5.8 and 6.5 s of processor time with 6 MB, 6.2 and 6.1 s with 16 MB;
 * warm-up and first import together took some 1.5 s more than 13.7 s. The peak of the process was 400 MB
 * instead of 460 MB.
 */
export const THREAD_LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 6 };

/**
 * The threads of `workers/tasks.ts`, which compute for imports and exports. Tasks queue here, where accounts
 * take turns, and no more tasks are started than there are threads, so that a task's deadline covers its work
 * and not its wait. Callers bound the number of waiting tasks. One thread is for prompt tasks alone: even
 * when all others wait for a lock, a prompt task begins at once. It has the priority of the main thread:
 * beside eight large imports on two cores the three tasks of a batch of one row take 29 ms, and 59 with that
 * of the others.
 */
export class ThreadPool<Tasks = ThreadTasks> implements Threads<Tasks> {
  readonly #shared: Group;
  /** The thread for prompt tasks. */
  readonly #reserved: Group;
  readonly #taskDeadlineMs: number;
  readonly #closing = new AbortController();
  /** A turn is a thread. */
  readonly #turns: FairQueue;
  #wakeWarmUp = (): void => {};
  /** Ids of warm threads. */
  #warm = new Set<number>();

  constructor({
    databaseUrl,
    workers,
    filename = entryOf('tasks').href,
    taskDeadlineMs = TASK_DEADLINE_MS,
    startWhenNeeded = false,
    onError = () => {},
  }: ThreadPoolOptions) {
    detachEarly();
    this.#taskDeadlineMs = taskDeadlineMs;
    const start = (threads: number, givesWay: boolean): Group => {
      const piscina = new Piscina({
        filename,
        // Threads start at once and stay, unless asked otherwise: threads that come and go are cold when an
        // import needs them (the first import after a start ran at 0.77 of the speed of the second, with this
        // at 0.85).
        minThreads: startWhenNeeded ? 0 : threads,
        maxThreads: threads,
        idleTimeout: Number.POSITIVE_INFINITY,
        resourceLimits: THREAD_LIMITS,
        execArgv: [...THREAD_ARGUMENTS],
        workerData: { databaseUrl, givesWay },
      });
      piscina.on('workerCreate', () => this.#wakeWarmUp());
      piscina.on('error', onError);
      return { piscina, threads };
    };
    this.#shared = start(workers + 2, true);
    this.#reserved = start(1, false);
    const limit = this.#shared.threads + this.#reserved.threads;
    this.#turns = new FairQueue({
      what: 'tasks',
      limit,
      limitOfAccount: limit,
      reserved: this.#reserved.threads,
      // Tasks have a deadline of their own.
      maxHoldMs: 2 * taskDeadlineMs,
    });
  }

  /** Load, without the warm-up. */
  get use(): ThreadUse {
    const { limit, running: busy, waiting, oldestWaitingSeconds } = this.#turns;
    return { limit, busy, waiting, oldestWaitingSeconds };
  }

  get metrics(): MetricReader[] {
    return threadReadings({ imports: () => this.use });
  }

  /** These threads, for tasks of an account. */
  for(owner: TaskOwner): Threads<Tasks> {
    return { run: (name, task, given) => this.#run(owner, name, task, given) };
  }

  run<Name extends TaskNames<Tasks>>(
    name: Name,
    task: TaskOf<Tasks[Name]>,
    given?: unknown,
  ): Promise<AnswerOf<Tasks[Name]>> {
    return this.#run(NO_ACCOUNT, name, task, given);
  }

  #run<T>(owner: TaskOwner, name: string, task: unknown, given: unknown): Promise<T> {
    return this.#turns.run(owner, ({ isReserved }) =>
      this.#start<T>(isReserved ? this.#reserved : this.#shared, name, task, buffersOf(given)),
    );
  }

  /**
   * Lets each thread, replacements included, compile the code of imports and connect to the database: in
   * short slices (`import/prepare/warm-up.ts`), while there are no other tasks. A task that arrives meanwhile
   * waits for one slice at most.
   * @param onWarm called when all current threads are warm
   * @param task argument of a slice
   * @returns when the pool is closed, or a thread fails at it
   */
  async keepWarm(onWarm: () => void = () => {}, task: () => unknown = () => ({})): Promise<void> {
    const { signal } = this.#closing;
    try {
      for (;;) {
        signal.throwIfAborted();
        while (this.#turns.running > 0) await delay(WARM_UP_LOOK_MS, undefined, { signal, ref: false });
        const warm = this.#warm;
        const groups = [this.#shared, this.#reserved];
        const threads = groups.flatMap((group) =>
          group.piscina.threads.map(({ threadId }) => ({ group, threadId })),
        );
        if (threads.some(({ threadId }) => !warm.has(threadId))) {
          // One slice for each thread.
          const slices = await Promise.all(
            threads.map(({ group }) => this.#start<WarmUpSlice>(group, 'warmUp', task())),
          );
          for (const { threadId, isWarm } of slices) if (isWarm) warm.add(threadId);
        } else {
          onWarm();
          await new Promise<void>((resolve) => {
            this.#wakeWarmUp = resolve;
          });
        }
      }
    } catch {
      // Imports work without a warm-up, and report a defect of a thread themselves.
    }
  }

  /** Warms the threads again, as there is more code to compile. */
  warmUpAgain(): void {
    this.#warm = new Set();
    this.#wakeWarmUp();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#wakeWarmUp();
    await Promise.all([this.#shared.piscina.destroy(), this.#reserved.piscina.destroy()]);
  }

  #start<T>({ piscina }: Group, name: string, task: unknown, transferList: ArrayBuffer[] = []): Promise<T> {
    return piscina.run(task, { name, transferList, signal: AbortSignal.timeout(this.#taskDeadlineMs) });
  }
}
