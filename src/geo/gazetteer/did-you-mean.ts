import type { Gazetteer } from './gazetteer.js';
import { BASE, nameHash } from './name-hash.js';

/** Shorter names are too near to too many others, longer ones are no names. */
const SHORTEST = 4;
const LONGEST = 40;
const A = 97;
const LETTERS = 26;
const BASE_POWERS = powersOfBase(LONGEST + 2);
const MAX_REMEMBERED = 2_000;

function powersOfBase(count: number): Int32Array {
  const powers = new Int32Array(count);
  powers[0] = 1;
  for (let at = 1; at < count; at++) powers[at] = Math.imul(powers[at - 1]!, BASE);
  return powers;
}

/** Calls with each key that is one insertion, deletion, change or swap away and that the table may hold: some 54 probes a letter. */
function visitNeighbours(
  key: string,
  mayHold: (hash: number) => boolean,
  visit: (key: string) => void,
): void {
  const { length } = key;
  const whole = nameHash(key);
  let before = 0;
  for (let at = 0; at <= length; at++) {
    // Hash of what stands after the position: the whole one without what stands before it.
    const restHash = (whole - Math.imul(before, BASE_POWERS[length - at]!)) | 0;
    const here = key.charCodeAt(at);
    if (at < length) {
      const afterHash = (restHash - Math.imul(here, BASE_POWERS[length - at - 1]!)) | 0;
      const deleted = (Math.imul(before, BASE_POWERS[length - at - 1]!) + afterHash) >>> 0;
      if (mayHold(deleted)) visit(key.slice(0, at) + key.slice(at + 1));
      const around = (Math.imul(before, BASE_POWERS[length - at]!) + afterHash) | 0;
      for (let letter = A; letter < A + LETTERS; letter++) {
        const changed = (around + Math.imul(letter, BASE_POWERS[length - at - 1]!)) >>> 0;
        if (letter !== here && mayHold(changed))
          visit(key.slice(0, at) + String.fromCharCode(letter) + key.slice(at + 1));
      }
    }
    const around = (Math.imul(before, BASE_POWERS[length - at + 1]!) + restHash) | 0;
    for (let letter = A; letter < A + LETTERS; letter++) {
      const inserted = (around + Math.imul(letter, BASE_POWERS[length - at]!)) >>> 0;
      if (mayHold(inserted)) visit(key.slice(0, at) + String.fromCharCode(letter) + key.slice(at));
    }
    if (at + 1 < length) {
      const swapped = key.slice(0, at) + key[at + 1] + key[at] + key.slice(at + 2);
      if (mayHold(nameHash(swapped))) visit(swapped);
    }
    before = (Math.imul(before, BASE) + here) | 0;
  }
}

/** Names one edit away from one that is not known; for messages alone, never to place a row. */
export class DidYouMean {
  readonly #gazetteer: Gazetteer;
  /** Of the last misspellings: a file has the same one in many rows. */
  readonly #remembered = new Map<string, string | null>();

  constructor(gazetteer: Gazetteer) {
    this.#gazetteer = gazetteer;
  }

  /** The most populous place of a country (-1: of all) whose key is one edit away; null: there is none. */
  find(key: string, country: number): string | null {
    if (key.length < SHORTEST || key.length > LONGEST) return null;
    const question = `${country} ${key}`;
    const known = this.#remembered.get(question);
    if (known !== undefined) return known;
    const found = this.#search(key, country);
    if (this.#remembered.size >= MAX_REMEMBERED) this.#remembered.clear();
    this.#remembered.set(question, found);
    return found;
  }

  #search(key: string, country: number): string | null {
    const { placeNames, places } = this.#gazetteer;
    let best = -1;
    visitNeighbours(
      key,
      (hash) => placeNames.mayHold(hash),
      (neighbour) => {
        for (const place of placeNames.all(neighbour)) {
          if (country >= 0 && places.country[place] !== country) continue;
          if (best < 0 || places.population[place]! > places.population[best]!) best = place;
        }
      },
    );
    return best < 0 ? null : places.name(best);
  }
}
