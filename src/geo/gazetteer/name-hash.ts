/** Odd, with bits all over the word. */
export const BASE = 0x9e3779b1;

/** A polynomial of the key's characters modulo 2^32: that of an edited key follows from those of its parts (`did-you-mean.ts`). */
export function nameHash(key: string): number {
  let hash = 0;
  for (let at = 0; at < key.length; at++) hash = (Math.imul(hash, BASE) + key.charCodeAt(at)) | 0;
  return hash >>> 0;
}

/** The slot where a search begins: low bits of a polynomial are those of the last characters, hence mixed (MurmurHash3's finaliser). */
export function slotOf(hash: number, mask: number): number {
  let h = hash;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) & mask;
}
