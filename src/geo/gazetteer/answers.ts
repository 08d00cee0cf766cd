import { degrees, type Gazetteer, NONE } from './gazetteer.js';
import type { Place, Precision } from './place.js';

/** Results, and the words that messages have for what the gazetteer knows. */
export class Answers {
  readonly #gazetteer: Gazetteer;

  constructor(gazetteer: Gazetteer) {
    this.#gazetteer = gazetteer;
  }

  atPlace(place: number, precision: Precision, contradiction: string | null): Place {
    const { places } = this.#gazetteer;
    const country = this.#gazetteer.countryCode(places.country[place]!);
    return {
      lat: degrees(places.lat[place]!),
      lng: degrees(places.lng[place]!),
      precision,
      country,
      contradiction,
    };
  }

  atPostal(postal: number, country: string, precision: Precision, contradiction: string | null): Place {
    const { lat, lng } = this.#gazetteer.postals;
    return { lat: degrees(lat[postal]!), lng: degrees(lng[postal]!), precision, country, contradiction };
  }

  /** The state of a place, or its country where it has none. */
  stateOf(place: number): string {
    const state = this.#gazetteer.places.state[place]!;
    return state === NONE ? this.countryOf(place) : this.#gazetteer.areas.name(state);
  }

  countryOf(place: number): string {
    return this.#gazetteer.countryCode(this.#gazetteer.places.country[place]!);
  }

  /** The state of a postal area; '': it is not known. */
  stateOfPostal(postal: number): string {
    const state = this.#gazetteer.postals.state[postal]!;
    return state === NONE ? '' : this.#gazetteer.areas.name(state);
  }

  townOfPostal(postal: number): string {
    return this.#gazetteer.townName(this.#gazetteer.postals.town[postal]!);
  }
}
