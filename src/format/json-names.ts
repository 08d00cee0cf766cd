const encoder = new TextEncoder();

/** Names of the members of elements, and of the members of objects in them, as numbers. */
export class JsonNames {
  /** By number; the first is the element itself. */
  readonly keys: string[] = [''];
  /** Number of the name of the object that has the member. */
  readonly parents: number[] = [ELEMENT];
  readonly #ids: Map<string, number>[] = [];
  /**
   * Names as they stand in quotes, each with its closing one; nothing for a name that needs escapes, or a
   * place among others.
   */
  #bytes = new Uint8Array(1024);
  readonly #ends: number[] = [0];
  /** By `placeBehind` and `placeIn`: the name that was last read there. */
  readonly expected: number[] = [];

  idOf(parent: number, key: string): number {
    this.#ids[parent] ??= new Map();
    const ids = this.#ids[parent];
    const known = ids.get(key);
    if (known !== undefined) return known;
    const id = this.keys.push(key) - 1;
    ids.set(key, id);
    this.parents.push(parent);
    this.#keepBytes(ESCAPED.test(key) ? '' : `${key}"`);
    return id;
  }

  /** @returns the index behind the closing quote; -1 when another name stands at `at` */
  match(id: number, bytes: Uint8Array, at: number): number {
    const end = this.#ends[id]!;
    const start = id === ELEMENT ? end : this.#ends[id - 1]!;
    if (start === end) return -1;
    let to = at;
    for (let from = start; from < end; from++) if (this.#bytes[from] !== bytes[to++]) return -1;
    return to;
  }

  #keepBytes(text: string): void {
    const from = this.#ends.at(-1)!;
    const needed = from + 3 * text.length;
    if (needed > this.#bytes.length) {
      const larger = new Uint8Array(2 * needed);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#ends.push(from + encoder.encodeInto(text, this.#bytes.subarray(from)).written);
  }
}

/** Number of the element itself. */
export const ELEMENT = 0;
/** Places of a name: behind that of another member, and the first in an object. */
export const placeBehind = (name: number): number => 2 * name;
export const placeIn = (parent: number): number => 2 * parent + 1;

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what JSON must escape
const ESCAPED = /["\\\u0000-\u001f]/;
