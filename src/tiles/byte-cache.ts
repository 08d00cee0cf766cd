interface Entry<V> {
  readonly value: V;
  readonly bytes: number;
}

/** Values by name within a bound on their bytes; the least recently used go first. */
export class ByteCache<V> {
  readonly #maxBytes: number;
  /** In the order of use, the least recent first. */
  readonly #entries = new Map<string, Entry<V>>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  use(name: string): V | undefined {
    const entry = this.#entries.get(name);
    if (entry === undefined) return undefined;
    this.#entries.delete(name);
    this.#entries.set(name, entry);
    return entry.value;
  }

  /** Keeps a value, unless it alone is beyond the bound. */
  set(name: string, value: V, bytes: number): void {
    this.delete(name);
    if (bytes > this.#maxBytes) return;
    this.#entries.set(name, { value, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes) break;
      this.delete(oldest);
    }
  }

  delete(name: string): void {
    this.#bytes -= this.#entries.get(name)?.bytes ?? 0;
    this.#entries.delete(name);
  }
}
