import { nameHash } from './name-hash.js';

/** 512 kB, which stay in the processor's cache; the table of 8 MB does not. */
const WORD_BITS = 17;

const wordOf = (hash: number): number => Math.imul(hash, 0x85ebca6b) >>> (32 - WORD_BITS);

/** Two bits of a filter word. */
function bitsOf(hash: number): number {
  const mixed = Math.imul(hash, 0xc2b2ae35);
  return (1 << (mixed >>> 27)) | (1 << ((mixed >>> 22) & 31));
}

/** Tells whether a key may have this hash. One of fifty absent hashes passes. */
export function mayHold(filter: Uint32Array, hash: number): boolean {
  const bits = bitsOf(hash);
  return (filter[wordOf(hash)]! & bits) === bits;
}

/** Bloom filter over the hashes of keys. */
export function packFilter(keys: Iterable<string>): Uint32Array {
  const filter = new Uint32Array(2 ** WORD_BITS);
  for (const key of keys) {
    const hash = nameHash(key);
    filter[wordOf(hash)]! |= bitsOf(hash);
  }
  return filter;
}
