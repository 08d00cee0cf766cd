import { KEY_WORDS } from '../prepare/duplicate-key.js';

const SLOT_WORDS = KEY_WORDS + 1;

/**
 * The keys of the rows of one upload that became markers, with the record each came from: open addressing in one typed
 * array, 16 bytes a slot, at most half full. A million rows cost 32 MB and about 0.1 µs a look-up; a Map of strings
 * costs three times the memory and stops the main thread when it grows.
 */
export class UploadKeys {
  readonly #slots: Uint32Array;
  readonly #mask: number;
  #left: number;

  /** @param capacity keys that can be held at most */
  constructor(capacity: number) {
    const size = 2 ** Math.ceil(Math.log2(Math.max(2, capacity * 2)));
    this.#slots = new Uint32Array(size * SLOT_WORDS);
    this.#mask = size - 1;
    this.#left = capacity;
  }

  /**
   * Adds the key at `keys[at .. at + 2]` for a record unless it is there.
   * @returns the record that holds the key already, or -1 when it was added
   */
  add(keys: Uint32Array, at: number, record: number): number {
    const [a, b, c] = [keys[at]!, keys[at + 1]!, keys[at + 2]!];
    const slots = this.#slots;
    for (let slot = a & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const base = slot * SLOT_WORDS;
      const held = slots[base + KEY_WORDS]!;
      if (held === 0) {
        if (this.#left-- === 0) throw new RangeError('more keys than the upload has rows');
        slots[base] = a;
        slots[base + 1] = b;
        slots[base + 2] = c;
        slots[base + KEY_WORDS] = record + 1;
        return -1;
      }
      if (slots[base] === a && slots[base + 1] === b && slots[base + 2] === c) return held - 1;
    }
  }
}
