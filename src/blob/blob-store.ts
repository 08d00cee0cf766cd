// Room blob: files by key, in a directory or in S3.
import type { TurnUse } from '../base/threads/fair-queue.js';

/** Store of finished files by key, in a directory or in S3. Bytes are streamed, whatever their number. */
export interface BlobStore {
  /**
   * Distinguishes stores. Jobs that make blobs carry it, so that only processes that reach the same blobs
   * work on them.
   */
  readonly identity: string;
  /** Memory that one put takes: with less memory left, callers wait. */
  readonly stepBytes: number;
  /** Steps in memory; absent: the store needs no bound. */
  readonly turns?: TurnUse;
  /**
   * Keeps a file, or the bytes of an iterable, under a key. They are durable once this resolves; until then,
   * or after a failure, the key keeps its former blob or none.
   * @param content absolute path of a file, or its bytes. An iterable that has begun a step yields the rest
   * of it without delay
   * @throws errors of the source; BlobStoreAway; in a directory also errors of the disk
   */
  put(key: string, content: string | AsyncIterable<Uint8Array>): Promise<{ bytes: number }>;
  /**
   * The caller closes what this opens. While it is open, a removed blob either still delivers its bytes or
   * reading fails; never another blob's.
   * @returns null: no such blob. @throws like put
   */
  open(key: string): Promise<OpenBlob | null>;
  /** Removes the blobs that exist. @throws like put */
  remove(keys: readonly string[]): Promise<void>;
  /**
   * In no order; blobs that come or go meanwhile may be missing.
   * @param folder part of the keys before the slash
   */
  list(folder: string): AsyncIterable<ListedBlob>;
  /** Removes unfinished puts of processes that ended. @param olderThanMs time since the last write */
  removeAbandoned(olderThanMs: number): Promise<number>;
}

export interface ListedBlob {
  key: string;
  bytes: number;
  /** For a large blob in S3: when its put began. */
  modifiedAtMs: number;
}

export interface OpenBlob {
  readonly bytes: number;
  /**
   * @param endByte exclusive; both lie within the blob.
   * @throws Error where the blob became shorter; BlobStoreAway
   */
  read(startByte: number, endByte: number): AsyncIterable<Buffer>;
  close(): Promise<void>;
}

/**
 * Thrown when the store does not answer, or refuses, after all useful tries: the work that needs it is
 * postponed. The message is for operators.
 */
export class BlobStoreAway extends Error {}

/** A folder and a name, so that no key leads out of the store. */
const KEY = /^[a-z]{1,32}\/[A-Za-z0-9_][A-Za-z0-9_.-]{0,199}$/;

/** @throws Error */
export function checkKey(key: string): void {
  if (!KEY.test(key)) throw new Error(`not a key of a blob: ${JSON.stringify(key)}`);
}

export const isKey = (key: string): boolean => KEY.test(key);
