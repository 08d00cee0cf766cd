import { ALL_TYPES } from '../../format/cells/field-types.js';
import { MAX_BLOCK_FIELDS } from '../rows/followed-types.js';

/** Custom field -> bits of the types that its values fit. */
type FieldTypes = readonly [name: string, types: number][];

/**
 * Names that are followed: a map holds 1,000 fields (docs/decisions.md#legends-and-fields), of which an
 * import may know all and define as many as fit, in file order. So none behind the 2,000th can become one.
 */
export const MAX_FOLLOWED_FIELDS = 2000;
/** Most names beyond these that are told apart, to be counted. */
const MAX_COUNTED_FIELDS = 10_000;

/**
 * Which custom fields a block brings that the ledger does not know yet: blocks repeat each other, and a
 * million keys are not to be kept a block each. Blocks come in file order.
 */
export class FieldLedger {
  readonly #followed = new Set<string>();
  /** Custom field -> bits of its types, of the blocks that are committed. */
  readonly #recorded: Map<string, number>;
  readonly #beyond = new Set<string>();
  #uncounted = false;

  /** @param recorded what earlier runs have committed */
  constructor(recorded: FieldTypes) {
    this.#recorded = new Map(recorded);
    for (const [name] of recorded) this.#followed.add(name);
  }

  /** Fields of a block that the ledger is to record: new names, and types that fewer values fit. */
  of(fieldTypes: FieldTypes): [name: string, types: number][] {
    this.#uncounted ||= fieldTypes.length > MAX_BLOCK_FIELDS;
    return fieldTypes.filter(([name, types]) => {
      if (!this.#followed.has(name)) {
        if (this.#followed.size >= MAX_FOLLOWED_FIELDS) {
          if (this.#beyond.size < MAX_COUNTED_FIELDS) this.#beyond.add(name);
          return false;
        }
        this.#followed.add(name);
      }
      const recorded = this.#recorded.get(name);
      return recorded === undefined || (recorded & types) !== recorded;
    });
  }

  /** Takes note of fields that a committed block has put into the ledger. */
  committed(fieldTypes: FieldTypes): void {
    for (const [name, types] of fieldTypes) {
      this.#recorded.set(name, (this.#recorded.get(name) ?? ALL_TYPES) & types);
    }
  }

  /** Names that were seen and are not followed; `atLeast` when there were too many to count. */
  get beyond(): { names: number; atLeast: boolean } {
    return { names: this.#beyond.size, atLeast: this.#uncounted || this.#beyond.size >= MAX_COUNTED_FIELDS };
  }
}
