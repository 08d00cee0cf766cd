import { hashSlot, nameHash } from './name-hash.js';
import type { PackedColumn, Sections } from './sections.js';

/**
 * Open-addressing hash table from ASCII keys to lists of values: pairs of hash and key + 1, then the keys,
 * then the values.
 */
export class NameTable {
  readonly #table: Uint32Array;
  readonly #mask: number;
  readonly #texts: Uint8Array;
  readonly #textStarts: Uint32Array;
  /** Values of key k: `values[starts[k]] .. values[starts[k + 1] - 1]`. */
  readonly starts: Uint32Array;
  readonly values: Uint32Array;

  constructor(sections: Sections, name: string) {
    this.#table = sections.get(`${name}.table`, 'u32');
    this.#mask = this.#table.length / 2 - 1;
    this.#texts = sections.get(`${name}.texts`, 'u8');
    this.#textStarts = sections.get(`${name}.textStarts`, 'u32');
    this.starts = sections.get(`${name}.starts`, 'u32');
    this.values = sections.get(`${name}.values`, 'u32');
  }

  /** Number of a key; -1: absent. */
  find(key: string): number {
    return this.#probe(nameHash(key), key);
  }

  /** Tells whether a key has this hash. */
  holds(hash: number): boolean {
    const table = this.#table;
    for (let slot = hashSlot(hash, this.#mask); ; slot = (slot + 1) & this.#mask) {
      if (table[2 * slot + 1] === 0) return false;
      if (table[2 * slot] === hash) return true;
    }
  }

  /** First value of a key; -1: absent. */
  first(key: string): number {
    const at = this.find(key);
    return at < 0 ? -1 : this.values[this.starts[at]!]!;
  }

  /** Copy of all values of a key. */
  all(key: string): number[] {
    const at = this.find(key);
    return at < 0 ? [] : [...this.values.subarray(this.starts[at]!, this.starts[at + 1]!)];
  }

  /** Tells whether a value of a key passes a test. */
  some(key: string, test: (value: number) => boolean): boolean {
    const at = this.find(key);
    if (at < 0) return false;
    for (let each = this.starts[at]!; each < this.starts[at + 1]!; each++)
      if (test(this.values[each]!)) return true;
    return false;
  }

  #probe(hash: number, key: string): number {
    const table = this.#table;
    for (let slot = hashSlot(hash, this.#mask); ; slot = (slot + 1) & this.#mask) {
      const at = table[2 * slot + 1]! - 1;
      if (at < 0) return -1;
      if (table[2 * slot] === hash && this.#isKey(at, key)) return at;
    }
  }

  #isKey(at: number, key: string): boolean {
    const start = this.#textStarts[at]!;
    if (this.#textStarts[at + 1]! - start !== key.length) return false;
    for (let i = 0; i < key.length; i++) if (this.#texts[start + i] !== key.charCodeAt(i)) return false;
    return true;
  }
}

/** Packs a table, in the order of its keys. */
export function packNameTable(
  name: string,
  entries: ReadonlyMap<string, readonly number[]>,
): Record<string, PackedColumn> {
  const keys = [...entries.keys()].sort();
  const capacity = 2 ** Math.ceil(Math.log2(Math.max(1, keys.length) * 2));
  const table = new Uint32Array(2 * capacity);
  const textStarts = new Uint32Array(keys.length + 1);
  const starts = new Uint32Array(keys.length + 1);
  const values: number[] = [];
  for (const [at, key] of keys.entries()) {
    textStarts[at + 1] = textStarts[at]! + key.length;
    for (const value of entries.get(key)!) values.push(value);
    starts[at + 1] = values.length;
    const hash = nameHash(key);
    let slot = hashSlot(hash, capacity - 1);
    while (table[2 * slot + 1] !== 0) slot = (slot + 1) & (capacity - 1);
    table[2 * slot] = hash;
    table[2 * slot + 1] = at + 1;
  }
  return {
    [`${name}.table`]: table,
    [`${name}.texts`]: new Uint8Array(Buffer.from(keys.join(''), 'latin1')),
    [`${name}.textStarts`]: textStarts,
    [`${name}.starts`]: starts,
    [`${name}.values`]: Uint32Array.from(values),
  };
}
