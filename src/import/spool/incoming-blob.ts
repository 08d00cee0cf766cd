import { type FileHandle, open } from 'node:fs/promises';
import type { BlobStore } from '../../blob/blob-store.js';
import { uploadKey } from './blob-keys.js';
import type { LocalFiles } from './local-files.js';
import type { IncomingUpload } from './spool.js';

/** An upload whose client is faster than the store waits for it when it is so many steps ahead. */
const STEPS_AHEAD = 4;
const CHUNK_BYTES = 1 << 20;

/** Why a put ends that is not wanted any more. */
class Discarded extends Error {}

/**
 * An upload that goes to a blob store while it comes in. It is in a file of this machine, too, without being
 * durable there: threads read it to plan the import, steps that fail are put again, and a client that takes
 * an hour holds no memory meanwhile. What is shorter than a step, and dry runs of that length, do not bother
 * the store until the commit.
 */
export class IncomingBlob implements IncomingUpload {
  #bytes = 0;
  /** Bytes that were handed to the store so far. */
  #taken = 0;
  #state: 'receiving' | 'complete' | 'discarded' = 'receiving';
  /** The file is kept for the import. */
  #isKept = false;
  #putting: Promise<unknown> | null = null;
  #failure: { error: unknown } | null = null;
  #wake: () => void = () => {};
  #changed: Promise<void> = Promise.resolve();

  private constructor(
    readonly blobs: BlobStore,
    readonly files: LocalFiles,
    readonly jobId: string,
    readonly path: string,
    readonly file: FileHandle,
  ) {
    this.#change();
  }

  static async create(blobs: BlobStore, files: LocalFiles, jobId: string): Promise<IncomingBlob> {
    const path = files.add(jobId);
    try {
      return new IncomingBlob(blobs, files, jobId, path, await open(path, 'wx+', 0o600));
    } catch (error) {
      await files.remove(path);
      throw error;
    }
  }

  async write(bytes: Uint8Array): Promise<void> {
    for (let from = 0; from < bytes.length; )
      from += (await this.file.write(bytes, from, bytes.length - from, this.#bytes + from)).bytesWritten;
    this.#bytes += bytes.length;
    this.#change();
    const { stepBytes } = this.blobs;
    if (this.#putting === null && this.#bytes >= stepBytes) this.#put();
    while (this.#bytes - this.#taken > STEPS_AHEAD * stepBytes && this.#failure === null) await this.#changed;
    if (this.#failure !== null) throw this.#failure.error;
  }

  async read(startByte: number, endByte: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafe(endByte - startByte);
    await this.file.read(bytes, 0, bytes.length, startByte);
    return bytes;
  }

  async commit(): Promise<void> {
    this.#state = 'complete';
    this.#change();
    if (this.#putting === null) this.#put();
    await this.#putting;
    if (this.#failure !== null) throw this.#failure.error;
    await this.files.keep(this.jobId, this.path);
    this.#isKept = true;
  }

  async discard(): Promise<void> {
    const wasComplete = this.#state === 'complete';
    this.#state = 'discarded';
    this.#change();
    await this.#putting;
    // The sweeper removes a blob that cannot be removed now.
    if (wasComplete) await this.blobs.remove([uploadKey(this.jobId)]).catch(() => {});
    if (this.#isKept) await this.files.forget(this.jobId);
  }

  async release(): Promise<void> {
    await this.file.close();
    if (!this.#isKept) await this.files.remove(this.path);
  }

  /** Ends whatever happens; what went wrong is told to who writes or commits. */
  #put(): void {
    this.#putting = this.blobs.put(uploadKey(this.jobId), this.#content()).catch((error) => {
      this.#failure = { error };
      this.#change();
    });
  }

  /** Yields nothing until a whole step is there, or all: until then the store holds nothing. */
  async *#content(): AsyncGenerator<Uint8Array> {
    for (;;) {
      while (this.#state === 'receiving' && this.#bytes - this.#taken < this.blobs.stepBytes)
        await this.#changed;
      if (this.#state === 'receiving') {
        yield* this.#take(this.#taken + this.blobs.stepBytes);
      } else {
        yield* this.#take(this.#bytes);
        if (this.#state === 'complete') return;
      }
    }
  }

  async *#take(endByte: number): AsyncGenerator<Uint8Array> {
    while (this.#taken < endByte) {
      if (this.#state === 'discarded') throw new Discarded();
      const chunk = await this.read(this.#taken, Math.min(endByte, this.#taken + CHUNK_BYTES));
      this.#taken += chunk.length;
      this.#change();
      yield chunk;
    }
    if (this.#state === 'discarded') throw new Discarded();
  }

  #change(): void {
    this.#wake();
    this.#changed = new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}
