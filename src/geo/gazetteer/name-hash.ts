/** Odd base with bits all over the word. */
export const BASE = 0x9e3779b1;

/** Powers of the base up to the length of the longest name whose misspellings are searched. */
export const BASE_POWERS = powersOfBase(64);

function powersOfBase(count: number): Int32Array {
  const powers = new Int32Array(count);
  powers[0] = 1;
  for (let at = 1; at < count; at++) powers[at] = Math.imul(powers[at - 1]!, BASE);
  return powers;
}

/**
 * Polynomial of the key's characters modulo 2^32. The hash of an edited key follows from those of its parts
 * (`did-you-mean.ts`).
 */
export function nameHash(key: string): number {
  let hash = 0;
  for (let at = 0; at < key.length; at++) hash = (Math.imul(hash, BASE) + key.charCodeAt(at)) | 0;
  return hash >>> 0;
}

/**
 * First slot of a search. MurmurHash3's finaliser mixes the bits, as the low bits of a polynomial depend on
 * the last characters alone.
 */
export function hashSlot(hash: number, mask: number): number {
  let h = hash;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) & mask;
}
