import { type Gazetteer, kmBetween } from './gazetteer.js';

/**
 * Bound on places of a name that are considered, the most populous first. Real names have at most some
 * hundred in a country.
 */
const MAX_CANDIDATES = 2_048;
/** Places of a name this near to each other are one town in two registers, or a town and its quarter. */
const SAME_TOWN_KM = 30;
/** Inhabitants assumed for a place without a count. */
const UNCOUNTED = 500;

/** Microdegrees of latitude. */
const MICRODEGREES_PER_KM = 9_000;

/** Numbers of the places that a name may mean; the list is reused for each row. */
export class Candidates {
  readonly #gazetteer: Gazetteer;
  readonly #places = new Uint32Array(MAX_CANDIDATES);
  #count = 0;

  constructor(gazetteer: Gazetteer) {
    this.#gazetteer = gazetteer;
  }

  get count(): number {
    return this.#count;
  }

  at(index: number): number {
    return this.#places[index]!;
  }

  /** Takes all places of a key, in a country or in all (-1). */
  take(key: string, country: number): void {
    const { placeNames, places } = this.#gazetteer;
    this.#count = 0;
    const at = key === '' ? -1 : placeNames.find(key);
    if (at < 0) return;
    const end = placeNames.starts[at + 1]!;
    for (let value = placeNames.starts[at]!; value < end && this.#count < MAX_CANDIDATES; value++) {
      const place = placeNames.values[value]!;
      if (country < 0 || places.country[place] === country) this.#places[this.#count++] = place;
      // Places are sorted by country.
      else if (places.country[place]! > country) break;
    }
  }

  /** Keeps the places that fit, or all where none fits. @returns whether any fits */
  narrow(fits: (place: number) => boolean): boolean {
    let kept = 0;
    for (let at = 0; at < this.#count; at++) if (fits(this.#places[at]!)) kept++;
    if (kept === 0) return false;
    if (kept === this.#count) return true;
    kept = 0;
    for (let at = 0; at < this.#count; at++) {
      const place = this.#places[at]!;
      if (fits(place)) this.#places[kept++] = place;
    }
    this.#count = kept;
    return true;
  }

  /** The most populous place; -1: none. */
  best(): number {
    let best = -1;
    for (let at = 0; at < this.#count; at++) {
      const place = this.#places[at]!;
      if (best < 0 || this.#gazetteer.places.population[place]! > this.#gazetteer.places.population[best]!)
        best = place;
    }
    return best;
  }

  /**
   * Tells whether a place has so many more inhabitants than all others of its name that it is meant.
   * @param ratio to the next largest
   */
  isClear(best: number, ratio: number): boolean {
    return this.rivals(best, ratio, 1).length === 0;
  }

  /** Places that may be meant as well, the most populous first. @param most how many */
  rivals(best: number, ratio: number, most: number): number[] {
    const { places } = this.#gazetteer;
    const enough = Math.max(UNCOUNTED, places.population[best]!) / ratio;
    const rivals: number[] = [];
    for (let at = 0; at < this.#count; at++) {
      const place = this.#places[at]!;
      if (place === best || Math.max(UNCOUNTED, places.population[place]!) <= enough) continue;
      if (kmBetween(places, place, places, best) <= SAME_TOWN_KM) continue;
      rivals.push(place);
      if (rivals.length > 64) break;
    }
    return rivals.sort((a, b) => places.population[b]! - places.population[a]! || a - b).slice(0, most);
  }

  /** The fitting place nearest to a postal area, within a distance; -1: none. */
  nearPostal(postal: number, km: number, fits?: (place: number) => boolean): number {
    const { places, postals } = this.#gazetteer;
    let best = -1;
    let bestKm = km;
    for (let at = 0; at < this.#count; at++) {
      const place = this.#places[at]!;
      if (Math.abs(places.lat[place]! - postals.lat[postal]!) > bestKm * MICRODEGREES_PER_KM) continue;
      const distance = kmBetween(places, place, postals, postal);
      if (distance > bestKm || fits?.(place) === false) continue;
      best = place;
      bestKm = distance;
    }
    return best;
  }
}
