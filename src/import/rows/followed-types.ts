import { decodeCell } from '../../format/cells/decode.js';
import { ALL_TYPES, fitsPlainly, narrowTypes } from '../../format/cells/field-types.js';

/** Which types the values of custom fields fit, row by row; a row that is rejected can be taken back. */
export class FollowedTypes {
  /** Custom field -> bits of `field-types`; only fields that had a value. */
  readonly types = new Map<string, number>();
  /** Fields whose types the current row changed, with the types before it. */
  readonly #changed: [name: string, before: number | undefined][] = [];

  beginRow(): void {
    if (this.#changed.length > 0) this.#changed.length = 0;
  }

  see(name: string, value: string): void {
    const known = this.types.get(name);
    if (known === 0) return;
    const fits = narrowTypes(known ?? ALL_TYPES, value);
    if (fits === known) return;
    this.types.set(name, fits);
    this.#changed.push([name, known]);
  }

  /** As `see`, for a cell in UTF-8. @returns whether further values change nothing */
  seeCell(name: string, bytes: Buffer, from: number, to: number): boolean {
    const known = this.types.get(name);
    // A change by this row may still be taken back.
    if (known === 0) return this.#changed.length === 0;
    if (known === undefined || !fitsPlainly(known, bytes, from, to))
      this.see(name, decodeCell(bytes, from, to));
    return false;
  }

  takeBackRow(): void {
    for (const [name, before] of this.#changed.reverse()) {
      if (before === undefined) this.types.delete(name);
      else this.types.set(name, before);
    }
    this.#changed.length = 0;
  }
}
