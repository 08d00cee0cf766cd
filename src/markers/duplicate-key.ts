import { roundMicrodegrees } from '../geo/cell.js';
import { finishLane, mixA, mixB, mixC } from './hash-lanes.js';

/** 32-bit words of a key. 96 bits: among a million rows two different ones meet with a chance of 10^-17. */
export const KEY_WORDS = 3;

/**
 * Writes the key that two duplicates share: name and coordinates rounded to 6 decimals
 * (docs/decisions.md#duplicates), as `same_place` in sql/functions/imports.sql compares them. Three lanes of
 * MurmurHash3 (`hash-lanes.ts`) over latitude, longitude and the UTF-16 code units of the name. Not
 * cryptographic: who forges a collision loses a row of their own upload.
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
  writePlace(row.lat, row.lng, seed, into, at);
  mixBytes(into, at, row.bytes, row.from[name]!, row.to[name]!);
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
  mixBytes(into, at, bytes, from, to);
}

function mixBytes(into: Uint32Array, at: number, bytes: Uint8Array, from: number, to: number): void {
  let a = into[at]! | 0;
  let b = into[at + 1]! | 0;
  let c = into[at + 2]! | 0;
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
  into[at] = finishLane(a ^ units);
  into[at + 1] = finishLane(b ^ units);
  into[at + 2] = finishLane(c ^ units);
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
  into[at] = finishLane(a ^ text.length);
  into[at + 1] = finishLane(b ^ text.length);
  into[at + 2] = finishLane(c ^ text.length);
}

/** Seed of one run of an import; random, so that clients cannot choose keys that collide. */
export const newSeed = (): Uint32Array => crypto.getRandomValues(new Uint32Array(KEY_WORDS));
