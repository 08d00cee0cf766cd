import { badRequest } from '../errors.js';
import type { RequestBody } from './message.js';

/** The source is paused while this much waits unread. What it has read already (512 KiB at most) still arrives. */
const HIGH_WATER_BYTES = 256 * 1024;
/** Memory of a Buffer beside its bytes: keeps an upload of single bytes from filling the memory with objects. */
const CHUNK_OVERHEAD_BYTES = 128;

/** Where the chunks come from; both calls are harmless when it is gone. */
export interface ChunkSource {
  pause(): void;
  resume(): void;
}

/** The body of a request without one. */
export const NO_BODY: RequestBody = {
  declaredBytes: 0,
  receivedBytes: 0,
  waitedMs: 0,
  awaitsPeer: false,
  bytes: async () => Buffer.alloc(0),
  stream: async function* () {},
};

/** A body that arrives chunk by chunk: the source pushes, one reader pulls, and in between little is kept. */
export class IncomingBody implements RequestBody {
  readonly #source: ChunkSource;
  #chunks: Buffer[] = [];
  #bufferedBytes = 0;
  #receivedBytes = 0;
  #waitedMs = 0;
  #paused = false;
  #complete = false;
  #discarding = false;
  #taken = false;
  #error: Error | null = null;
  /** Wakes the reader that waits. */
  #wake: (() => void) | null = null;

  /** @param declaredBytes Content-Length, or null */
  constructor(
    readonly declaredBytes: number | null,
    source: ChunkSource,
  ) {
    this.#source = source;
  }

  /** Whether the last byte has arrived. */
  get complete(): boolean {
    return this.#complete;
  }

  get awaitsPeer(): boolean {
    return this.#wake !== null;
  }

  get receivedBytes(): number {
    return this.#receivedBytes;
  }

  get waitedMs(): number {
    return this.#waitedMs;
  }

  /** Bytes that will still arrive; Infinity when the length is not declared. */
  get outstandingBytes(): number {
    if (this.#complete) return 0;
    return this.declaredBytes === null ? Number.POSITIVE_INFINITY : this.declaredBytes - this.#receivedBytes;
  }

  /** Takes a copy, as the source reuses its memory. */
  push(chunk: Uint8Array, isLast: boolean): void {
    this.#receivedBytes += chunk.length;
    if (isLast) this.#complete = true;
    if (this.#discarding || this.#error) return;
    if (chunk.length > 0) {
      this.#chunks.push(Buffer.from(chunk));
      this.#bufferedBytes += chunk.length + CHUNK_OVERHEAD_BYTES;
    }
    this.#wakeReader();
    if (!isLast && this.#bufferedBytes >= HIGH_WATER_BYTES) {
      this.#paused = true;
      // Again for what still arrives: it starts uWebSockets.js's clock of 10 s anew, which a pause stops, and which would end an upload that
      // the disk keeps waiting.
      this.#source.pause();
    }
  }

  /** Ends the read that waits and every later one with `error`. */
  fail(error: Error): void {
    this.#error ??= error;
    this.#chunks = [];
    this.#wakeReader();
  }

  /** Lets the rest arrive and throws it away. */
  discard(): void {
    this.#discarding = true;
    this.#chunks = [];
    this.#resumeSource();
  }

  async bytes(maxBytes: number): Promise<Buffer> {
    if (this.declaredBytes !== null && this.declaredBytes > maxBytes) throw tooLarge(maxBytes);
    const chunks: Buffer[] = [];
    let totalBytes = 0;
    for await (const chunk of this.stream()) {
      totalBytes += chunk.length;
      if (totalBytes > maxBytes) throw tooLarge(maxBytes);
      chunks.push(chunk);
    }
    return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, totalBytes);
  }

  async *stream(): AsyncGenerator<Buffer, void, undefined> {
    if (this.#taken) throw new Error('the body is read twice');
    this.#taken = true;
    for (;;) {
      // All that waits is taken at once: shift() of a long queue would make many small chunks quadratic.
      const batch = this.#chunks;
      this.#chunks = [];
      for (const chunk of batch) {
        yield chunk;
        if (this.#error) throw this.#error;
      }
      this.#resumeSource();
      if (this.#error) throw this.#error;
      if (this.#chunks.length > 0) continue;
      if (this.#complete) return;
      const waitsSinceMs = performance.now();
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      this.#waitedMs += performance.now() - waitsSinceMs;
    }
  }

  #resumeSource(): void {
    this.#bufferedBytes = 0;
    if (!this.#paused) return;
    this.#paused = false;
    this.#source.resume();
  }

  #wakeReader(): void {
    const wake = this.#wake;
    this.#wake = null;
    wake?.();
  }
}

const tooLarge = (maxBytes: number) => badRequest(`the body is larger than the limit of ${maxBytes} bytes`);
