const FIRST_SLOTS = 1024;
/** Knuth's multiplicative hashing: neighbours do not stand together. */
const SPREAD = 2_654_435_761;

/** Counts of whole numbers below 2^32 - 1. A number that occurs takes 8 to 32 bytes, outside of the heap. */
export class KeyCounts {
  /** A key + 1; 0: free. Open addressing, at most half of them used. */
  #keys = new Uint32Array(FIRST_SLOTS);
  #counts = new Uint32Array(FIRST_SLOTS);
  #used = 0;

  get(key: number): number {
    return this.#counts[this.#slotOf(key)]!;
  }

  /** @returns the new count */
  increment(key: number): number {
    const slot = this.#slotOf(key);
    this.#counts[slot]!++;
    if (this.#keys[slot] !== 0) return this.#counts[slot]!;
    this.#keys[slot] = key + 1;
    if (++this.#used * 2 > this.#keys.length) this.#grow();
    return 1;
  }

  /** The slot of the key, or the free one that it would take. */
  #slotOf(key: number): number {
    const last = this.#keys.length - 1;
    const mixed = Math.imul(key, SPREAD);
    // The high bits are the well mixed ones.
    let slot = (mixed ^ (mixed >>> 15)) & last;
    while (this.#keys[slot] !== 0 && this.#keys[slot] !== key + 1) slot = (slot + 1) & last;
    return slot;
  }

  #grow(): void {
    const [keys, counts] = [this.#keys, this.#counts];
    this.#keys = new Uint32Array(2 * keys.length);
    this.#counts = new Uint32Array(2 * keys.length);
    for (const [i, key] of keys.entries()) {
      if (key === 0) continue;
      const slot = this.#slotOf(key - 1);
      this.#keys[slot] = key;
      this.#counts[slot] = counts[i]!;
    }
  }
}
