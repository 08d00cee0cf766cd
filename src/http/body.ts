import { chunkMemory } from '../base/chunk-memory.js';
import { badRequest } from '../base/errors.js';
import { ChunkPace, type PacedBody } from './chunk-pace.js';
import type { RequestBody } from './message.js';
import { ReadAhead } from './read-ahead.js';

/** Unread bytes at which the source is paused. More may still arrive (read-ahead.ts). */
const HIGH_WATER_BYTES = 256 * 1024;
/**
 * Unread bytes at which the connection is cut: the sender outruns this machine, and nothing else would run
 * until all has arrived. On two cores shared with a sender of 1 GB/s, up to 112 MiB arrived at a stretch in
 * most runs, over 512 MiB in one of ten.
 */
const MAX_UNREAD_BYTES = 512 * 1024 * 1024;
/** Memory of a Buffer besides its bytes. */
const CHUNK_OVERHEAD_BYTES = 128;
/**
 * Chunks below this size are joined: each that is handed on takes a write to the disk, 100 µs of the main
 * thread.
 */
const SMALL_BYTES = 4096;
const JOINED_BYTES = 16 * 1024;
/**
 * Chunks that a body may have: so many, and one more for each so many bytes. All that one packet holds come
 * at a stretch. Clients that send each line by itself stay below, and wait for their further chunks
 * (chunk-pace.ts). Beyond twice the first number the connection is cut.
 */
const FREE_CHUNKS = 10_000;
const LEAST_CHUNK_BYTES = 16;
/**
 * Small chunks beyond the free ones after which the connection is cut when all came at a stretch, 0.2 s:
 * pausing ends no stretch whose sender is faster than this machine reads such chunks (read-ahead.ts), 40
 * MB/s. What the kernel holds of a paused connection, up to 6 MiB, has less.
 */
const MOST_CHUNKS_AT_A_STRETCH = 400_000;

/** Source of the chunks; all calls are harmless when it is gone. */
export interface ChunkSource {
  pause(): void;
  resume(): void;
  /** Closes the connection without an answer. */
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

/**
 * A body that arrives chunk by chunk: the source pushes, one reader pulls, and little is buffered in between.
 */
export class IncomingBody implements RequestBody, PacedBody {
  readonly #source: ChunkSource;
  readonly #readAhead: ReadAhead;
  readonly #pace: ChunkPace;
  #chunks: Buffer[] = [];
  /** Small chunks after these, joined, and their bytes. */
  #joined: Buffer | null = null;
  #joinedBytes = 0;
  #lastWasSmall = false;
  #receivedChunks = 0;
  /**
   * Chunks from this index on lie in the shared arena of ReadAhead until the end of this turn of the event
   * loop.
   */
  #ownChunks = 0;
  #bufferedBytes = 0;
  #receivedBytes = 0;
  #waitedMs = 0;
  #paused = false;
  #pausesSoon = false;
  /** The source waits for its small chunks to be paid for. */
  #isHeldBack = false;
  #unpaidChunks = 0;
  #complete = false;
  #discarding = false;
  #taken = false;
  #error: Error | null = null;
  /** Wakes the reader that waits. */
  #wake: (() => void) | null = null;
  #wakesSoon = false;

  /**
   * @param declaredBytes Content-Length, or null
   * @param readAhead shared by all bodies of the event loop
   * @param pace shared likewise
   */
  constructor(
    readonly declaredBytes: number | null,
    source: ChunkSource,
    readAhead = new ReadAhead(),
    pace = new ChunkPace(),
  ) {
    this.#source = source;
    this.#readAhead = readAhead;
    this.#pace = pace;
  }

  /** Tells whether the last byte has arrived. */
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

  /** Pauses the source until the body is read, if more is outstanding than may wait unread. */
  hold(): void {
    if (this.outstandingBytes <= HIGH_WATER_BYTES) return;
    this.#paused = true;
    this.#source.pause();
    // After the calling handler uWebSockets.js starts its idle clock.
    this.#pauseAgainSoon();
  }

