import { Worker } from 'node:worker_threads';
import { badRequest } from '../../base/errors.js';
import { THREAD_ARGUMENTS } from '../../base/threads/arguments.js';
import type { Caller, FairQueue } from '../../base/threads/fair-queue.js';
import { THREAD_LIMITS } from '../../base/threads/thread-pool.js';
import type { FileReaderOptions } from './file-reader.js';

/** Rewrites a file: takes its bytes, and gives back the records that they complete. */
export interface Rewriter {
  push(bytes: Buffer): AsyncIterable<Buffer>;
  /** To be called once, after the last bytes. */
  finish(): AsyncIterable<Buffer>;
  /** To be called whatever becomes of the file. */
  end(): Promise<void>;
}

/** Answer of a thread to the next bytes of a file, or to null after the last ones. */
export interface RewriterAnswer {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Why the file is refused, for people. */
  readonly refusal?: string;
}

export interface DialectThreadsOptions {
  /** For each chunk of 64 KiB; default 20 s. */
  readonly deadlineMs?: number;
}

const DEADLINE_MS = 20_000;
const CHUNK_BYTES = 64 * 1024;

/**
 * Reads files of declared dialects and charsets, each on a thread of its own: so many at a time as there are
 * turns.
 */
export class DialectThreads {
  readonly #turns: FairQueue;
  readonly #deadlineMs: number;

  constructor(turns: FairQueue, { deadlineMs = DEADLINE_MS }: DialectThreadsOptions = {}) {
    this.#turns = turns;
    this.#deadlineMs = deadlineMs;
  }

  /**
   * Waits for a turn and starts a thread, which the end of the rewriter ends.
   * @param caller whose signal ends the wait, and the thread at once
   * @throws AppError RATE_LIMITED when no turn comes; the signal's reason. The rewriter throws the latter
   * too, and BAD_REQUEST for what FileReader refuses and when a chunk takes too long
   */
  async start(options: FileReaderOptions, caller: Caller): Promise<Rewriter> {
    return this.#turns.begin(caller, async (turn) => {
      const rewriter = new ThreadRewriter(options, this.#deadlineMs, [caller.signal, turn.signal]);
      return { value: rewriter, ended: rewriter.ended };
    });
  }
}

class ThreadRewriter implements Rewriter {
  readonly #worker: Worker;
  readonly #deadlineMs: number;
  readonly #signals: readonly AbortSignal[];
  /** When the thread is gone: the next one starts then. */
  readonly ended: Promise<unknown>;
  #chunk = new Uint8Array(CHUNK_BYTES);
  #filled = 0;
  /** Settles the promise for the answer to the one message that is out. */
  #waiting: { resolve(answer: RewriterAnswer): void; reject(error: unknown): void } | null = null;
  #failure: { error: unknown } | null = null;

  /** @param signals each of which ends the thread */
  constructor(options: FileReaderOptions, deadlineMs: number, signals: readonly AbortSignal[]) {
    this.#deadlineMs = deadlineMs;
    this.#signals = signals;
    this.#worker = new Worker(new URL('../../../workers/dialect.js', import.meta.url), {
      workerData: options,
      resourceLimits: THREAD_LIMITS,
      execArgv: [...THREAD_ARGUMENTS],
    });
    this.#worker.on('message', (answer: RewriterAnswer) => this.#waiting?.resolve(answer));
    this.#worker.on('error', (error) => this.#fail(error));
    this.ended = new Promise<void>((resolve) => {
      this.#worker.on('exit', () => {
        this.#fail(new Error('the thread of a dialect has ended'));
        resolve();
      });
    });
    for (const signal of signals) signal.addEventListener('abort', this.#abort);
  }

  /** Collects what is less than a chunk: a client that sends byte by byte costs no message for each. */
  async *push(bytes: Buffer): AsyncGenerator<Buffer> {
    for (let from = 0; from < bytes.length; ) {
      const part = bytes.subarray(from, from + CHUNK_BYTES - this.#filled);
      this.#chunk.set(part, this.#filled);
      this.#filled += part.length;
      from += part.length;
      if (this.#filled === CHUNK_BYTES) yield await this.#sendChunk();
    }
  }

  async *finish(): AsyncGenerator<Buffer> {
    if (this.#filled > 0) yield await this.#sendChunk();
    yield await this.#send(null);
  }

  async end(): Promise<void> {
    for (const signal of this.#signals) signal.removeEventListener('abort', this.#abort);
    await this.#worker.terminate();
  }

  readonly #abort = (): void => this.#fail(this.#signals.find(({ aborted }) => aborted)!.reason);

  #fail(error: unknown): void {
    this.#failure ??= { error };
    this.#waiting?.reject(this.#failure.error);
    void this.#worker.terminate();
  }

  #sendChunk(): Promise<Buffer> {
    const chunk = this.#chunk.subarray(0, this.#filled);
    this.#chunk = new Uint8Array(CHUNK_BYTES);
    this.#filled = 0;
    return this.#send(chunk);
  }

  /** @param chunk is taken away */
  async #send(chunk: Uint8Array<ArrayBuffer> | null): Promise<Buffer> {
    if (this.#failure) throw this.#failure.error;
    const timer = setTimeout(() => this.#fail(tooSlow(this.#deadlineMs)), this.#deadlineMs);
    try {
      const { bytes, refusal } = await new Promise<RewriterAnswer>((resolve, reject) => {
        this.#waiting = { resolve, reject };
        this.#worker.postMessage(chunk, chunk === null ? [] : [chunk.buffer]);
      });
      if (refusal !== undefined) throw badRequest(refusal);
      return Buffer.from(bytes.buffer);
    } finally {
      clearTimeout(timer);
      this.#waiting = null;
    }
  }
}

const tooSlow = (deadlineMs: number) =>
  badRequest(
    `The file takes too long to read: more than ${deadlineMs / 1000} s for ${CHUNK_BYTES / 1024} KiB. ` +
      'Quotes that do not enclose whole cells cost much behind a very long cell: is the quote the right one?',
  );
