import { type Gazetteer, kmBetween } from './gazetteer.js';

/** Names have at most some hundred places in a country; of more the most populous are looked at. */
const MAX_CANDIDATES = 2_048;
/** Places of a name as near as this are one town in two registers, or a town and its quarter. */
const SAME_TOWN_KM = 30;
/** Of a place whose inhabitants nobody counted. */
const UNCOUNTED = 500;

/** The places that a name may mean, by number; a list that is used again for each row. */
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

  /** Takes all places of a key: in a country, or -1: anywhere. */
  take(key: string, country: number): void {
    const { placeNames, places } = this.#gazetteer;
    this.#count = 0;
    const at = key === '' ? -1 : placeNames.find(key);
    if (at < 0) return;
    const end = placeNames.starts[at + 1]!;
    for (let value = placeNames.starts[at]!; value < end && this.#count < MAX_CANDIDATES; value++) {
      const place = placeNames.values[value]!;
      if (country < 0 || places.country[place] === country) this.#places[this.#count++] = place;
      // Places stand in the order of their countries.
      else if (places.country[place]! > country) break;
    }
  }

  /** Keeps those that fit. @returns whether there are any; else all stay. */
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

  /** The most populous; -1: there are none. */
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
   * Whether one has so many more inhabitants than all others of its name that it is meant.
   * @param ratio how many times more than the next
   */
  isClear(best: number, ratio: number): boolean {
    return this.rivals(best, ratio, 1).length === 0;
  }

  /** Those that may be meant as well, at most some, the most populous first. */
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

  /** The nearest to a postal area within some kilometres; -1: none. */
  nearPostal(postal: number, km: number): number {
    const { places, postals } = this.#gazetteer;
    let best = -1;
    let bestKm = km;
    for (let at = 0; at < this.#count; at++) {
      const place = this.#places[at]!;
      const distance = kmBetween(places, place, postals, postal);
      if (distance > bestKm) continue;
      best = place;
      bestKm = distance;
    }
    return best;
  }
}
