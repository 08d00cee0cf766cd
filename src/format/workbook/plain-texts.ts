import type { PlainElements } from './plain-elements.js';
import { MOST_RAW_BYTES, sharedText } from './shared-strings.js';
import type { StringStore } from './string-store.js';
import { NOT_PLAIN, plainTextEnd, skipBlanks, standsAt } from './xml-bytes.js';

const LESS = 60;
const TEXT = Buffer.from('<si><t>');
const KEPT = Buffer.from('<si><t xml:space="preserve">');
const TEXT_END = Buffer.from('</t></si>');

/** Shared texts in one format. `SharedStringsReader`, whose reading this one is, reads the others. */
export class PlainTexts implements PlainElements {
  readonly within = ['sst'];
  readonly endTag = '</si>';
  readonly #store: StringStore;

  constructor(store: StringStore) {
    this.#store = store;
  }

  read(bytes: Buffer, from: number, to: number): number {
    let at = from;
    while (at < to) {
      const end = this.#readText(bytes, skipBlanks(bytes, at));
      if (end === NOT_PLAIN) break;
      at = end;
    }
    return at;
  }

  #readText(bytes: Buffer, at: number): number {
    const tags = standsAt(bytes, at, TEXT) ? TEXT : KEPT;
    if (tags === KEPT && !standsAt(bytes, at, KEPT)) return NOT_PLAIN;
    const from = at + tags.length;
    const plainEnd = plainTextEnd(bytes, from);
    const end = plainEnd === NOT_PLAIN ? bytes.indexOf(LESS, from) : plainEnd;
    if (!standsAt(bytes, end, TEXT_END)) return NOT_PLAIN;
    if (end === plainEnd && end - from <= MOST_RAW_BYTES) this.#store.add(bytes, from, end);
    else this.#store.add(sharedText(bytes.toString('latin1', from, end)));
    return end + TEXT_END.length;
  }
}
