import { decodeCell } from '../../format/cells/decode.js';
import { ALL_TYPES, fitsPlainly, narrowTypes } from '../../format/cells/field-types.js';

/**
 * Custom fields of a block whose types are followed, as many as a spreadsheet can have columns; with one more
 * it is known that there were more. A map defines 1,000.
 */
export const MAX_BLOCK_FIELDS = 5000;

/** Which types the values of custom fields fit, row by row; a row that is rejected can be taken back. */
export class FollowedTypes {
  /** Custom field -> bits of `field-types`; only fields that had a value. */
  readonly ofFields = new Map<string, number>();
  /** Fields whose types the current row changed, with the types before it. */
  readonly #changed: [name: string, before: number | undefined][] = [];

  beginRow(): void {
    if (this.#changed.length > 0) this.#changed.length = 0;
  }

  /** Sees a value, a cell in UTF-8. @returns whether further values change nothing */
  seeCell(name: string, bytes: Buffer, from: number, to: number): boolean {
    const known = this.ofFields.get(name);
    // A change by this row may still be taken back.
    if (known === 0) return this.#changed.length === 0;
    if (known === undefined ? this.ofFields.size <= MAX_BLOCK_FIELDS : !fitsPlainly(known, bytes, from, to))
      this.#narrow(name, known, decodeCell(bytes, from, to));
    return false;
  }

  #narrow(name: string, known: number | undefined, value: string): void {
    const fits = narrowTypes(known ?? ALL_TYPES, value);
    if (fits === known) return;
    this.ofFields.set(name, fits);
    this.#changed.push([name, known]);
  }

  /** The row that was seen last is rejected: its values say nothing of the types. */
  takeBackRow(): void {
    for (const [name, before] of this.#changed.reverse()) {
      if (before === undefined) this.ofFields.delete(name);
      else this.ofFields.set(name, before);
    }
    this.#changed.length = 0;
  }
}
