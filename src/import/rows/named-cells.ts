import { escapeCopyText } from '../../format/cells/copy-text.js';
import { jsonString } from '../../format/cells/json-string.js';
import type { CopyWriter } from '../../format/copy-writer.js';
import type { CsvCells } from '../../format/csv-cells.js';
import type { FollowedTypes } from './followed-types.js';
import type { Members } from './incoming-row.js';

interface NamedColumn {
  index: number;
  name: string;
  /** `{"name":` and `,"name":` as COPY text. */
  first: Buffer;
  next: Buffer;
}

const CLOSING_BRACE = '}'.charCodeAt(0);

/** Columns of an upload that become members of a JSON object, in the record that was read last. */
export class NamedCells implements Members {
  readonly #columns: readonly NamedColumn[];
  /** 1 for each of the columns whose type further values cannot change. */
  readonly #isSettled: Uint8Array;
  #cells: CsvCells | null = null;

  constructor(columns: readonly { index: number; name: string }[]) {
    this.#columns = columns.map(({ index, name }) => {
      const key = escapeCopyText(`${jsonString(name)}:`);
      return { index, name, first: Buffer.from(`{${key}`), next: Buffer.from(`,${key}`) };
    });
    this.#isSettled = new Uint8Array(columns.length);
  }

  /** @param cells trimmed, one at least for each column */
  read(cells: CsvCells): void {
    this.#cells = cells;
  }

  follow(types: FollowedTypes): void {
    const { bytes, from, to } = this.#cells!;
    for (let i = 0; i < this.#columns.length; i++) {
      if (this.#isSettled[i] === 1) continue;
      const { index, name } = this.#columns[i]!;
      if (from[index] === to[index]) continue;
      if (types.seeCell(name, bytes, from[index]!, to[index]!)) this.#isSettled[i] = 1;
    }
  }

  text(): string {
    const cells = this.#cells!;
    const members = this.#columns.flatMap(({ index, name }) => {
      const value = cells.text(index);
      return value === '' ? [] : [`${jsonString(name)}:${jsonString(value)}`];
    });
    return members.length === 0 ? '' : `{${members.join()}}`;
  }

  write(out: CopyWriter): void {
    const { bytes, from, to } = this.#cells!;
    let isEmpty = true;
    for (const { index, first, next } of this.#columns) {
      const start = from[index]!;
      const end = to[index]!;
      if (start === end) continue;
      out.asIs(isEmpty ? first : next);
      out.jsonCell(bytes, start, end);
      isEmpty = false;
    }
    if (isEmpty) out.null();
    else out.byte(CLOSING_BRACE);
  }
}
