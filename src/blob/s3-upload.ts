import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import type { FairQueue } from '../base/threads/fair-queue.js';
import { PartReader } from './part-reader.js';
import { type BoundedS3Client, S3Failure } from './s3-client.js';

/** Parts of one put under way: the next one is read while the last one is sent. */
const PARTS_ON_THEIR_WAY = 2;

export interface S3Target {
  readonly Bucket: string;
  readonly Key: string;
}

/**
 * Puts a stream of any length: in one request where it is shorter than a part, else in parts, which are
 * retried one by one. Each part is read and sent in a turn, so that there are no more parts in memory than
 * turns. @aws-sdk/lib-storage bounds the parts of one upload but not those of a process, and reports a
 * completed upload whose answer was lost as failed.
 * @returns number of bytes
 * @throws errors of the source; S3Failure
 */
export async function uploadTo(
  client: BoundedS3Client,
  target: S3Target,
  content: AsyncIterable<Uint8Array>,
  partBytes: number,
  turns: FairQueue,
): Promise<number> {
  const source = new PartReader(content, partBytes);
  let upload: MultipartUpload | null = null;
  try {
    await source.hasMore();
    const first = await turns.begin<FirstPart>({}, async () => {
      const part = await source.read();
      if (part.length < partBytes) {
        await client.send((s3, abortSignal) =>
          s3.send(new PutObjectCommand({ ...target, Body: part }), { abortSignal }),
        );
        return { value: { bytes: part.length, upload: null }, ended: Promise.resolve() };
      }
      const upload = await MultipartUpload.begin(client, target);
      return { value: { bytes: part.length, upload }, ended: upload.send(part) };
    });
    upload = first.upload;
    if (upload === null) return first.bytes;
    await upload.hasRoom();
    while (await source.hasMore()) {
      await sendInTurn(turns, upload, source);
      await upload.hasRoom();
    }
    return await upload.complete();
  } catch (error) {
    await upload?.abort();
    throw error;
  } finally {
    await source.close();
  }
}

interface FirstPart {
  readonly bytes: number;
  /** null: the first part was the whole file, and is stored. */
  readonly upload: MultipartUpload | null;
}

/** Resolves when the part is on its way; its turn ends when it is there. */
const sendInTurn = (turns: FairQueue, upload: MultipartUpload, source: PartReader): Promise<void> =>
  turns.begin({}, async () => {
    const ended = upload.send(await source.read());
    return { value: undefined, ended };
  });

class MultipartUpload {
  readonly #parts: CompletedPart[] = [];
  readonly #onTheirWay = new Set<Promise<void>>();
  #bytes = 0;
  #failure: unknown = null;

  private constructor(
    readonly client: BoundedS3Client,
    readonly target: S3Target & { readonly UploadId: string },
  ) {}

  static async begin(client: BoundedS3Client, target: S3Target): Promise<MultipartUpload> {
    const { UploadId } = await client.send((s3, abortSignal) =>
      s3.send(new CreateMultipartUploadCommand(target), { abortSignal }),
    );
    return new MultipartUpload(client, { ...target, UploadId: UploadId! });
  }

  /** Resolves when the part is sent or has failed; `hasRoom` and `complete` throw the failure. */
  send(part: Buffer): Promise<void> {
    this.#bytes += part.length;
    const PartNumber = this.#parts.push({});
    const sent = this.client
      .send((s3, abortSignal) =>
        s3.send(new UploadPartCommand({ ...this.target, PartNumber, Body: part }), { abortSignal }),
      )
      .then(
        ({ ETag, ChecksumCRC32 }) => {
          this.#parts[PartNumber - 1] = { PartNumber, ETag, ...(ChecksumCRC32 && { ChecksumCRC32 }) };
        },
        (error) => {
          this.#failure ??= error;
        },
      )
      .finally(() => {
        this.#onTheirWay.delete(sent);
      });
    this.#onTheirWay.add(sent);
    return sent;
  }

  /** Waits until another part may be sent. @throws the failure of an earlier part */
  async hasRoom(): Promise<void> {
    if (this.#onTheirWay.size >= PARTS_ON_THEIR_WAY) await Promise.race(this.#onTheirWay);
    if (this.#failure !== null) throw this.#failure;
  }

  async complete(): Promise<number> {
    await Promise.all(this.#onTheirWay);
    if (this.#failure !== null) throw this.#failure;
    const MultipartUpload = { Parts: this.#parts };
    try {
      await this.client.send((s3, abortSignal) =>
        s3.send(new CompleteMultipartUploadCommand({ ...this.target, MultipartUpload }), { abortSignal }),
      );
    } catch (error) {
      if (!(await this.#isComplete(error))) throw error;
    }
    return this.#bytes;
  }

  /** Never rejects: the sweep removes leftovers. */
  async abort(): Promise<void> {
    await Promise.all(this.#onTheirWay);
    await this.client
      .send((s3, abortSignal) => s3.send(new AbortMultipartUploadCommand(this.target), { abortSignal }))
      .catch(() => {});
  }

  /**
   * Tells whether the upload is complete although Complete failed: a try that succeeded and lost its answer
   * makes the next try fail.
   */
  async #isComplete(error: unknown): Promise<boolean> {
    if (!(error instanceof S3Failure) || error.reason !== 'NoSuchUpload') return false;
    const { Bucket, Key } = this.target;
    const found = await this.client
      .send((s3, abortSignal) => s3.send(new HeadObjectCommand({ Bucket, Key }), { abortSignal }))
      .catch(() => null);
    return found?.ContentLength === this.#bytes;
  }
}
