import { deserialize, serialize } from 'node:v8';

/**
 * A value in memory that threads share: this thread writes it once, whatever the number of tasks that take it
 * along, and each thread reads it once.
 */
export interface SharedValue {
  readonly id: number;
  readonly bytes: Uint8Array<SharedArrayBuffer>;
}

const written = new WeakMap<object, SharedValue>();
let ids = 0;

/** @param value that does not change, and holds no shared memory */
export function shareValue(value: object): SharedValue {
  const known = written.get(value);
  if (known !== undefined) return known;
  const shared = numbered(writeShared(value));
  written.set(value, shared);
  return shared;
}

/**
 * A value that a thread writes for the main thread, which numbers it: numbers of two threads would be the
 * same.
 */
export function writeShared(value: object): Uint8Array<SharedArrayBuffer> {
  const text = serialize(value);
  const bytes = new Uint8Array(new SharedArrayBuffer(text.length));
  bytes.set(text);
  return bytes;
}

/** @param bytes of `writeShared` */
export const numbered = (bytes: SharedValue['bytes']): SharedValue => ({ id: ids++, bytes });

/** Values that a thread keeps, of the imports whose turn it was last. */
const MOST_KEPT = 4;
const read = new Map<number, unknown>();

export function readShared<T>({ id, bytes }: SharedValue): T {
  const value = read.has(id) ? read.get(id) : deserialize(Buffer.from(bytes));
  read.delete(id);
  read.set(id, value);
  for (const oldest of read.keys()) {
    if (read.size <= MOST_KEPT) break;
    read.delete(oldest);
  }
  return value as T;
}
