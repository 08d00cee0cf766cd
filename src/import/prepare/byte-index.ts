const FIRST_SLOTS = 64;
/** Hash, first byte, the one behind the last, and the number + 1: 0 in an empty slot. */
const SLOT_WORDS = 4;

/** Numbers of texts by their bytes, which all lie in one block. */
export class ByteIndex {
  #slots = new Int32Array(FIRST_SLOTS * SLOT_WORDS);
  #held = 0;

  /** @param seed random: texts that share a slot are not to be chosen */
  constructor(readonly seed: number) {}

  /** Number of the text at `from` to `to`, in the order in which they were first met. */
  numberOf(bytes: Uint8Array, from: number, to: number): number {
    let hash = this.seed;
    for (let at = from; at < to; at++) hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
    hash ^= hash >>> 15;
    const slot = this.#find(bytes, hash, from, to);
    const held = this.#slots[slot + 3]!;
    if (held > 0) return held - 1;
    this.#slots.set([hash, from, to, ++this.#held], slot);
    if (this.#held * 2 * SLOT_WORDS > this.#slots.length) this.#grow();
    return this.#held - 1;
  }

  /** The slot of a text, or the one where it belongs. */
  #find(bytes: Uint8Array, hash: number, from: number, to: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    for (let slot = (hash * SLOT_WORDS) & mask; ; slot = (slot + SLOT_WORDS) & mask) {
      if (slots[slot + 3] === 0) return slot;
      if (slots[slot] !== hash || slots[slot + 2]! - slots[slot + 1]! !== to - from) continue;
      let same = from;
      for (let at = slots[slot + 1]!; same < to && bytes[at] === bytes[same]; at++) same++;
      if (same === to) return slot;
    }
  }

  #grow(): void {
    const slots = this.#slots;
    this.#slots = new Int32Array(2 * slots.length);
    const mask = this.#slots.length - 1;
    for (let held = 0; held < slots.length; held += SLOT_WORDS) {
      if (slots[held + 3] === 0) continue;
      let slot = (slots[held]! * SLOT_WORDS) & mask;
      while (this.#slots[slot + 3] !== 0) slot = (slot + SLOT_WORDS) & mask;
      this.#slots.set(slots.subarray(held, held + SLOT_WORDS), slot);
    }
  }
}
