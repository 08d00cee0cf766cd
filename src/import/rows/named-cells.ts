import { escapeCopyText } from '../../format/cells/copy-text.js';
import { decodeCell } from '../../format/cells/decode.js';
import { jsonString } from '../../format/cells/json-string.js';
import type { CopyWriter } from '../../format/copy-writer.js';
import type { FollowedTypes } from './followed-types.js';
import type { MemberTexts } from './incoming-row.js';

const CLOSING_BRACE = '}'.charCodeAt(0);

/** Cells of a record, trimmed, as ranges of bytes. */
interface Cells {
  readonly bytes: Buffer;
  readonly from: Int32Array;
  readonly to: Int32Array;
}

/** Name of a member. */
export class MemberName {
  /** Further values cannot change its type. */
  isSettled = false;
  #key: { first: Buffer; next: Buffer } | null = null;

  constructor(readonly text: string) {}

  /** `{"name":` and `,"name":` as COPY text. */
  get key(): { first: Buffer; next: Buffer } {
    if (this.#key === null) {
      const key = escapeCopyText(`${jsonString(this.text)}:`);
      this.#key = { first: Buffer.from(`{${key}`), next: Buffer.from(`,${key}`) };
    }
    return this.#key;
  }
}

/** Cells of the record that was read last that become members of a JSON object. */
export class NamedCells implements MemberTexts {
  readonly #names: MemberName[] = [];
  readonly #indexes: number[] = [];
  /** Members of this record alone. */
  readonly #more: { name: MemberName; index: number }[] = [];
  /** Cells that are none of this record's members. */
  readonly #without: number[] = [];
  #cells: Cells | null = null;

  get count(): number {
    return this.#names.length;
  }

  add(name: MemberName, index: number): void {
    this.#names.push(name);
    this.#indexes.push(index);
  }

  clear(): void {
    this.#names.length = 0;
    this.#indexes.length = 0;
  }

  /** @param cells one at least for each name */
  read(cells: Cells): void {
    this.#cells = cells;
    // To set a length costs more than to look at it.
    if (this.#more.length > 0) this.#more.length = 0;
    if (this.#without.length > 0) this.#without.length = 0;
  }

  /** Adds a cell to the members of the record that was read last. */
  addToRecord(name: MemberName, index: number): void {
    this.#more.push({ name, index });
  }

  leaveOut(index: number): void {
    this.#without.push(index);
  }

  follow(types: FollowedTypes): void {
    const { bytes, from, to } = this.#cells!;
    for (let i = 0; i < this.#names.length; i++) {
      const name = this.#names[i]!;
      if (name.isSettled) continue;
      const index = this.#indexes[i]!;
      if (from[index] === to[index]) continue;
      if (types.seeCell(name.text, bytes, from[index]!, to[index]!)) name.isSettled = true;
    }
  }

  text(): string {
    const { bytes, from, to } = this.#cells!;
    const named = this.#names.map((name, i) => ({ name, index: this.#indexes[i]! }));
    const members = [...named, ...this.#more].flatMap(({ name, index }) => {
      const value = this.#without.includes(index) ? '' : decodeCell(bytes, from[index]!, to[index]!);
      return value === '' ? [] : [`${jsonString(name.text)}:${jsonString(value)}`];
    });
    return members.length === 0 ? '' : `{${members.join()}}`;
  }

  /** Value of one member; '' where it is not there. Of several with one name the last counts. */
  get(wanted: string): string {
    const { bytes, from, to } = this.#cells!;
    const own = this.#names.length;
    for (let i = own + this.#more.length - 1; i >= 0; i--) {
      const name = i < own ? this.#names[i]! : this.#more[i - own]!.name;
      if (name.text !== wanted) continue;
      const index = i < own ? this.#indexes[i]! : this.#more[i - own]!.index;
      if (from[index] === to[index] || this.#without.includes(index)) continue;
      return decodeCell(bytes, from[index]!, to[index]!);
    }
    return '';
  }

  write(out: CopyWriter): void {
    const { bytes, from, to } = this.#cells!;
    const own = this.#names.length;
    let isEmpty = true;
    for (let i = 0; i < own + this.#more.length; i++) {
      const index = i < own ? this.#indexes[i]! : this.#more[i - own]!.index;
      const start = from[index]!;
      const end = to[index]!;
      if (start === end || this.#without.includes(index)) continue;
      const { first, next } = (i < own ? this.#names[i]! : this.#more[i - own]!.name).key;
      out.asIs(isEmpty ? first : next);
      out.jsonCell(bytes, start, end);
      isEmpty = false;
    }
    if (isEmpty) out.null();
    else out.byte(CLOSING_BRACE);
  }
}
