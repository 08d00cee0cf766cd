import { badRequest } from '../base/errors.js';
import type { RequestBody } from './message.js';
import { ReadAhead } from './read-ahead.js';

/** The source is paused while this much waits unread. More may still arrive (read-ahead.ts). */
const HIGH_WATER_BYTES = 256 * 1024;
/**
 * With so much its sender is faster than this machine reads, and nothing else would run before all has come: its connection is cut. On two cores
 * that a sender of 1 GB/s shared, up to 112 MiB came at a stretch in most runs, over 512 in one of ten.
 */
const MAX_UNREAD_BYTES = 512 * 1024 * 1024;
/** Memory of a Buffer beside its bytes: keeps an upload of single bytes from filling the memory with objects. */
const CHUNK_OVERHEAD_BYTES = 128;

/** Where the chunks come from; all calls are harmless when it is gone. */
export interface ChunkSource {
  pause(): void;
  resume(): void;
  /** Nothing comes any more, and nobody hears an answer. */
  cut(): void;
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
  readonly #readAhead: ReadAhead;
  #chunks: Buffer[] = [];
  /** From here on they lie in memory that others use after this turn of the event loop. */
  #ownChunks = 0;
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

  /**
   * @param declaredBytes Content-Length, or null
   * @param readAhead of all bodies that come by the same event loop
   */
  constructor(
    readonly declaredBytes: number | null,
    source: ChunkSource,
    readAhead = new ReadAhead(),
  ) {
    this.#source = source;
    this.#readAhead = readAhead;
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

  /** Holds the source back until somebody reads, where there is more to come than may wait unread anyway. */
  hold(): void {
    if (this.outstandingBytes <= HIGH_WATER_BYTES) return;
    this.#paused = true;
    this.#source.pause();
    // Again behind the handler that this is called in, after which uWebSockets.js starts its clock.
    setImmediate(() => {
      if (this.#paused) this.#source.pause();
    });
  }

  /** Takes a copy, as the source reuses its memory. */
  push(chunk: Uint8Array, isLast: boolean): void {
    this.#receivedBytes += chunk.length;
    if (isLast) this.#complete = true;
    if (this.#discarding || this.#error) return;
    if (chunk.length > 0) {
      if (this.#paused || this.#ownChunks < this.#chunks.length)
        this.#chunks.push(this.#readAhead.copy(chunk, this.#moveOut));
      else this.#ownChunks = this.#chunks.push(Buffer.from(chunk));
      this.#bufferedBytes += chunk.length + CHUNK_OVERHEAD_BYTES;
    }
    this.#wakeReader();
    if (!isLast && (this.#paused || this.#bufferedBytes >= HIGH_WATER_BYTES)) {
      this.#paused = true;
      // Again for what still arrives: it starts uWebSockets.js's clock of 10 s anew, which a pause stops, and which would end an upload that
      // the disk keeps waiting.
      this.#source.pause();
      if (this.#bufferedBytes >= MAX_UNREAD_BYTES) {
        this.fail(
          badRequest(`the body came faster than it could be read: ${MAX_UNREAD_BYTES} bytes of it waited`),
        );
        this.#source.cut();
      }
    }
  }

  /** Ends the read that waits and every later one with `error`. */
  fail(error: Error): void {
    this.#error ??= error;
    this.#forgetChunks();
    this.#wakeReader();
  }

  /** Lets the rest arrive and throws it away. */
  discard(): void {
    this.#discarding = true;
    this.#forgetChunks();
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
      const batch = this.#takeChunks();
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

  readonly #moveOut = (): void => {
    for (let i = this.#ownChunks; i < this.#chunks.length; i++)
      this.#chunks[i] = Buffer.from(this.#chunks[i]!);
    this.#ownChunks = this.#chunks.length;
  };

  #takeChunks(): Buffer[] {
    this.#moveOut();
    const taken = this.#chunks;
    this.#forgetChunks();
    return taken;
  }

  #forgetChunks(): void {
    this.#chunks = [];
    this.#ownChunks = 0;
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
