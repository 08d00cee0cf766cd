/** What is in use does not make room for something else: both would be built again and again. */
const IN_USE_MS = 30_000;
/** An entry moves to the end of the order so often at most. */
const TOUCH_MS = 1000;
/** Where there was no room nobody looks for it again so soon: each look goes through what could be dropped. */
const FULL_MS = 1000;

interface Entry<V> {
  readonly value: V;
  bytes: number;
  usedAtMs: number;
}

/** Values by number within a bound on their bytes; those used longest ago go first. */
export class Recent<V> {
  readonly #maxBytes: number;
  readonly #nowMs: () => number;
  /** The one used longest ago comes first. */
  readonly #entries = new Map<number, Entry<V>>();
  #usedBytes = 0;
  /** There was no room for so many bytes, at that time. */
  #full = { bytes: Number.POSITIVE_INFINITY, atMs: Number.NEGATIVE_INFINITY };

  constructor(maxBytes: number, nowMs = () => performance.now()) {
    this.#maxBytes = maxBytes;
    this.#nowMs = nowMs;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Left of the bound, not below 0: what is kept may grow. */
  get freeBytes(): number {
    return Math.max(0, this.#maxBytes - this.#usedBytes);
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

  set(key: number, value: V, bytes: number): void {
    this.delete(key);
    this.#entries.set(key, { value, bytes, usedAtMs: this.#nowMs() });
    this.#usedBytes += bytes;
  }

  /** To be told when a value takes more or less than before. */
  resize(key: number, bytes: number): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    if (bytes < entry.bytes) this.#full.bytes = Number.POSITIVE_INFINITY;
    this.#usedBytes += bytes - entry.bytes;
    entry.bytes = bytes;
  }

  /** @returns what it was */
  delete(key: number): V | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    this.#usedBytes -= entry.bytes;
    this.#full.bytes = Number.POSITIVE_INFINITY;
    return entry.value;
  }

  /** @returns what there was */
  clear(): V[] {
    const values = Array.from(this.#entries.values(), ({ value }) => value);
    this.#entries.clear();
    this.#usedBytes = 0;
    this.#full.bytes = Number.POSITIVE_INFINITY;
    return values;
  }

  /**
   * Drops what was used longest ago until something new has room.
   * @param instead the value that the new one takes the place of
   * @returns what was dropped; null, and nothing is dropped, when it would not be enough
   */
  makeRoom(bytes: number, instead?: number): V[] | null {
    const now = this.#nowMs();
    const own = instead === undefined ? 0 : (this.#entries.get(instead)?.bytes ?? 0);
    const wanted = bytes - own;
    if (bytes > this.#maxBytes || (wanted >= this.#full.bytes && now - this.#full.atMs < FULL_MS))
      return null;
    let free = this.freeBytes;
    const dropped: number[] = [];
    for (const [key, entry] of this.#entries) {
      if (free >= wanted || now - entry.usedAtMs < IN_USE_MS) break;
      if (key === instead) continue;
      free += entry.bytes;
      dropped.push(key);
    }
    if (free >= wanted) return dropped.map((key) => this.delete(key)!);
    this.#full = { bytes: wanted, atMs: now };
    return null;
  }
}
