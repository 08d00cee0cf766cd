import { degrees, type Gazetteer, NONE } from './gazetteer.js';
import type { Place, Precision } from './place.js';

/** Builds results, and the wording of messages about places of the gazetteer. */
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

  /** Name of a place's state, or of its country where it has no state. */
  stateOf(place: number): string {
    const state = this.#gazetteer.places.state[place]!;
    return state === NONE ? this.countryOf(place) : this.#gazetteer.areas.name(state);
  }

  /** Name of a place's county, else of its state or country. */
  countyOf(place: number): string {
    const county = this.#gazetteer.places.county[place]!;
    return county === NONE ? this.stateOf(place) : this.#gazetteer.areas.name(county);
  }

  countryOf(place: number): string {
    return this.#gazetteer.countryCode(this.#gazetteer.places.country[place]!);
  }

  /** Name of a postal area's state; '' where it is unknown. */
  stateOfPostal(postal: number): string {
    const state = this.#gazetteer.postals.state[postal]!;
    return state === NONE ? '' : this.#gazetteer.areas.name(state);
  }

  /**
   * Name of the county of a code's first digits; where they name none, of the towns around their main town.
   */
  regionName(postal: number): string {
    const county = this.#gazetteer.postals.county[postal]!;
    return county === NONE ? `the area of ${this.townOfPostal(postal)}` : this.#gazetteer.areas.name(county);
  }

  townOfPostal(postal: number): string {
    return this.#gazetteer.townName(this.#gazetteer.postals.town[postal]!);
  }
}
