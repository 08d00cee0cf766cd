/** Values in use are not dropped for others: both would be built again and again. */
const IN_USE_MS = 30_000;
/** Shortest interval between moves of an entry to the end of the order. */
const TOUCH_MS = 1000;
/** Pause after a search for room that failed, as each search goes through all droppable values. */
const FULL_MS = 1000;

interface Entry<V> {
  readonly value: V;
  bytes: number;
  usedAtMs: number;
}

/** Values by number within a bound on their bytes; the least recently used go first. */
export class Recent<V> {
  readonly #maxBytes: number;
  readonly #nowMs: () => number;
  /** In the order of use, the least recent first. */
  readonly #entries = new Map<number, Entry<V>>();
  #usedBytes = 0;
  /** The last failed search for room: bytes and time. */
  #full = { bytes: Number.POSITIVE_INFINITY, atMs: Number.NEGATIVE_INFINITY };

  constructor(maxBytes: number, nowMs = () => performance.now()) {
    this.#maxBytes = maxBytes;
    this.#nowMs = nowMs;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Bytes left within the bound, at least 0: kept values may grow. */
  get freeBytes(): number {
    return Math.max(0, this.#maxBytes - this.#usedBytes);
  }

  /** Reads a value without counting it as used. */
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

  /** Reports the new size of a value. */
  resize(key: number, bytes: number): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    if (bytes < entry.bytes) this.#full.bytes = Number.POSITIVE_INFINITY;
    this.#usedBytes += bytes - entry.bytes;
    entry.bytes = bytes;
  }

  /** @returns the removed value */
  delete(key: number): V | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    this.#usedBytes -= entry.bytes;
    this.#full.bytes = Number.POSITIVE_INFINITY;
    return entry.value;
  }

  /** @returns the removed values */
  clear(): V[] {
    const values = Array.from(this.#entries.values(), ({ value }) => value);
    this.#entries.clear();
    this.#usedBytes = 0;
    this.#full.bytes = Number.POSITIVE_INFINITY;
    return values;
  }

  /**
   * Drops least recently used values until a new one has room.
   * @param instead value that the new one replaces
   * @returns dropped values; null, without dropping any, where that would not suffice
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
