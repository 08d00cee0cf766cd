import type { Gazetteer } from './gazetteer.js';
import { nameKey } from './name-key.js';
import { countriesOf, postalKey, readPostalCode } from './postal-code.js';

/** Inhabitants from which the name of a town says something: hamlets are called by words of every kind. */
const LEAST_INHABITANTS = 5_000;

/** Longer texts are no names of towns; the longest known name has 58 characters, few have more than 40. */
const LONGEST = 60;

/** Kinds of places that a text may name. */
export interface NamedKinds {
  readonly town: boolean;
  readonly state: boolean;
  readonly county: boolean;
}

/** Tells what a text may name, by the gazetteer alone. */
export class KnownNames {
  readonly #gazetteer: Gazetteer;

  constructor(gazetteer: Gazetteer) {
    this.#gazetteer = gazetteer;
  }

  kindsOf(text: string): NamedKinds {
    const { placeNames, places, areaNames } = this.#gazetteer;
    const key = text.length > LONGEST ? '' : nameKey(text);
    if (key === '') return NONE;
    const isState = (area: number): boolean => this.#gazetteer.isState(area);
    return {
      town: placeNames.some(key, (place) => places.population[place]! >= LEAST_INHABITANTS),
      state: areaNames.some(key, isState),
      county: areaNames.some(key, (area) => !isState(area)),
    };
  }

  /** Tells whether a country whose codes are known has this one. */
  isPostalCode(text: string): boolean {
    const postal = readPostalCode(text);
    if (postal === null) return false;
    return countriesOf(postal).some((country) => {
      const key = postalKey(postal, country);
      return key !== null && this.#gazetteer.postalCodes.find(key) >= 0;
    });
  }
}

const NONE: NamedKinds = { town: false, state: false, county: false };
