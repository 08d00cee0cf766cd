import type { AnswersUnderWay, AnswerUnderWay } from './answers-under-way.js';
import type { Exchange } from './exchange.js';
import type { Reply } from './message.js';
import { writeHead } from './write-head.js';

export interface WriteOptions {
  /** Asks the peer to close the connection: the server is going down. */
  readonly closeConnection: boolean;
  readonly answers: AnswersUnderWay;
  readonly onError: (error: unknown) => void;
  /** Called when the last byte was handed to the socket; where the peer goes first, `exchange.onPeerGone` is. */
  readonly onSent: () => void;
}

/** A longer write would be copied by uWebSockets.js, to wait for the socket. */
const WRITE_BYTES = 64 * 1024;
/** Of what needs no key. */
const NOBODY = 0;

type Chunks = AsyncIterable<Buffer> | Iterable<Buffer>;

/**
 * Sends a body piece by piece: the next one is asked for when the socket has taken the last. An error before the first
 * piece is a 500; after it only a cut connection can tell the peer. Never rejects.
 */
export async function sendChunks(
  exchange: Exchange,
  head: Reply,
  chunks: Chunks,
  options: WriteOptions & {
    /** Called where the first piece could not be had: nothing is sent yet. */
    readonly onUnsendable: () => void;
  },
): Promise<void> {
  const { res } = exchange;
  const sizeBytes =
    head.headers?.['content-length'] === undefined ? null : Number(head.headers['content-length']);
  const answer = options.answers.begin(head.accountId ?? NOBODY, () => {
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
      // A write of nothing would end the response.
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

/** Chunked encoding. */
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

/** Content-Length; the socket takes what it can, nothing is copied to wait. */
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

/** Resolves when `write` succeeded in a writable event, or the peer has gone. */
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
      // Stays registered when there is nothing left to write.
      if (done) return true;
      done = write(offset);
      if (done) settle();
      return done;
    });
  });
}
