/** A byte for each row of a block, in memory only once a row has its flag. */
export class RowFlags {
  #bytes: Uint8Array | null = null;
  readonly #rows: number;

  constructor(rows: number) {
    this.#rows = rows;
  }

  set(row: number): void {
    this.#bytes ??= new Uint8Array(this.#rows);
    this.#bytes[row] = 1;
  }

  /** @returns 1 for each of the first `rows` rows that has the flag; null: none has */
  finish(rows: number): Uint8Array | null {
    return this.#bytes?.slice(0, rows) ?? null;
  }
}
