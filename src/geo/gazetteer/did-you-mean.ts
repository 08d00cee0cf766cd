import type { Gazetteer } from './gazetteer.js';
import { mayHold } from './hash-filter.js';
import { BASE, BASE_POWERS, nameHash } from './name-hash.js';
import { TwoEdits } from './two-edits.js';

/** Shorter names resemble too many others; longer texts are no names. */
const SHORTEST = 4;
const LONGEST = 40;
const A = 97;
const MAX_REMEMBERED = 2_000;

/**
 * Visits the hash of each known key one insertion, deletion, change or swap away: about 20 look-ups a letter.
 */
function visitNeighbours(
  key: string,
  { placeNames, lettersBetween, nameFilter }: Gazetteer,
  visit: (key: string) => void,
): void {
  const { length } = key;
  const whole = nameHash(key);
  const holds = (hash: number): boolean => mayHold(nameFilter, hash) && placeNames.holds(hash);
  let before = 0;
  for (let at = 0; at <= length; at++) {
    // Hash of the rest behind the position: the hash of the whole without that of the text before it.
    const restHash = (whole - Math.imul(before, BASE_POWERS[length - at]!)) | 0;
    const here = key.charCodeAt(at);
    if (at < length) {
      const afterHash = (restHash - Math.imul(here, BASE_POWERS[length - at - 1]!)) | 0;
      const deleted = (Math.imul(before, BASE_POWERS[length - at - 1]!) + afterHash) >>> 0;
      if (holds(deleted)) visit(key.slice(0, at) + key.slice(at + 1));
      const around = (Math.imul(before, BASE_POWERS[length - at]!) + afterHash) | 0;
      for (let letters = lettersBetween.at(key, at, at + 1); letters !== 0; letters &= letters - 1) {
        const letter = firstOf(letters);
        const changed = (around + Math.imul(letter, BASE_POWERS[length - at - 1]!)) >>> 0;
        if (letter !== here && holds(changed))
          visit(key.slice(0, at) + String.fromCharCode(letter) + key.slice(at + 1));
      }
    }
    const around = (Math.imul(before, BASE_POWERS[length - at + 1]!) + restHash) | 0;
    for (let letters = lettersBetween.at(key, at, at); letters !== 0; letters &= letters - 1) {
      const letter = firstOf(letters);
      const inserted = (around + Math.imul(letter, BASE_POWERS[length - at]!)) >>> 0;
      if (holds(inserted)) visit(key.slice(0, at) + String.fromCharCode(letter) + key.slice(at));
    }
    if (at + 1 < length) {
      const next = key.charCodeAt(at + 1);
      // Change of the hash by swapping two letters.
      const swap = Math.imul(Math.imul(next - here, BASE) + here - next, BASE_POWERS[length - at - 2]!);
      if (next !== here && holds((whole + swap) >>> 0))
        visit(key.slice(0, at) + key[at + 1] + key[at] + key.slice(at + 2));
    }
    before = (Math.imul(before, BASE) + here) | 0;
  }
}

/** Letter of the lowest bit. */
const firstOf = (letters: number): number => A + 31 - Math.clz32(letters & -letters);

/**
 * Finds names one edit away from an unknown name, or two edits from the name of a large city. For messages
 * only, never to place a row.
 */
export class DidYouMean {
  readonly #gazetteer: Gazetteer;
  readonly #twoEdits: TwoEdits;
  /** Recent misspellings: a file repeats the same one in many rows. */
  readonly #remembered = new Map<string, string | null>();

  constructor(gazetteer: Gazetteer) {
    this.#gazetteer = gazetteer;
    this.#twoEdits = new TwoEdits(gazetteer);
  }

  /** The most populous place that may be meant, in a country or in all (-1); null: none. */
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
    visitNeighbours(key, this.#gazetteer, (neighbour) => {
      const at = placeNames.find(neighbour);
      for (let value = placeNames.starts[at]!; value < placeNames.starts[at + 1]!; value++) {
        const place = placeNames.values[value]!;
        if (country >= 0 && places.country[place] !== country) continue;
        if (best < 0 || places.population[place]! > places.population[best]!) best = place;
      }
    });
    if (best < 0) best = this.#twoEdits.find(key, country);
    return best < 0 ? null : places.name(best);
  }
}
