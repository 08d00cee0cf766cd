import { nameHash } from './name-hash.js';

/** 512 kB, which stay in a processor's cache where the table of 8 MB does not. */
const WORD_BITS = 17;

const wordOf = (hash: number): number => Math.imul(hash, 0x85ebca6b) >>> (32 - WORD_BITS);

/** Two bits of a word. */
function bitsOf(hash: number): number {
  const mixed = Math.imul(hash, 0xc2b2ae35);
  return (1 << (mixed >>> 27)) | (1 << ((mixed >>> 22) & 31));
}

/** Whether a key has this hash: of those that none has, one of fifty passes. */
export function mayHold(filter: Uint32Array, hash: number): boolean {
  const bits = bitsOf(hash);
  return (filter[wordOf(hash)]! & bits) === bits;
}

/** A filter of the hashes of some keys (a Bloom filter). */
export function packFilter(keys: Iterable<string>): Uint32Array {
  const filter = new Uint32Array(2 ** WORD_BITS);
  for (const key of keys) {
    const hash = nameHash(key);
    filter[wordOf(hash)]! |= bitsOf(hash);
  }
  return filter;
}
