import { badRequest } from '../../base/errors.js';
import { entryOf } from '../../base/threads/entry.js';
import type { Caller, FairQueue } from '../../base/threads/fair-queue.js';
import { ThreadCalls } from '../../base/threads/thread-calls.js';
import type { FileReaderOptions } from './file-reader.js';

/** Rewrites a file: takes its bytes, and gives back the records that they complete. */
export interface Rewriter {
  push(bytes: Buffer): AsyncIterable<Buffer>;
  /** To be called once, after the last bytes. */
  finish(): AsyncIterable<Buffer>;
  /** To be called whatever becomes of the file. */
  end(): Promise<void>;
}

/** For each chunk. */
const DEADLINE_MS = 20_000;
const CHUNK_BYTES = 64 * 1024;

/**
 * Reads files of declared dialects and charsets, each on a thread of its own: so many at a time as there are
 * turns.
 */
export class DialectThreads {
  readonly #turns: FairQueue;
  readonly #deadlineMs: number;

  constructor(turns: FairQueue, { deadlineMs = DEADLINE_MS }: { deadlineMs?: number } = {}) {
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
      const entry = entryOf('dialect');
      const calls = new ThreadCalls(entry, options, [caller.signal, turn.signal]);
      return { value: new ThreadRewriter(calls, this.#deadlineMs), ended: calls.ended };
    });
  }
}

class ThreadRewriter implements Rewriter {
  readonly #calls: ThreadCalls;
  readonly #deadlineMs: number;
  #chunk = new Uint8Array(CHUNK_BYTES);
  #filled = 0;

  constructor(calls: ThreadCalls, deadlineMs: number) {
    this.#calls = calls;
    this.#deadlineMs = deadlineMs;
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

  end(): Promise<void> {
    return this.#calls.end();
  }

  #sendChunk(): Promise<Buffer> {
    const chunk = this.#chunk.subarray(0, this.#filled);
    this.#chunk = new Uint8Array(CHUNK_BYTES);
    this.#filled = 0;
    return this.#send(chunk);
  }

  /** @param chunk is taken away */
  async #send(chunk: Uint8Array<ArrayBuffer> | null): Promise<Buffer> {
    const timer = setTimeout(() => this.#calls.fail(tooSlow(this.#deadlineMs)), this.#deadlineMs);
    try {
      const transfer = chunk === null ? [] : [chunk.buffer];
      return Buffer.from((await this.#calls.ask<Uint8Array<ArrayBuffer>>(chunk, transfer)).buffer);
    } finally {
      clearTimeout(timer);
    }
  }
}

const tooSlow = (deadlineMs: number) =>
  badRequest(
    `The file takes too long to read: more than ${deadlineMs / 1000} s for ${CHUNK_BYTES / 1024} KiB. ` +
      'Quotes that do not enclose whole cells cost much behind a very long cell: is the quote the right one?',
  );
