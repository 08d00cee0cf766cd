import type { TurnUse } from '../base/threads/held-turns.js';

/** Where finished files lie, by key. Bytes are streamed, whatever their number. */
export interface BlobStore {
  /**
   * Tells stores apart: jobs that make blobs carry it, so that they are worked on where who made them finds the result.
   * Processes that reach the same blobs have the same.
   */
  readonly identity: string;
  /** What a put holds in memory at a time: who has less yet had better wait. */
  readonly stepBytes: number;
  /** Steps in memory; absent: there is no need to bound them. */
  readonly turns?: TurnUse;
  /**
   * Keeps a file, or what an iterable yields, under a key. When this is done it is durable; until then, or where it fails, there is
   * nothing under the key, or what was there before.
   * @param content absolute path of a file, or its bytes. An iterable that has begun a step yields the rest of it without delay
   * @throws what the source throws; BlobStoreAway; of a directory what the disk throws
   */
  put(key: string, content: string | AsyncIterable<Uint8Array>): Promise<{ bytes: number }>;
  /**
   * What was opened must be closed. Where it is removed meanwhile, its bytes come all the same or reading fails; never another blob's.
   * @returns null: there is none. @throws like put
   */
  open(key: string): Promise<OpenBlob | null>;
  /** Those that there are. @throws like put */
  remove(keys: readonly string[]): Promise<void>;
  /** In no order; those that come or go meanwhile may be among them or not. @param folder the part of the keys before the slash */
  list(folder: string): AsyncIterable<ListedBlob>;
  /** Removes what was being put by processes that are no more. @param olderThanMs since it was written to last */
  removeAbandoned(olderThanMs: number): Promise<number>;
}

export interface ListedBlob {
  key: string;
  bytes: number;
  /** Of a large one in S3: when its put began. */
  modifiedAtMs: number;
}

export interface OpenBlob {
  readonly bytes: number;
  /** @param endByte exclusive; both lie within the blob. @throws Error where it is shorter than it was; BlobStoreAway */
  read(startByte: number, endByte: number): AsyncIterable<Buffer>;
  close(): Promise<void>;
}

/** The store does not answer, or refuses, after as many tries as help: what needs it is to be done later. Its message is for operators. */
export class BlobStoreAway extends Error {}

/** A folder and a name, so that no key leads out of a store. */
const KEY = /^[a-z]{1,32}\/[A-Za-z0-9_][A-Za-z0-9_.-]{0,199}$/;

/** @throws Error */
export function checkKey(key: string): void {
  if (!KEY.test(key)) throw new Error(`${JSON.stringify(key)} is no key of a blob`);
}

export const isKey = (key: string): boolean => KEY.test(key);
