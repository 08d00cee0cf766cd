/** Where a record stands in the spool, its line end included. */
export interface RecordRange {
  readonly startByte: number;
  readonly endByte: number;
  /** 1-based. */
  readonly line: number;
  /**
   * 1-based, as a spreadsheet program numbers rows: blank lines count, line ends within cells and the
   * preamble do not.
   */
  readonly row: number;
}

/** Records at the beginning and at the end that are remembered. */
export const REMEMBERED = 32;
/** Numbers of a RecordRange. */
const RANGE_MEMBERS = 4;

/**
 * The last records of a file, in turn, as numbers: an object a record made all of the cutting a third slower.
 */
export class LastRecords {
  readonly #last = new Float64Array(REMEMBERED * RANGE_MEMBERS);
  #count = 0;

  add(startByte: number, endByte: number, line: number, row: number): void {
    const at = (this.#count++ % REMEMBERED) * RANGE_MEMBERS;
    this.#last[at] = startByte;
    this.#last[at + 1] = endByte;
    this.#last[at + 2] = line;
    this.#last[at + 3] = row;
  }

  /** In order. */
  get ranges(): RecordRange[] {
    const count = Math.min(this.#count, REMEMBERED);
    return Array.from({ length: count }, (_, i) => {
      const at = ((this.#count - count + i) % REMEMBERED) * RANGE_MEMBERS;
      const [startByte, endByte, line, row] = this.#last.subarray(at, at + RANGE_MEMBERS);
      return { startByte: startByte!, endByte: endByte!, line: line!, row: row! };
    });
  }
}
