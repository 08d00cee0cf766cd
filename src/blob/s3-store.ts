import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { text } from 'node:stream/consumers';
import {
  AbortMultipartUploadCommand,
  DeleteObjectsCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { FairQueue, type TurnUse } from '../base/threads/fair-queue.js';
import {
  type BlobStore,
  BlobStoreAway,
  checkKey,
  isKey,
  type ListedBlob,
  type OpenBlob,
} from './blob-store.js';
import type { OwnedPlace } from './owner.js';
import type { S3Address } from './s3-address.js';
import { S3Blob } from './s3-blob.js';
import { BoundedS3Client, type S3Deadlines, S3Failure } from './s3-client.js';
import { reasonOfFailedStart } from './s3-start.js';
import { uploadTo } from './s3-upload.js';

/**
 * S3 takes up to 10,000 parts of at least 5 MiB. Uploads of 2 GiB, the default of MAX_UPLOAD_BYTES, need 256
 * of these; the largest possible put has 78 GiB.
 */
const PART_BYTES = 8 << 20;
/** Bound on parts in memory of all puts of a process: 32 MiB. */
const PARTS_AT_ONCE = 4;
/**
 * Deadline of a part: two requests with all their tries take at most 6 minutes, and the part's bytes are on
 * this machine's disk.
 */
const PART_DEADLINE_MS = 10 * 60_000;
/** Keys that S3 lists or removes in one request. */
const KEYS_AT_ONCE = 1000;
/**
 * Age from which an unfinished put is abandoned. S3 tells when a put began rather than its last write, and an
 * upload may take an hour.
 */
const LONGEST_PUT_MS = 2 * 3_600_000;
const CHUNK_BYTES = 1 << 20;

/** Smaller bounds, for tests. */
export interface S3Options extends S3Deadlines {
  keysAtOnce?: number;
  longestPutMs?: number;
}

/** Blobs as objects of a bucket, below a prefix. */
export class S3BlobStore implements BlobStore, OwnedPlace {
  readonly stepBytes = PART_BYTES;
  readonly #turns = new FairQueue({
    what: 'parts of files',
    limit: PARTS_AT_ONCE,
    limitOfAccount: PARTS_AT_ONCE,
    maxHoldMs: PART_DEADLINE_MS,
  });

  private constructor(
    readonly address: S3Address,
    readonly identity: string,
    readonly client: BoundedS3Client,
    readonly options: Required<Omit<S3Options, keyof S3Deadlines>>,
  ) {}

  /**
   * Opens the store: reads its identity, which the first process creates, and lists, so that missing rights
   * show now.
   * @throws Error in one line that says what to do, without secrets
   */
  static async open(address: S3Address, options: S3Options = {}): Promise<S3BlobStore> {
    const client = new BoundedS3Client(address, options);
    const { keysAtOnce = KEYS_AT_ONCE, longestPutMs = LONGEST_PUT_MS } = options;
    try {
      const identity = checkUuid('identity', await readOrMake(client, address, 'identity', randomUUID()));
      const store = new S3BlobStore(address, identity, client, { keysAtOnce, longestPutMs });
      for await (const _ of store.list('none'));
      return store;
    } catch (error) {
      client.close();
      throw new Error(reasonOfFailedStart(address, error), { cause: error });
    }
  }

  get turns(): TurnUse {
    return this.#turns.use;
  }

  async put(key: string, content: string | AsyncIterable<Uint8Array>): Promise<{ bytes: number }> {
    const target = this.#target(key);
    const source =
      typeof content === 'string' ? createReadStream(content, { highWaterMark: CHUNK_BYTES }) : content;
    const bytes = await uploadTo(this.client, target, source, this.stepBytes, this.#turns);
    return { bytes };
  }

  async open(key: string): Promise<OpenBlob | null> {
    return S3Blob.open(this.client, this.#target(key));
  }

  async remove(keys: readonly string[]): Promise<void> {
    const Objects = keys.map((key) => ({ Key: this.#target(key).Key }));
    const { bucket: Bucket } = this.address;
    const { keysAtOnce } = this.options;
    for (let from = 0; from < Objects.length; from += keysAtOnce) {
      const Delete = { Quiet: true, Objects: Objects.slice(from, from + keysAtOnce) };
      const { Errors } = await this.client.send((s3, abortSignal) =>
        s3.send(new DeleteObjectsCommand({ Bucket, Delete }), { abortSignal }),
      );
      const [first] = Errors ?? [];
      if (first) throw new BlobStoreAway(`${Errors!.length} blobs could not be removed: ${first.Code}`);
    }
  }

  async *list(folder: string): AsyncGenerator<ListedBlob> {
    const { bucket: Bucket, prefix } = this.address;
    const { keysAtOnce: MaxKeys } = this.options;
    let ContinuationToken: string | undefined;
    do {
      const input = {
        Bucket,
        Prefix: `${prefix}${folder}/`,
        MaxKeys,
        ...(ContinuationToken && { ContinuationToken }),
      };
      const page = await this.client.send((s3, abortSignal) =>
        s3.send(new ListObjectsV2Command(input), { abortSignal }),
      );
      for (const { Key, Size = 0, LastModified } of page.Contents ?? []) {
        const key = Key!.slice(prefix.length);
        if (isKey(key)) yield { key, bytes: Size, modifiedAtMs: LastModified!.getTime() };
      }
      ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined;
    } while (ContinuationToken);
  }

  async removeAbandoned(olderThanMs: number): Promise<number> {
    const { bucket: Bucket, prefix: Prefix } = this.address;
    const goodSinceMs = Date.now() - Math.max(olderThanMs, this.options.longestPutMs);
    let removed = 0;
    let after: { KeyMarker?: string; UploadIdMarker?: string } | null = {};
    while (after !== null) {
      const input: object = after;
      const page: ListMultipartUploadsCommandOutput = await this.client.send((s3, abortSignal) =>
        s3.send(new ListMultipartUploadsCommand({ Bucket, Prefix, ...input }), { abortSignal }),
      );
      for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
        if (Initiated!.getTime() > goodSinceMs || !isKey(Key!.slice(Prefix.length))) continue;
        await this.#abort(Key!, UploadId!);
        removed++;
      }
      after = page.IsTruncated
        ? { KeyMarker: page.NextKeyMarker!, UploadIdMarker: page.NextUploadIdMarker! }
        : null;
    }
    return removed;
  }

  async readOrMakeOwner(installation: string): Promise<string> {
    return checkUuid(
      'installation',
      await readOrMake(this.client, this.address, 'installation', installation),
    );
  }

  async setOwner(installation: string): Promise<void> {
    const { bucket: Bucket, prefix } = this.address;
    const input = { Bucket, Key: `${prefix}installation`, Body: installation };
    await this.client.send((s3, abortSignal) => s3.send(new PutObjectCommand(input), { abortSignal }));
  }

  /** Tolerates uploads that another process aborted or that were just completed. */
  async #abort(Key: string, UploadId: string): Promise<void> {
    const input = { Bucket: this.address.bucket, Key, UploadId };
    await this.client
      .send((s3, abortSignal) => s3.send(new AbortMultipartUploadCommand(input), { abortSignal }))
      .catch((error) => {
        if (error.reason !== 'NoSuchUpload') throw error;
      });
  }

  #target(key: string) {
    checkKey(key);
    return { Bucket: this.address.bucket, Key: this.address.prefix + key };
  }
}

/**
 * Reads a small text, or creates it. Among processes that start at once one creates it (without conditional
 * writes in the service: the last one), and all read it again.
 */
async function readOrMake(
  client: BoundedS3Client,
  { bucket: Bucket, prefix }: S3Address,
  name: string,
  Body: string,
): Promise<string> {
  const Key = `${prefix}${name}`;
  const read = async (): Promise<string | null> => {
    const blob = await S3Blob.open(client, { Bucket, Key });
    if (blob === null) return null;
    const content = await text(blob.read(0, Math.min(blob.bytes, 100)));
    await blob.close();
    return content;
  };
  const found = await read();
  if (found !== null) return found;
  const input = { Bucket, Key, Body, IfNoneMatch: '*' };
  await client
    .send((s3, abortSignal) => s3.send(new PutObjectCommand(input), { abortSignal }))
    .catch((error) => {
      // Another process created it, or is about to.
      if (!(error instanceof S3Failure) || (error.status !== 412 && error.status !== 409)) throw error;
    });
  return (await read()) ?? '';
}

function checkUuid(name: string, text: string): string {
  if (!/^[\da-f-]{36}$/.test(text)) throw new Error(`the object "${name}" there is damaged`);
  return text;
}
