import type { Gazetteer } from './gazetteer.js';
import { nameKey } from './name-key.js';
import { countriesOf, postalKey, readPostalCode } from './postal-code.js';

/** Inhabitants from which the name of a town says something: hamlets are called by words of every kind. */
const LEAST_INHABITANTS = 5_000;

/** Kinds of places that a text may name. */
export interface NamedKinds {
  readonly town: boolean;
  readonly state: boolean;
  readonly county: boolean;
  readonly postalCode: boolean;
}

const HAS_LETTER = /\p{L}/u;
const HAS_DIGIT = /\d/;

/** Tells what a text may name, by the gazetteer alone. */
export class KnownNames {
  readonly #gazetteer: Gazetteer;

  constructor(gazetteer: Gazetteer) {
    this.#gazetteer = gazetteer;
  }

  kindsOf(text: string): NamedKinds {
    const { placeNames, places, areaNames } = this.#gazetteer;
    const key = HAS_LETTER.test(text) ? nameKey(text) : '';
    const towns = key === '' ? [] : placeNames.all(key);
    const areas = key === '' ? [] : areaNames.all(key);
    const isState = (area: number): boolean => this.#gazetteer.isState(area);
    return {
      town: towns.some((place) => places.population[place]! >= LEAST_INHABITANTS),
      state: areas.some(isState),
      county: !areas.every(isState),
      postalCode: HAS_DIGIT.test(text) && this.#isPostalCode(text),
    };
  }

  #isPostalCode(text: string): boolean {
    const postal = readPostalCode(text);
    if (postal === null) return false;
    return countriesOf(postal).some((country) => {
      const key = postalKey(postal, country);
      return key !== null && this.#gazetteer.postalCodes.find(key) >= 0;
    });
  }
}
