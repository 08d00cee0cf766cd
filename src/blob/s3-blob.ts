import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { BlobStoreAway, type OpenBlob } from './blob-store.js';
import { type BoundedS3Client, S3Failure } from './s3-client.js';
import type { S3Target } from './s3-upload.js';

/** Bytes read with the opening: most pictures and files of rejected rows need no second request. */
const HEAD_BYTES = 256 * 1024;
/** Reads that end early, without new bytes between them. */
const READS = 5;
const FIRST_PAUSE_MS = 100;

/** An object as it was when it was opened. */
export class S3Blob implements OpenBlob {
  #body: Readable | null = null;
  #isClosed = false;

  private constructor(
    readonly bytes: number,
    readonly client: BoundedS3Client,
    readonly target: S3Target & { readonly IfMatch: string },
    readonly head: Buffer,
  ) {}

  /** @returns null: no such object. @throws S3Failure */
  static async open(client: BoundedS3Client, target: S3Target): Promise<S3Blob | null> {
    for (let tries = 1; ; tries++) {
      try {
        const input = { ...target, Range: `bytes=0-${HEAD_BYTES - 1}` };
        const { head, ETag, ContentRange } = await client.send(async (s3, abortSignal) => {
          const answer = await s3.send(new GetObjectCommand(input), { abortSignal });
          if ((answer.ContentLength ?? 0) > HEAD_BYTES) throw new Error('the service knows no ranges');
          return { ...answer, head: Buffer.from(await answer.Body!.transformToByteArray()) };
        });
        const bytes = Number(/\/(\d+)$/.exec(ContentRange ?? '')?.[1] ?? head.length);
        return new S3Blob(bytes, client, { ...target, IfMatch: ETag! }, head);
      } catch (error) {
        if (!(error instanceof S3Failure)) throw error;
        if (error.reason === 'NoSuchKey') return null;
        // An empty object has no valid range.
        if (error.reason === 'InvalidRange')
          return new S3Blob(0, client, { ...target, IfMatch: '' }, Buffer.alloc(0));
        // The client has retried failed requests; here the answer began and broke off.
        if (error.status !== null || tries === READS) throw error;
        await delay(FIRST_PAUSE_MS * 2 ** (tries - 1));
      }
    }
  }

  async *read(startByte: number, endByte: number): AsyncGenerator<Buffer> {
    if (startByte < this.head.length) yield this.head.subarray(startByte, endByte);
    let at = Math.max(startByte, this.head.length);
    for (let failures = 0; at < endByte; ) {
      const before = at;
      try {
        for await (const chunk of await this.#get(at, endByte)) {
          const wanted = chunk.subarray(0, endByte - at);
          at += wanted.length;
          yield wanted;
        }
        if (at < endByte) throw new BlobStoreAway(`a blob ended at byte ${at} instead of ${endByte}`);
      } catch (error) {
        failures = at > before ? 1 : failures + 1;
        // The client has retried this, and an object that is gone or replaced does not come back.
        if (this.#isClosed || error instanceof S3Failure || failures === READS) throw wrapped(error);
        await delay(FIRST_PAUSE_MS * 2 ** (failures - 1));
      }
    }
  }

  /** A reader that was left in the middle would keep its connection. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#body?.destroy();
  }

  async #get(startByte: number, endByte: number): Promise<AsyncIterable<Buffer>> {
    const input = { ...this.target, Range: `bytes=${startByte}-${endByte - 1}` };
    const { Body } = await this.client.send((s3, abortSignal) =>
      s3.send(new GetObjectCommand(input), { abortSignal }),
    );
    this.#body = Body as Readable;
    if (this.#isClosed) this.#body.destroy();
    return this.#body;
  }
}

const wrapped = (error: unknown): BlobStoreAway =>
  error instanceof BlobStoreAway ? error : new S3Failure(error);
