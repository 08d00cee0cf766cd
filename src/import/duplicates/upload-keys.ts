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
const TWO_32 = 2 ** 32;

interface Part {
  /** SLOT_WORDS words each: the key, and the line that it came from. */
  slots: Uint32Array;
  held: number;
}

/**
 * The keys of the rows of one upload that became markers: open addressing in typed arrays, 16 bytes a slot.
 * It grows with the keys that it holds: ten million take 270 MB, a file that is uploaded again none. A Set of
 * strings takes eight times the memory and stops the main thread when it grows.
 */
export class UploadKeys {
  readonly #parts: Part[] = Array.from({ length: PARTS }, () => ({
    slots: new Uint32Array(FIRST_SLOTS * SLOT_WORDS),
    held: 0,
  }));

  /**
   * Adds the key at `keys[at .. at + 2]` unless it is there.
   * @param keys with the seed of this run, so that clients cannot choose keys that lie on top of each other
   * @param line where it comes from, for `lineOf`
   * @returns whether it was added
   */
  add(keys: Uint32Array, at: number, line = 0): boolean {
    const [a, b, c] = wordsAt(keys, at);
    const part = this.#parts[a >>> 24]!;
    if (part.held >= (part.slots.length / SLOT_WORDS) * MOST_FILLED) grow(part);
    const slot = find(part.slots, a, b, c);
    if (slot < 0) return false;
    part.slots[slot] = a;
    part.slots[slot + 1] = b;
    part.slots[slot + 2] = c;
    part.slots[slot + 3] = line;
    part.held++;
    return true;
  }

  /** Line that a key was added with; null: it is not there. */
  lineOf(keys: Uint32Array, at: number): number | null {
    const [a, b, c] = wordsAt(keys, at);
    const { slots } = this.#parts[a >>> 24]!;
    const slot = find(slots, a, b, c);
    return slot < 0 ? slots[~slot + KEY_WORDS]! : null;
  }
}

/** Words of a key; a third word of 0 becomes 1, as 0 marks an empty slot. */
export const wordsAt = (keys: Uint32Array, at: number): readonly [number, number, number] => [
  keys[at]!,
  keys[at + 1]!,
  keys[at + 2]! || 1,
];

/**
 * @returns index of the first word of the empty slot where the key belongs; where the key is, the complement
 * of that
 */
export function find(slots: Uint32Array, a: number, b: number, c: number): number {
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

function grow(part: Part): void {
  const { slots } = part;
  const larger = new Uint32Array(Math.ceil((slots.length / SLOT_WORDS) * GROWTH) * SLOT_WORDS);
  for (let base = 0; base < slots.length; base += SLOT_WORDS) {
    if (slots[base + 2] === 0) continue;
    const to = find(larger, slots[base]!, slots[base + 1]!, slots[base + 2]!);
    // A view and a call for four words cost twice as much.
    for (let word = 0; word < SLOT_WORDS; word++) larger[to + word] = slots[base + word]!;
  }
  part.slots = larger;
}
