import { KEY_WORDS } from '../prepare/duplicate-key.js';

/** Parts of the table, which grow on their own: none is ever so large that growing it holds the thread (2 ms at ten million keys). */
const PARTS = 256;
const FIRST_SLOTS = 64;
/** Slots that may be taken, of a part. Linear probing looks at 2.5 slots on average there (Knuth 6.4, for misses 8.5). */
const MOST_FILLED = 0.75;

interface Part {
  slots: Uint32Array;
  held: number;
}

/**
 * The keys of the rows of one upload that became markers: open addressing in typed arrays, 12 bytes a slot. It grows with the keys
 * that it holds: ten million take 200 MB, a file that is uploaded again none. A Set of strings takes eight times the memory and
 * stops the main thread when it grows.
 */
export class UploadKeys {
  readonly #parts: Part[] = Array.from({ length: PARTS }, () => ({
    slots: new Uint32Array(FIRST_SLOTS * KEY_WORDS),
    held: 0,
  }));

  /**
   * Adds the key at `keys[at .. at + 2]` unless it is there.
   * @param keys with the seed of this run, so that nobody can choose keys that lie on top of each other
   * @returns whether it was added
   */
  add(keys: Uint32Array, at: number): boolean {
    const a = keys[at]!;
    const b = keys[at + 1]!;
    // A slot of which all words are 0 is empty.
    const c = keys[at + 2]! || 1;
    const part = this.#parts[a >>> 24]!;
    if (part.held >= (part.slots.length / KEY_WORDS) * MOST_FILLED) grow(part);
    const slot = find(part.slots, a, b, c);
    if (slot < 0) return false;
    part.slots[slot] = a;
    part.slots[slot + 1] = b;
    part.slots[slot + 2] = c;
    part.held++;
    return true;
  }
}

/** @returns index of the first word of the empty slot where the key belongs, or -1 when it is there */
function find(slots: Uint32Array, a: number, b: number, c: number): number {
  const mask = slots.length / KEY_WORDS - 1;
  // From all lanes: two names that share one lane under every seed, which MurmurHash3 allows, do not share the others.
  const start = Math.imul(a ^ Math.imul(b, 0x85ebca6b) ^ Math.imul(c, 0xc2b2ae35), 0x9e3779b1) >>> 8;
  for (let slot = start & mask; ; slot = (slot + 1) & mask) {
    const base = slot * KEY_WORDS;
    const held = slots[base + 2]!;
    if (held === 0) return base;
    if (held === c && slots[base] === a && slots[base + 1] === b) return -1;
  }
}

function grow(part: Part): void {
  const { slots } = part;
  const larger = new Uint32Array(slots.length * 2);
  for (let base = 0; base < slots.length; base += KEY_WORDS) {
    if (slots[base + 2] === 0) continue;
    const to = find(larger, slots[base]!, slots[base + 1]!, slots[base + 2]!);
    larger.set(slots.subarray(base, base + KEY_WORDS), to);
  }
  part.slots = larger;
}
