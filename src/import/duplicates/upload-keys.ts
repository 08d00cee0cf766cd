import { KEY_WORDS } from '../../markers/duplicate-key.js';

/**
 * Parts of the table, which grow on their own: none is ever so large that growing it holds the thread (2 ms
 * at ten million keys).
 */
const PARTS = 256;
const FIRST_SLOTS = 64;
export const SLOT_WORDS = KEY_WORDS + 1;
/**
 * Slots that may be taken, of a part. Linear probing looks at 2.5 slots on average there (Knuth 6.4, for
 * misses 8.5).
 */
const MOST_FILLED = 0.75;
/** Twice as many would leave half of them empty: a million keys take 23 MB so, and took 34. */
const GROWTH = 1.5;
/** While a part is far from what is expected: growing costs a look at new pages for each key. */
const MOST_GROWTH = 8;
/** Parts differ: of 300,000 keys the fullest of 256 has a tenth more than its share. */
const SPREAD = 1.1;
const TWO_32 = 2 ** 32;

interface Part {
  /**
   * SLOT_WORDS words each: the key, and the line that it came from. Signed, as V8 makes an object of each
   * unsigned word that it hands on: 40 bytes a key, and a third of the time.
   */
  slots: Int32Array;
  held: number;
}

/**
 * The keys of the rows of one upload that became markers: open addressing in typed arrays, 16 bytes a slot.
 * It grows with the keys that it holds: ten million take 270 MB, a file that is uploaded again none. A Set of
 * strings takes eight times the memory and stops the main thread when it grows.
 */
export class UploadKeys {
  readonly #parts: Part[] = Array.from({ length: PARTS }, () => ({
    slots: new Int32Array(FIRST_SLOTS * SLOT_WORDS),
    held: 0,
  }));
  /** Slots of a part that is as full as it is expected to become. */
  readonly #expectedSlots: number;

  /** @param expected most keys that are likely to be added; 0: unknown */
  constructor(expected = 0) {
    this.#expectedSlots = Math.ceil((expected * SPREAD) / PARTS / MOST_FILLED);
  }

  /**
   * Adds the key at `keys[at .. at + 2]` unless it is there.
   * @param keys with the seed of this run, so that clients cannot choose keys that lie on top of each other
   * @param line where it comes from, for `lineOf`
   * @returns whether it was added
   */
  add(keys: Uint32Array, at: number, line = 0): boolean {
    const part = this.#parts[keys[at]! >>> 24]!;
    if (part.held >= (part.slots.length / SLOT_WORDS) * MOST_FILLED) grow(part, this.#expectedSlots);
    const slot = find(part.slots, keys, at);
    if (slot < 0) return false;
    writeSlot(part.slots, slot, keys, at, line);
    part.held++;
    return true;
  }

  /** Line that a key was added with; null: it is not there. */
  lineOf(keys: Uint32Array, at: number): number | null {
    const { slots } = this.#parts[keys[at]! >>> 24]!;
    const slot = find(slots, keys, at);
    return slot < 0 ? slots[~slot + KEY_WORDS]! >>> 0 : null;
  }
}

/**
 * @param keys the key's words begin at `at`; a third word of 0 counts as 1, as 0 marks an empty slot
 * @returns index of the first word of the empty slot where the key belongs; where the key is, the complement
 * of that
 */
export function find(slots: Int32Array, keys: Uint32Array, at: number): number {
  const a = keys[at]! | 0;
  const b = keys[at + 1]! | 0;
  const c = keys[at + 2]! | 0 || 1;
  const count = slots.length / SLOT_WORDS;
  // From all lanes: two names that share one lane under every seed, which MurmurHash3 allows, do not share
  // the others.
  const mixed = Math.imul(a ^ Math.imul(b, 0x85ebca6b) ^ Math.imul(c, 0xc2b2ae35), 0x9e3779b1) >>> 0;
  for (let slot = Math.floor((mixed * count) / TWO_32); ; slot = slot + 1 === count ? 0 : slot + 1) {
    const base = slot * SLOT_WORDS;
    const held = slots[base + 2]!;
    if (held === 0) return base;
    if (held === c && slots[base] === a && slots[base + 1] === b) return ~base;
  }
}

/** @param slot that `find` returned for the key */
export function writeSlot(
  slots: Int32Array,
  slot: number,
  keys: Uint32Array,
  at: number,
  value: number,
): void {
  slots[slot] = keys[at]! | 0;
  slots[slot + 1] = keys[at + 1]! | 0;
  slots[slot + 2] = keys[at + 2]! | 0 || 1;
  slots[slot + KEY_WORDS] = value | 0;
}

function grow(part: Part, expectedSlots: number): void {
  const { slots } = part;
  const count = slots.length / SLOT_WORDS;
  const wanted = Math.max(Math.ceil(count * GROWTH), Math.min(count * MOST_GROWTH, expectedSlots));
  const larger = new Int32Array(wanted * SLOT_WORDS);
  const keys = new Uint32Array(slots.buffer);
  for (let base = 0; base < slots.length; base += SLOT_WORDS) {
    if (slots[base + 2] === 0) continue;
    writeSlot(larger, find(larger, keys, base), keys, base, slots[base + KEY_WORDS]!);
  }
  part.slots = larger;
}
