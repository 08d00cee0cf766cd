import type { Gazetteer } from './gazetteer.js';
import { BASE_POWERS, hashSlot, nameHash } from './name-hash.js';
import { nameKey } from './name-key.js';
import type { PackedColumn } from './sections.js';

/** Half of all shorter names are two edits from another name. */
const SHORTEST = 8;
/** A name of this length has 191 shortened forms to look up. */
const LONGEST = 20;
const MOST_EDITS = 2;
/** Hash of the text before each letter of the last key. */
const before = new Int32Array(LONGEST + 1);

const canHaveTwoEdits = (key: string): boolean => key.length >= SHORTEST && key.length <= LONGEST;

/**
 * Visits the hash of a key and of its forms without one or two letters: names two edits apart share one of
 * these.
 */
function visitShortened(key: string, visit: (hash: number) => void): void {
  const { length } = key;
  for (let at = 0; at < length; at++)
    before[at + 1] = (Math.imul(before[at]!, BASE_POWERS[1]!) + key.charCodeAt(at)) | 0;
  visit(nameHash(key));
  for (let first = 0; first < length; first++) {
    const head = before[first]!;
    visit((Math.imul(head, BASE_POWERS[length - 1 - first]!) + hashBetween(first + 1, length)) >>> 0);
    for (let second = first + 1; second < length; second++) {
      const middle = Math.imul(head, BASE_POWERS[second - first - 1]!) + hashBetween(first + 1, second);
      const tail = hashBetween(second + 1, length);
      visit((Math.imul(middle, BASE_POWERS[length - 1 - second]!) + tail) >>> 0);
    }
  }
}

const hashBetween = (from: number, to: number): number =>
  (before[to]! - Math.imul(before[from]!, BASE_POWERS[to - from]!)) | 0;

/**
 * Place numbers by the hashes of their shortened names, as pairs of hash and place + 1 in an open-addressing
 * table.
 */
export function packShortened(
  name: string,
  places: Iterable<[place: number, key: string]>,
): Record<string, PackedColumn> {
  const pairs: number[] = [];
  for (const [place, key] of places)
    if (canHaveTwoEdits(key)) visitShortened(key, (hash) => pairs.push(hash, place + 1));
  const capacity = 2 ** Math.ceil(Math.log2(Math.max(1, pairs.length)));
  const table = new Uint32Array(2 * capacity);
  for (let at = 0; at < pairs.length; at += 2) {
    let slot = hashSlot(pairs[at]!, capacity - 1);
    while (table[2 * slot + 1] !== 0) slot = (slot + 1) & (capacity - 1);
    table[2 * slot] = pairs[at]!;
    table[2 * slot + 1] = pairs[at + 1]!;
  }
  return { [name]: table };
}

/** Large cities, which are recognised although two letters of a long name are wrong. */
export class TwoEdits {
  readonly #gazetteer: Gazetteer;
  readonly #table: Uint32Array;
  readonly #mask: number;

  constructor(gazetteer: Gazetteer) {
    this.#gazetteer = gazetteer;
    this.#table = gazetteer.shortenedNames;
    this.#mask = this.#table.length / 2 - 1;
  }

  /**
   * The most populous city whose name is at most two edits from a key, in a country or in all (-1); -1: none.
   */
  find(key: string, country: number): number {
    if (!canHaveTwoEdits(key)) return -1;
    const { places } = this.#gazetteer;
    let best = -1;
    const consider = (place: number): void => {
      if (place === best || (country >= 0 && places.country[place] !== country)) return;
      if (best >= 0 && places.population[place]! <= places.population[best]!) return;
      if (isWithinTwoEdits(key, nameKey(places.name(place)))) best = place;
    };
    visitShortened(key, (hash) => {
      for (
        let slot = hashSlot(hash, this.#mask);
        this.#table[2 * slot + 1] !== 0;
        slot = (slot + 1) & this.#mask
      )
        if (this.#table[2 * slot] === hash) consider(this.#table[2 * slot + 1]! - 1);
    });
    return best;
  }
}

/**
 * Tells whether insertions, deletions, changes and swaps of neighbours lead from one text to the other in two
 * edits, each letter edited once.
 */
function isWithinTwoEdits(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > MOST_EDITS) return false;
  let last: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      let edits = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        edits = Math.min(edits, last[j - 2]! + 1);
      next.push(edits);
    }
    last = row;
    row = next;
  }
  return row[b.length]! <= MOST_EDITS;
}
