import { Worker } from 'node:worker_threads';
import { badRequest } from '../errors.js';
import { THREAD_ARGUMENTS } from './arguments.js';
import { THREAD_LIMITS } from './thread-pool.js';

/** Answer of a thread to a message; a refusal is for people. */
export type ThreadAnswer<T> = { readonly value: T } | { readonly refusal: string };

const TOO_LARGE =
  'The file takes more memory to be read than files of its size do: save it as .xlsx or as CSV, in parts where it is large';

/** A thread of its own that answers one message after the other, until it is ended. */
export class ThreadCalls {
  readonly #worker: Worker;
  readonly #signals: readonly AbortSignal[];
  /** When the thread is gone. */
  readonly ended: Promise<unknown>;
  /** Settles the promise for the answer to the one message that is out. */
  #waiting: { resolve(answer: ThreadAnswer<unknown>): void; reject(error: unknown): void } | null = null;
  #failure: { error: unknown } | null = null;

  /**
   * @param signals each of which ends the thread
   * @param heapMb that the thread may take
   */
  constructor(
    entry: URL,
    workerData: unknown,
    signals: readonly AbortSignal[],
    heapMb = THREAD_LIMITS.maxOldGenerationSizeMb,
  ) {
    this.#signals = signals;
    this.#worker = new Worker(entry, {
      workerData,
      resourceLimits: { ...THREAD_LIMITS, maxOldGenerationSizeMb: heapMb },
      execArgv: [...THREAD_ARGUMENTS],
    });
    this.#worker.on('message', (answer: ThreadAnswer<unknown>) => this.#waiting?.resolve(answer));
    this.#worker.on('error', (error) =>
      this.fail(
        (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY' ? badRequest(TOO_LARGE) : error,
      ),
    );
    this.ended = new Promise<void>((resolve) => {
      this.#worker.on('exit', () => {
        this.fail(new Error(`the thread of ${entry.pathname} has ended`));
        resolve();
      });
    });
    for (const signal of signals) signal.addEventListener('abort', this.#abort);
    if (signals.some(({ aborted }) => aborted)) this.#abort();
  }

  /**
   * @param transfer memory that the message takes along
   * @throws AppError BAD_REQUEST with the thread's refusal; why the thread has ended
   */
  async ask<T>(message: unknown, transfer: readonly ArrayBuffer[] = []): Promise<T> {
    if (this.#failure) throw this.#failure.error;
    try {
      const answer = await new Promise<ThreadAnswer<unknown>>((resolve, reject) => {
        this.#waiting = { resolve, reject };
        this.#worker.postMessage(message, transfer);
      });
      if ('refusal' in answer) throw badRequest(answer.refusal);
      return answer.value as T;
    } finally {
      this.#waiting = null;
    }
  }

  /**
   * Time in which the thread has worked or waited for a processor, but not for anything else: never less than
   * its processor time.
   */
  get activeMs(): number {
    return this.#worker.performance.eventLoopUtilization().active;
  }

  /** Ends the thread; whoever asks gets the error. */
  fail(error: unknown): void {
    this.#failure ??= { error };
    this.#waiting?.reject(this.#failure.error);
    void this.#worker.terminate();
  }

  async end(): Promise<void> {
    for (const signal of this.#signals) signal.removeEventListener('abort', this.#abort);
    await this.#worker.terminate();
  }

  readonly #abort = (): void => this.fail(this.#signals.find(({ aborted }) => aborted)!.reason);
}
