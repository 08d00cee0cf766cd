import type { Gazetteer } from './gazetteer.js';
import type { InCountry } from './in-country.js';
import { isPlaced, type Place, type Unplaced } from './place.js';
import { NO_NAME, parseName, type Request } from './request.js';
import { frenchTerritory, hasNamedParts, isDependency, usTerritory } from './territories.js';

export const hasMoreThanCountry = ({ city, zip, county }: Request): boolean =>
  city.text !== '' || zip !== '' || county.text !== '';

/**
 * Places an address in one country, with the territories that have an ISO code of their own and are named as
 * its states.
 */
export class InTerritory {
  readonly #gazetteer: Gazetteer;
  readonly #inCountry: InCountry;

  constructor(gazetteer: Gazetteer, inCountry: InCountry) {
    this.#gazetteer = gazetteer;
    this.#inCountry = inCountry;
  }

  /** Places an address in a country, or in the territory or dependency of it that the address names. */
  locate(request: Request, country: number): Place | Unplaced {
    const code = this.#gazetteer.countryCode(country);
    const territory =
      code === 'US'
        ? usTerritory(request.state.key)
        : code === 'FR'
          ? frenchTerritory(request.zip, request.state.key)
          : undefined;
    if (!territory) {
      const inState = this.#inDependency(request, code, 'state');
      if (inState !== null) return inState;
      const result = this.#inCountryOrWithoutState(request, country);
      return isPlaced(result) ? result : (this.#inDependency(request, code, 'city') ?? result);
    }
    const without = { ...request, state: NO_NAME };
    const number = this.#gazetteer.countryOf(territory);
    return hasMoreThanCountry(request)
      ? this.#inCountry.locate(without, number)
      : this.#atSeat(without, number);
  }

  /**
   * Place in a country that the address names as the state or the city of another, as "Hong Kong, China";
   * null: it names none.
   */
  #inDependency(request: Request, of: string, part: 'state' | 'city'): Place | null {
    const { key } = request[part];
    const number = key.length > 3 ? this.#gazetteer.countryNames.first(key) : -1;
    if (number < 0 || !isDependency(this.#gazetteer.countryCode(number), of)) return null;
    const asked = part === 'state' ? { ...request, state: NO_NAME } : request;
    const result = hasMoreThanCountry(asked) ? this.#inCountry.locate(asked, number) : null;
    if (result !== null && (part === 'state' || isPlaced(result))) return isPlaced(result) ? result : null;
    const seat = this.#atSeat({ ...asked, city: NO_NAME }, number);
    return isPlaced(seat) ? seat : null;
  }

  #atSeat(without: Request, number: number): Place | Unplaced {
    const most = this.#gazetteer.firstPlaceOf(number);
    const city = parseName(most < 0 ? '' : this.#gazetteer.places.name(most));
    const seat = this.#inCountry.locate({ ...without, city }, number);
    return isPlaced(seat) ? { ...seat, precision: 'state' } : seat;
  }

  /**
   * Repeats the search without the state where the column of states repeats the country: "Guadalajara,
   * Mexico, Mexico", where the state of that name has no such city.
   */
  #inCountryOrWithoutState(request: Request, country: number): Place | Unplaced {
    const result = this.#inCountry.locate(request, country);
    const { state, city } = request;
    if (isPlaced(result) || city.text === '' || state.key === '') return result;
    if (
      this.#gazetteer.countryNames.first(state.key) !== country ||
      hasNamedParts(this.#gazetteer.countryCode(country))
    )
      return result;
    const without = this.#inCountry.locate({ ...request, state: NO_NAME }, country);
    return isPlaced(without) ? without : result;
  }
}