  /** Takes a copy, as the source reuses its memory. */
  push(chunk: Uint8Array, isLast: boolean): void {
    this.#receivedBytes += chunk.length;
    if (isLast) this.#complete = true;
    this.#countChunk(chunk.length);
    if (this.#discarding || this.#error) return;
    if (chunk.length > 0) this.#keep(chunk);
    if (isLast || chunk.length >= SMALL_BYTES) this.#wakeReader();
    else this.#wakeReaderSoon();
    if (!isLast && (this.#paused || this.#bufferedBytes >= HIGH_WATER_BYTES)) {
      // Each chunk that still arrives restarts uWebSockets.js's idle clock of 10 s, which would end an upload
      // that waits for the disk.
      if (this.#paused) this.#pauseAgainSoon();
      else this.#source.pause();
      this.#paused = true;
      if (this.#bufferedBytes >= MAX_UNREAD_BYTES) {
        this.fail(
          badRequest(
            `the body arrived faster than the service could read it: ${MAX_UNREAD_BYTES} bytes were waiting`,
          ),
        );
        this.#source.cut();
      }
    }
  }

  /** Once for all chunks of a turn. */
  #pauseAgainSoon(): void {
    if (this.#pausesSoon) return;
    this.#pausesSoon = true;
    setImmediate(() => {
      this.#pausesSoon = false;
      if (this.#paused && !this.#complete) this.#source.pause();
    });
  }

  #countChunk(bytes: number): void {
    if (++this.#receivedChunks <= FREE_CHUNKS) return;
    if (bytes < SMALL_BYTES && this.#unpaidChunks++ === 0) this.#pace.expect(this);
    const tooMany = this.#receivedChunks - this.#receivedBytes / LEAST_CHUNK_BYTES - FREE_CHUNKS;
    if (tooMany > 0 && !this.#error) this.fail(tooSmall(this.#receivedBytes / this.#receivedChunks));
    if (tooMany > FREE_CHUNKS) this.#source.cut();
    if (this.#unpaidChunks <= MOST_CHUNKS_AT_A_STRETCH) return;
    if (!this.#error) this.fail(tooSmall(this.#receivedBytes / this.#receivedChunks));
    this.#source.cut();
  }

  #keep(chunk: Uint8Array): void {
    const isSmall = chunk.length < SMALL_BYTES;
    this.#bufferedBytes += chunk.length;
    // The second in a row begins: most short bodies have one.
    if (isSmall && this.#lastWasSmall) {
      this.#join(chunk);
      return;
    }
    this.#closeJoined();
    if (this.#paused || this.#ownChunks < this.#chunks.length)
      this.#chunks.push(this.#readAhead.copy(chunk, this.#moveOut));
    else this.#ownChunks = this.#chunks.push(chunkMemory.copyOf(chunk));
    this.#bufferedBytes += CHUNK_OVERHEAD_BYTES;
    this.#lastWasSmall = isSmall;
  }

  #join(chunk: Uint8Array): void {
    if (this.#joinedBytes + chunk.length > JOINED_BYTES) this.#closeJoined();
    if (this.#joined === null) this.#bufferedBytes += CHUNK_OVERHEAD_BYTES;
    this.#joined ??= Buffer.allocUnsafe(JOINED_BYTES);
    this.#joined.set(chunk, this.#joinedBytes);
    this.#joinedBytes += chunk.length;
  }

  #closeJoined(): void {
    if (this.#joined === null) return;
    const isOwn = this.#ownChunks === this.#chunks.length;
    this.#chunks.push(this.#joined.subarray(0, this.#joinedBytes));
    if (isOwn) this.#ownChunks++;
    this.#joined = null;
    this.#joinedBytes = 0;
  }

  /** Makes the waiting read and every later one fail with `error`. */
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
      // Take all waiting chunks at once: shift() on a long queue would be quadratic.
      const batch = this.#takeChunks();
      for (const chunk of batch) {
        yield chunk;
        if (this.#error) throw this.#error;
      }
      this.#resumeSource();
      if (this.#error) throw this.#error;
      if (this.#chunks.length > 0 || this.#joined !== null) continue;
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
      this.#chunks[i] = chunkMemory.copyOf(this.#chunks[i]!);
    this.#ownChunks = this.#chunks.length;
  };

  #takeChunks(): Buffer[] {
    this.#moveOut();
    this.#closeJoined();
    const taken = this.#chunks;
    this.#forgetChunks();
    return taken;
  }

  #forgetChunks(): void {
    this.#chunks = [];
    this.#joined = null;
    this.#joinedBytes = 0;
    this.#lastWasSmall = false;
    this.#ownChunks = 0;
  }

  #resumeSource(): void {
    this.#bufferedBytes = 0;
    if (!this.#paused) return;
    this.#paused = false;
    if (!this.#isHeldBack) this.#source.resume();
  }

  takeUnpaid(): number {
    const chunks = this.#unpaidChunks;
    this.#unpaidChunks = 0;
    return chunks;
  }

  holdBack(): void {
    if (this.#complete) return;
    this.#isHeldBack = true;
    this.#source.pause();
  }

  goOn(): void {
    if (!this.#isHeldBack) return;
    this.#isHeldBack = false;
    if (!this.#paused) this.#source.resume();
  }

  /** At the end of the turn, so that the chunks of one packet are read together. */
  #wakeReaderSoon(): void {
    if (this.#wake === null || this.#wakesSoon) return;
    this.#wakesSoon = true;
    setImmediate(() => {
      this.#wakesSoon = false;
      this.#wakeReader();
    });
  }

  #wakeReader(): void {
    const wake = this.#wake;
    this.#wake = null;
    wake?.();
  }
}

const tooLarge = (maxBytes: number) => badRequest(`the body is larger than the limit of ${maxBytes} bytes`);
const tooSmall = (bytes: number) =>
  badRequest(
    `the body comes in chunks of ${bytes.toFixed(1)} bytes, over ${FREE_CHUNKS} of them: send chunks of some KB, or the whole body with its Content-Length`,
  );
