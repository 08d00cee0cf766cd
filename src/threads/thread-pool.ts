import { Piscina } from 'piscina';
import { THREAD_ARGUMENTS } from './arguments.js';

export interface ThreadPoolOptions {
  databaseUrl: string;
  /** Threads that compute; two more write, which is mostly waiting. */
  workers: number;
  /** Default: workers/tasks.js. Tests give one that misbehaves. */
  filename?: string;
  taskDeadlineMs?: number;
}

/** A task that takes longer is stuck: its thread is ended and replaced. Above the time-out of a writer's statement. */
const TASK_DEADLINE_MS = 60_000;

/**
 * A thread that needs more is ended with its task; buffers do not count. Blocks leave little behind, so that a
 * small young generation costs nothing measurable and saves 30 MB a thread.
 */
const THREAD_LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 };

/**
 * The threads of `workers/tasks.ts`: what imports and exports compute. Callers bound how many tasks wait: the pool's own limit
 * ignores tasks with a signal.
 */
export class ThreadPool {
  readonly #piscina: Piscina;
  readonly #taskDeadlineMs: number;

  constructor({ databaseUrl, workers, filename, taskDeadlineMs = TASK_DEADLINE_MS }: ThreadPoolOptions) {
    this.#taskDeadlineMs = taskDeadlineMs;
    this.#piscina = new Piscina({
      filename: filename ?? new URL('../../workers/tasks.js', import.meta.url).href,
      minThreads: workers,
      maxThreads: workers + 2,
      idleTimeout: 30_000,
      resourceLimits: THREAD_LIMITS,
      execArgv: [...THREAD_ARGUMENTS],
      workerData: { databaseUrl },
    });
  }

  /**
   * @param name of a function that the file of the threads exports
   * @param transferList taken away from the caller instead of copied
   * @throws what the function threw, without its class and members; an AbortError behind the deadline
   */
  run<T>(name: string, task: unknown, transferList: ArrayBuffer[] = []): Promise<T> {
    return this.#piscina.run(task, { name, transferList, signal: AbortSignal.timeout(this.#taskDeadlineMs) });
  }

  async close(): Promise<void> {
    await this.#piscina.destroy();
  }
}
