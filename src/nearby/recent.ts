/** What is in use does not make room for something else: both would be built again and again. */
const IN_USE_MS = 30_000;
/** An entry moves to the end of the order so often at most. */
const TOUCH_MS = 1000;

interface Entry<V> {
  readonly value: V;
  usedAtMs: number;
}

/** Values by number within a bound on their bytes; those used longest ago go first. */
export class Recent<V extends { readonly bytes: number }> {
  readonly #maxBytes: number;
  readonly #nowMs: () => number;
  /** The one used longest ago comes first. */
  readonly #entries = new Map<number, Entry<V>>();

  constructor(maxBytes: number, nowMs = () => performance.now()) {
    this.#maxBytes = maxBytes;
    this.#nowMs = nowMs;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Left of the bound, not below 0: what is kept may grow. */
  get freeBytes(): number {
    let free = this.#maxBytes;
    for (const { value } of this.#entries.values()) free -= value.bytes;
    return Math.max(0, free);
  }

  /** Looks without using. */
  peek(key: number): V | undefined {
    return this.#entries.get(key)?.value;
  }

  use(key: number): V | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    const now = this.#nowMs();
    if (now - entry.usedAtMs >= TOUCH_MS) {
      entry.usedAtMs = now;
      this.#entries.delete(key);
      this.#entries.set(key, entry);
    }
    return entry.value;
  }

  set(key: number, value: V): void {
    this.#entries.delete(key);
    this.#entries.set(key, { value, usedAtMs: this.#nowMs() });
  }

  /** @returns what it was */
  delete(key: number): V | undefined {
    const value = this.peek(key);
    this.#entries.delete(key);
    return value;
  }

  /** @returns what there was */
  clear(): V[] {
    const values = Array.from(this.#entries.values(), ({ value }) => value);
    this.#entries.clear();
    return values;
  }

  /**
   * Drops what was used longest ago until something new has room.
   * @param instead the value that the new one takes the place of
   * @returns what was dropped; null, and nothing is dropped, when it would not be enough
   */
  makeRoom(bytes: number, instead?: number): V[] | null {
    let free = this.freeBytes + (instead === undefined ? 0 : (this.peek(instead)?.bytes ?? 0));
    const now = this.#nowMs();
    const dropped: number[] = [];
    for (const [key, { value, usedAtMs }] of this.#entries) {
      if (free >= bytes || now - usedAtMs < IN_USE_MS) break;
      if (key === instead) continue;
      free += value.bytes;
      dropped.push(key);
    }
    return free < bytes ? null : dropped.map((key) => this.delete(key)!);
  }
}
