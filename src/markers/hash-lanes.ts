const rotate = (x: number, bits: number): number => (x << bits) | (x >>> (32 - bits));

/** Ends a lane. @returns 32 bits, signed */
export function finishLane(hash: number): number {
  let h = hash;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

/*
 * One round of MurmurHash3 (github.com/aappleby/smhasher) a lane, with the lane's own constants. None is
 * cryptographic.
 */
export const mixA = (h: number, k: number): number =>
  (Math.imul(rotate(h ^ Math.imul(rotate(Math.imul(k, 0xcc9e2d51), 15), 0x1b873593), 13), 5) + 0xe6546b64) |
  0;
export const mixB = (h: number, k: number): number =>
  (Math.imul(rotate(h ^ Math.imul(rotate(Math.imul(k, 0x239b961b), 16), 0xab0e9789), 17), 5) + 0x561ccd1b) |
  0;
export const mixC = (h: number, k: number): number =>
  (Math.imul(rotate(h ^ Math.imul(rotate(Math.imul(k, 0x38b34ae5), 17), 0xa1e38b93), 19), 5) + 0x0bcaa747) |
  0;
