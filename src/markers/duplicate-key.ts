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

// One round of MurmurHash3 a lane, with the lane's own constants.
const mixA = (h: number, k: number): number =>
  (Math.imul(rotate(h ^ Math.imul(rotate(Math.imul(k, 0xcc9e2d51), 15), 0x1b873593), 13), 5) + 0xe6546b64) |
  0;
const mixB = (h: number, k: number): number =>
  (Math.imul(rotate(h ^ Math.imul(rotate(Math.imul(k, 0x239b961b), 16), 0xab0e9789), 17), 5) + 0x561ccd1b) |
  0;
const mixC = (h: number, k: number): number =>
  (Math.imul(rotate(h ^ Math.imul(rotate(Math.imul(k, 0x38b34ae5), 17), 0xa1e38b93), 19), 5) + 0x0bcaa747) |
  0;

/**
 * Writes the key that two duplicates share: name and coordinates rounded to 6 decimals
 * (docs/decisions.md#duplicates), as `same_place` in sql/functions/imports.sql compares them. Three lanes of
 * MurmurHash3 (github.com/aappleby/smhasher) over latitude, longitude and the UTF-16 code units of the name.
 * Not cryptographic: who forges a collision loses a row of their own upload.
 * @param name trimmed
 * @param seed KEY_WORDS words; keys of different seeds have nothing in common
 * @param at index of the first word in `into`
 */
export function writeDuplicateKey(
  name: string,
  lat: number,
  lng: number,
  seed: Uint32Array,
  into: Uint32Array,
  at: number,
): void {
  writePlace(lat, lng, seed, into, at);
  mixInto(into, at, name);
}

/** Does what `writeDuplicateKey` does, for a row whose name is a range of UTF-8. */
export function writeDuplicateKeyOfCell(
  row: { lat: number; lng: number; bytes: Uint8Array; from: Int32Array; to: Int32Array },
  name: number,
  seed: Uint32Array,
  into: Uint32Array,
  at: number,
): void {
  writeDuplicateKeyOfBytes(row.bytes, row.from[name]!, row.to[name]!, row.lat, row.lng, seed, into, at);
}

/**
 * Does what `writeDuplicateKey` does, for a name in UTF-8 at `from` to `to`: its characters are mixed as the
 * UTF-16 that a string has.
 */
export function writeDuplicateKeyOfBytes(
  bytes: Uint8Array,
  from: number,
  to: number,
  lat: number,
  lng: number,
  seed: Uint32Array,
  into: Uint32Array,
  at: number,
): void {
  writePlace(lat, lng, seed, into, at);
  let a = into[at]!;
  let b = into[at + 1]!;
  let c = into[at + 2]!;
  let units = 0;
  for (let i = from; i < to; units++) {
    let unit = bytes[i++]!;
    if (unit >= 0xf0) {
      const beyond =
        (((unit & 7) << 18) | (tail(bytes, i) << 12) | (tail(bytes, i + 1) << 6) | tail(bytes, i + 2)) -
        0x10000;
      i += 3;
      units++;
      const high = 0xd800 | (beyond >> 10);
      a = mixA(a, high);
      b = mixB(b, high);
      c = mixC(c, high);
      unit = 0xdc00 | (beyond & 0x3ff);
    } else if (unit >= 0xe0) {
      unit = ((unit & 15) << 12) | (tail(bytes, i) << 6) | tail(bytes, i + 1);
      i += 2;
    } else if (unit >= 0x80) unit = ((unit & 31) << 6) | tail(bytes, i++);
    a = mixA(a, unit);
    b = mixB(b, unit);
    c = mixC(c, unit);
  }
  into[at] = finish(a ^ units);
  into[at + 1] = finish(b ^ units);
  into[at + 2] = finish(c ^ units);
}

/** Six bits of a character in a continuation byte of UTF-8. */
const tail = (bytes: Uint8Array, at: number): number => bytes[at]! & 63;

/** Writes a hash of latitude and longitude, in three lanes. */
function writePlace(lat: number, lng: number, seed: Uint32Array, into: Uint32Array, at: number): void {
  const y = roundMicrodegrees(lat);
  const rounded = roundMicrodegrees(lng);
  const x = rounded === 180e6 ? -180e6 : rounded;
  into[at] = mixA(mixA(seed[0]!, y), x);
  into[at + 1] = mixB(mixB(seed[1]!, y), x);
  into[at + 2] = mixC(mixC(seed[2]!, y), x);
}

/** Tells the keys of codes from those of places: no latitude is so large. */
const OF_CODES = 0x7fffffff;

/** Writes the key of a code, by which an import matches rows with markers. */
export function writeCodeKey(code: string, seed: Uint32Array, into: Uint32Array, at: number): void {
  into[at] = mixA(seed[0]!, OF_CODES);
  into[at + 1] = mixB(seed[1]!, OF_CODES);
  into[at + 2] = mixC(seed[2]!, OF_CODES);
  mixInto(into, at, code);
}

/** Mixes a text into a key. */
export function mixText(key: Uint32Array, text: string): void {
  mixInto(key, 0, text);
}

function mixInto(into: Uint32Array, at: number, text: string): void {
  let a = into[at]!;
  let b = into[at + 1]!;
  let c = into[at + 2]!;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = mixA(a, unit);
    b = mixB(b, unit);
    c = mixC(c, unit);
  }
  into[at] = finish(a ^ text.length);
  into[at + 1] = finish(b ^ text.length);
  into[at + 2] = finish(c ^ text.length);
}

/** Seed of one run of an import; random, so that clients cannot choose keys that collide. */
export const newSeed = (): Uint32Array => crypto.getRandomValues(new Uint32Array(KEY_WORDS));
