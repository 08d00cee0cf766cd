import type { AnswersUnderWay, AnswerUnderWay } from './answers-under-way.js';
import type { Exchange } from './exchange.js';
import type { Reply } from './message.js';
import { writeHead } from './write-head.js';

export interface WriteOptions {
  /** Asks the client to close the connection, as the server is stopping. */
  readonly closeConnection: boolean;
  readonly answers: AnswersUnderWay;
  readonly onError: (error: unknown) => void;
  /**
   * Called when the last byte was handed to the socket; `exchange.onPeerGone` is called if the client goes
   * first.
   */
  readonly onSent: () => void;
}

/** uWebSockets.js would copy the rest of a longer write until the socket takes it. */
const WRITE_BYTES = 64 * 1024;
/** Reader of an answer that dispatch did not give. */
const NOBODY = 0;

type Chunks = AsyncIterable<Buffer> | Iterable<Buffer>;

/**
 * Sends a body chunk by chunk: pulls the next one when the socket has taken the last. An error before the
 * first chunk is a 500; after it, the connection is cut, which is the only sign left. Never rejects.
 */
export async function sendChunks(
  exchange: Exchange,
  head: Reply,
  chunks: Chunks,
  options: WriteOptions & {
    /** Called when the first chunk fails, before anything is sent. */
    readonly onUnsendable: () => void;
  },
): Promise<void> {
  const { res } = exchange;
  const sizeBytes =
    head.headers?.['content-length'] === undefined ? null : Number(head.headers['content-length']);
  const answer = options.answers.begin(head.reader ?? NOBODY, () => {
    if (!exchange.aborted) res.close();
  });
  const writer =
    sizeBytes === null ? new ChunkedWriter(exchange, answer) : new SizedWriter(exchange, answer, sizeBytes);
  let started = false;
  const start = (): void => {
    if (!started && !exchange.aborted) res.cork(() => writeHead(exchange, head, options.closeConnection));
    started = true;
  };
  try {
    for await (const chunk of chunks) {
      if (exchange.aborted) return;
      start();
      answer.holds(chunk.length);
      // An empty write would end the response.
      if (chunk.length > 0) await writer.write(chunk);
      answer.holds(0);
      if (!exchange.aborted) exchange.sentBytes += chunk.length;
      if (exchange.aborted) return;
    }
    start();
    if (exchange.aborted) return;
    writer.end();
    options.onSent();
  } catch (error) {
    if (exchange.aborted) return;
    options.onError(error);
    if (started) res.close();
    else options.onUnsendable();
  } finally {
    answer.end();
  }
}

class ChunkedWriter {
  constructor(
    readonly exchange: Exchange,
    readonly answer: AnswerUnderWay,
  ) {}

  async write(chunk: Buffer): Promise<void> {
    for (let from = 0; from < chunk.length && !this.exchange.aborted; from += WRITE_BYTES)
      await this.#write(chunk.subarray(from, from + WRITE_BYTES));
  }

  async #write(piece: Buffer): Promise<void> {
    const { exchange, answer } = this;
    const { res } = exchange;
    let taken = true;
    res.cork(() => {
      taken = res.write(piece);
    });
    if (taken) return;
    answer.waits();
    await untilWritable(exchange, () => true);
    answer.took(piece.length, false);
  }

  end(): void {
    const { res } = this.exchange;
    res.cork(() => res.end());
  }
}

/** Writes a body of known length with tryEnd, which copies nothing. */
class SizedWriter {
  #sentBytes = 0;
  constructor(
    readonly exchange: Exchange,
    readonly answer: AnswerUnderWay,
    readonly sizeBytes: number,
  ) {}

  async write(chunk: Buffer): Promise<void> {
    const { exchange, answer } = this;
    const { res } = exchange;
    const start = this.#sentBytes;
    this.#sentBytes += chunk.length;
    if (this.#sentBytes > this.sizeBytes)
      throw new Error(`the body has more than its ${this.sizeBytes} bytes`);
    let taken = true;
    res.cork(() => {
      [taken] = res.tryEnd(chunk, this.sizeBytes);
    });
    if (taken) return;
    let takenTo = start;
    answer.waits();
    await untilWritable(exchange, (offset) => {
      const [isDone] = res.tryEnd(chunk.subarray(offset - start), this.sizeBytes);
      answer.took(offset - takenTo, !isDone);
      takenTo = offset;
      return isDone;
    });
  }

  end(): void {
    const { res } = this.exchange;
    if (this.sizeBytes === 0) res.cork(() => res.end());
    else if (this.#sentBytes < this.sizeBytes) {
      throw new Error(`the body has ${this.#sentBytes} bytes instead of ${this.sizeBytes}`);
    }
  }
}

/**
 * Resolves when `write` succeeds in a writable event, or the client goes: after the event, as uWebSockets.js
 * forgets a handler that is registered within one. The next piece was then never followed, and the answer
 * stood still until it was cut.
 */
function untilWritable(exchange: Exchange, write: (offset: number) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const { onPeerGone } = exchange;
    let done = false;
    const settle = (): void => {
      exchange.onPeerGone = onPeerGone;
      resolve();
    };
    exchange.onPeerGone = () => {
      onPeerGone?.();
      settle();
    };
    exchange.res.onWritable((offset) => {
      // The handler stays registered after the last write.
      if (done) return true;
      done = write(offset);
      if (done) setImmediate(settle);
      return done;
    });
  });
}
