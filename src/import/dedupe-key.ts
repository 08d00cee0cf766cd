import { roundMicrodegrees } from '../geo/cell.js';

/** 32-bit words of a key. 96 bits: among a million rows two different ones meet with a chance of 10^-17. */
export const KEY_WORDS = 3;

const rotate = (x: number, bits: number): number => (x << bits) | (x >>> (32 - bits));

function finish(hash: number): number {
  let h = hash;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

/**
 * Writes the key that two duplicates share: name and coordinates rounded to 6 decimals (decision 32). Three lanes of
 * MurmurHash3_x86_32 with different constants over the UTF-16 code units (github.com/aappleby/smhasher). Not
 * cryptographic: who forges a collision loses a row of their own upload.
 * @param name trimmed
 * @param at index of the first word in `into`
 */
export function writeDedupeKey(name: string, lat: number, lng: number, into: Uint32Array, at: number): void {
  const y = roundMicrodegrees(lat);
  const x = roundMicrodegrees(lng) === 180e6 ? -180e6 : roundMicrodegrees(lng);
  let a = 0x9747b28c ^ y;
  let b = 0x3c6ef372 ^ x;
  let c = 0x1b873593 ^ Math.imul(x, 31) ^ y;
  for (let i = 0; i < name.length; i++) {
    const unit = name.charCodeAt(i);
    a = Math.imul(rotate(a ^ Math.imul(rotate(Math.imul(unit, 0xcc9e2d51), 15), 0x1b873593), 13), 5) + 0xe6546b64;
    b = Math.imul(rotate(b ^ Math.imul(rotate(Math.imul(unit, 0x239b961b), 16), 0xab0e9789), 17), 5) + 0x561ccd1b;
    c = Math.imul(rotate(c ^ Math.imul(rotate(Math.imul(unit, 0x38b34ae5), 17), 0xa1e38b93), 19), 5) + 0x0bcaa747;
  }
  into[at] = finish(a ^ name.length ^ Math.imul(x, 0x27d4eb2f));
  into[at + 1] = finish(b ^ name.length ^ Math.imul(y, 0x165667b1));
  into[at + 2] = finish(c ^ name.length);
}
