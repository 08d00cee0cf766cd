import { escapeCopyText } from '../../format/cells/copy-text.js';
import { decodeCell } from '../../format/cells/decode.js';
import { jsonString } from '../../format/cells/json-string.js';
import type { CopyWriter } from '../../format/copy-writer.js';
import type { FollowedTypes } from './followed-types.js';
import type { Members } from './incoming-row.js';

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
export class NamedCells implements Members {
  readonly #names: MemberName[] = [];
  readonly #indexes: number[] = [];
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
    const members = this.#names.flatMap(({ text }, i) => {
      const index = this.#indexes[i]!;
      const value = decodeCell(bytes, from[index]!, to[index]!);
      return value === '' ? [] : [`${jsonString(text)}:${jsonString(value)}`];
    });
    return members.length === 0 ? '' : `{${members.join()}}`;
  }

  write(out: CopyWriter): void {
    const { bytes, from, to } = this.#cells!;
    let isEmpty = true;
    for (let i = 0; i < this.#names.length; i++) {
      const index = this.#indexes[i]!;
      const start = from[index]!;
      const end = to[index]!;
      if (start === end) continue;
      const { first, next } = this.#names[i]!.key;
      out.asIs(isEmpty ? first : next);
      out.jsonCell(bytes, start, end);
      isEmpty = false;
    }
    if (isEmpty) out.null();
    else out.byte(CLOSING_BRACE);
  }
}
