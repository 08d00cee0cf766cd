import type { Answers } from './answers.js';
import { areasNamed, areasNamedAsCity, isIn, narrowToAreas } from './area-evidence.js';
import type { Candidates } from './candidates.js';
import { isCityState } from './city-state.js';
import type { DidYouMean } from './did-you-mean.js';
import { type Gazetteer, kmBetween } from './gazetteer.js';
import { ambiguous, countryAlone, listed, missing, quoted, unknown } from './messages.js';
import { nameKey } from './name-key.js';
import type { Unplaced } from './place.js';
import {
  countriesOf,
  hasCodes,
  isComplete,
  mayBeOf,
  type PostalText,
  postalKey,
  prefixKeys,
} from './postal-code.js';
import type { Name, Request } from './request.js';
import { postOf } from './territories.js';

/**
 * Ratio of inhabitants to the next town of the same name from which a town is meant without state and
 * country.
 */
const CLEAR_IN_WORLD = 10;
const CLEAR_IN_STATE = 6;
/** Inhabitants from which the ratio counts between states of one code in two countries. */
const CLEAR_CITY = 20_000;
/** Inhabitants from which a town is meant rather than a state or country of the same name or code ("LA"). */
const FAMOUS = 300_000;
const SAME_REGION_KM = 50;
const PREFIX_KM = 100;
/** Ratio of inhabitants from which a town is meant even though its country has no such postal code. */
const MUCH_LARGER = 100;
/** Inhabitants assumed for a place without a count. */
const UNCOUNTED = 500;

/** Finds the country of an address that names none, from the parts that agree on one. */
export class Anywhere {
  readonly #gazetteer: Gazetteer;
  readonly #candidates: Candidates;
  readonly #answers: Answers;
  readonly #didYouMean: DidYouMean;

  constructor(gazetteer: Gazetteer, candidates: Candidates, answers: Answers, didYouMean: DidYouMean) {
    this.#gazetteer = gazetteer;
    this.#candidates = candidates;
    this.#answers = answers;
    this.#didYouMean = didYouMean;
  }

  /** Number of the country, or the reason why it is unknown. */
  countryOf(request: Request): number | Unplaced {
    const { postal, city, state, county } = request;
    if (postal?.country) return this.#gazetteer.countryOf(postal.country);
    const [ofState = -1, ...others] = postal ? this.#whereStateHas(postal, request) : [];
    if (ofState >= 0 && others.length === 0) return ofState;
    const agreeing = this.agreeing(request);
    if (agreeing.length === 1) return agreeing[0]!;
    // "Scarborough, ME 4074": Queensland has that code and a town of the name, and no such state.
    const inState = agreeing.filter((country) => areasNamed(this.#gazetteer, state, country).length > 0);
    if (inState.length === 1) return inState[0]!;
    // A ZIP+4 beside an unknown city is American; beside a known city it proves nothing.
    if (postal?.among?.[0] === 'US' && state.key === '' && !this.#isPlace(city))
      return this.#gazetteer.countryOf('US');
    if (city.key !== '') return this.#countryOfCity(request, -1);
    if (state.key !== '') return this.#countryOfArea(request, 'state');
    if (postal) return this.#severalPostals(request, postal);
    if (county.key !== '') return this.#countryOfArea(request, 'county');
    if (request.zip !== '') return unknown('zip', `${quoted(request.zip)} is no postal code`);
    if (city.text !== '') return unknown('city', `city ${quoted(city.text)} is not known`);
    return missing(null, 'there is no postal code, city or state');
  }

  /**
   * Countries whose state of this name has the postal code: "Delhi, IN, 46204" is in Indiana and not in
   * India. A country of the state's code counts first where it has the city and its codes, which are not
   * known, may be such.
   */
  #whereStateHas(postal: PostalText, { state, city }: Request): number[] {
    if (state.key === '') return [];
    const namesake = this.#gazetteer.countryNames.first(state.key);
    const code = namesake < 0 ? '' : this.#gazetteer.countryCode(namesake);
    if (namesake >= 0 && !hasCodes(postOf(code)) && mayBeOf(postal, code, true)) {
      this.#candidates.take(city.key, namesake);
      if (this.#candidates.count > 0) return [];
    }
    return countriesOf(postal)
      .map((country) => this.#gazetteer.countryOf(country))
      .filter((country) => {
        const key = postalKey(postal, this.#gazetteer.countryCode(country));
        const area = key === null ? -1 : this.#gazetteer.postalCodes.first(key);
        if (area < 0) return false;
        return areasNamed(this.#gazetteer, state, country).includes(this.#gazetteer.postals.state[area]!);
      });
  }

  /**
   * The country in which a city is meant whose postal code is nowhere near it, or the reason why it is
   * unknown.
   * @param home number of the country whose towns may be meant although the code is another country's
   */
  countryOfTown(request: Request, home: number): number | Unplaced {
    if (request.city.key === '') return unknown('city', `city ${quoted(request.city.text)} is not known`);
    const country = this.#countryOfCity({ ...request, wantsHint: false }, home);
    if (typeof country !== 'number' || country === home) return country;
    this.#candidates.take(request.city.key, country);
    if (this.#candidates.count === 0 || this.#candidates.narrow(this.#fitting(request.postal!)))
      return country;
    const [of, at] = [country, home].map((number) => this.#gazetteer.countryCode(number));
    const where = `city ${quoted(request.city.text)} may be in ${of}, postal code ${quoted(request.zip)} in ${at}`;
    return ambiguous('country', `${where}: give a country`);
  }

  /** Predicate: may a place have a postal code, as far as the codes of its country are known? */
  #fitting(postal: PostalText): (place: number) => boolean {
    let country = -1;
    let isPossible = false;
    let region = -1;
    let km = 0;
    return (place) => {
      const { places, postals } = this.#gazetteer;
      // Places are sorted by country.
      if (places.country[place] !== country) {
        country = places.country[place]!;
        const post = postOf(this.#gazetteer.countryCode(country));
        const found = this.#regionOf(postal, post);
        region = found.region;
        km = found.km;
        isPossible = mayBeOf(postal, post) && (region >= 0 || !hasCodes(post));
      }
      return isPossible && (region < 0 || kmBetween(places, place, postals, region) <= km);
    };
  }

  /**
   * Area of a postal code in a country, else the region that its first characters name, with the distance
   * within which its towns lie.
   */
  #regionOf(postal: PostalText, country: string): { region: number; isExact: boolean; km: number } {
    const exact = postalKey(postal, country);
    const area = exact === null ? -1 : this.#gazetteer.postalCodes.first(exact);
    if (area < 0)
      return { region: this.#firstOf(prefixKeys(postal, country)), isExact: false, km: PREFIX_KM };
    return {
      region: area,
      isExact: true,
      km: Math.max(SAME_REGION_KM, this.#gazetteer.postals.spread[area]!),
    };
  }

  #isPlace(city: Name): boolean {
    this.#candidates.take(city.key, -1);
    return this.#candidates.count > 0;
  }

  /**
   * Countries in which the postal code agrees with the city or state beside it. Complete codes count before
   * prefixes, and prefixes only where the complete codes are unknown: "Paris, 75460" is in Texas, "Stockholm,
   * 111 22" not in New Jersey.
   */
  agreeing({ postal, city, state }: Request): number[] {
    if (!postal) return [];
    const exact: number[] = [];
    const byPrefix: number[] = [];
    for (const code of countriesOf(postal)) {
      const country = this.#gazetteer.countryOf(code);
      const { region, isExact, km } = this.#regionOf(postal, code);
      if (region < 0 || (!isExact && isComplete(code))) continue;
      if (city.key === '') {
        const inState = areasNamed(this.#gazetteer, state, country);
        if (isExact && inState.includes(this.#gazetteer.postals.state[region]!)) exact.push(country);
      } else if (
        (isExact && this.#gazetteer.isPostTown(city.key, region)) ||
        this.#isCityNear(city.key, country, region, km)
      )
        (isExact ? exact : byPrefix).push(country);
    }
    return exact.length > 0 ? exact : byPrefix;
  }

  /** Tells whether a country is known to have the postal code, rather than its first digits. */
  hasArea({ postal }: Request, country: number): boolean {
    const key = postal && postalKey(postal, postOf(this.#gazetteer.countryCode(country)));
    return key !== null && this.#gazetteer.postalCodes.find(key) >= 0;
  }

  /** Tells whether the post of a country calls the area of the postal code by the city's name. */
  isPostTown({ city, postal }: Request, country: number): boolean {
    const key = postal && postalKey(postal, postOf(this.#gazetteer.countryCode(country)));
    return key !== null && this.#gazetteer.isPostTown(city.key, this.#gazetteer.postalCodes.first(key));
  }

  #firstOf(keys: readonly string[]): number {
    for (const key of keys) {
      const found = this.#gazetteer.postalCodes.first(key);
      if (found >= 0) return found;
    }
    return -1;
  }

  #isCityNear(key: string, country: number, region: number, km: number): boolean {
    const { places, postals } = this.#gazetteer;
    this.#candidates.take(key, country);
    for (let at = 0; at < this.#candidates.count; at++)
      if (kmBetween(places, this.#candidates.at(at), postals, region) <= km) return true;
    return false;
  }

  /** @param home see `countryOfTown`; -1: no country */
  #countryOfCity(request: Request, home: number): number | Unplaced {
    const { city, state, county, postal } = request;
    const { places, countryNames } = this.#gazetteer;
    this.#candidates.take(city.key, -1);
    const areas = this.#areasOf(state);
    const stateAsCountry = state.key === '' ? -1 : countryNames.first(state.key);
    if (this.#candidates.count === 0) return this.#countryOfUnknownCity(request, areas);
    if (postal) this.#narrowToFitting(postal, home);
    if (state.key === '') {
      const namesake = countryNames.first(city.key);
      const isCountry = namesake >= 0 && (city.key.length > 3 || this.isCountryCode(city, -1));
      // "Singapore" is also a town; Panama's town is too far from much of Panama, and Mexico is a town of
      // Missouri.
      if (isCountry && !this.#narrowToCityState(namesake))
        return this.#countryOfArea({ ...request, state: city }, 'city');
    }
    const isInCounty = state.key === '' && county.key !== '' && this.#narrowToCounty(county);
    const hasState = isInCounty || areas.length > 0 || stateAsCountry >= 0;
    // "MI" is Michigan, and also the province of Milan.
    const counties = areasNamed(this.#gazetteer, state, -1, true);
    if (hasState && !isInCounty && !narrowToAreas(this.#gazetteer, this.#candidates, areas)) {
      // "ES" is Spain, and also the start of a French code.
      const isThere = (place: number): boolean =>
        places.country[place] === stateAsCountry || isIn(this.#gazetteer, place, counties);
      if (!this.#candidates.narrow(isThere))
        return unknown('city', `city ${quoted(city.text)} is not known in ${quoted(state.text)}`);
    }
    const best = this.#candidates.best();
    // A suburb of Perth outweighs no town of Washington.
    const isSmall = places.population[best]! < CLEAR_CITY;
    const ratio = !hasState ? CLEAR_IN_WORLD : isSmall ? Number.POSITIVE_INFINITY : CLEAR_IN_STATE;
    const rivals = this.#candidates
      .rivals(best, ratio, 64)
      .filter((place) => places.country[place] !== places.country[best]);
    if (rivals.length > 0) {
      const where = [best, ...rivals].map((place) => this.#answers.countryOf(place));
      return ambiguous(
        'city',
        `city ${quoted(city.text)} is in several countries (${listed(where)}): give a country`,
      );
    }
    if (!hasState) {
      const others = areasNamedAsCity(this.#gazetteer, city, -1).filter((area) =>
        this.#gazetteer.isState(area),
      );
      const isState = others.some((area) => this.#outweighs(area, best));
      if (isState) return this.#countryOfArea({ ...request, state: city }, 'state');
    }
    return places.country[best]!;
  }

  /**
   * Drops places that cannot have the postal code, unless a place is so large that the code is probably
   * wrong.
   */
  #narrowToFitting(postal: PostalText, home: number): void {
    const { places } = this.#gazetteer;
    const fits = this.#fitting(postal);
    const remains = (place: number): boolean => places.country[place] === home || fits(place);
    const most = Math.max(places.population[this.#candidates.best()]!, UNCOUNTED);
    this.#candidates.narrow(
      (place) => Math.max(places.population[place]!, UNCOUNTED) * MUCH_LARGER >= most && remains(place),
    );
  }

  #narrowToCounty(county: Name): boolean {
    const counties = areasNamed(this.#gazetteer, county, -1, true);
    return counties.length > 0 && narrowToAreas(this.#gazetteer, this.#candidates, counties);
  }

  /**
   * Areas that the column of states names; where that is an abbreviation of a state and the name of a county
   * which has a town among the candidates, the county: "Dover, Kent" is not in Kentucky.
   */
  #areasOf(state: Name): readonly number[] {
    const named = areasNamed(this.#gazetteer, state, -1);
    const isOwn = (area: number): boolean => nameKey(this.#gazetteer.areas.name(area)) === state.key;
    if (state.key.length < 4 || named.length === 0 || named.some(isOwn)) return named;
    const counties = areasNamed(this.#gazetteer, state, -1, true).filter(isOwn);
    for (let at = 0; at < this.#candidates.count; at++)
      if (isIn(this.#gazetteer, this.#candidates.at(at), counties)) return counties;
    return named;
  }

  #narrowToCityState(country: number): boolean {
    const isThere = (place: number): boolean => this.#gazetteer.places.country[place] === country;
    return this.#candidates.narrow(isThere) && isCityState(this.#gazetteer, this.#candidates.best());
  }

  /**
   * Tells whether two or three letters in the column of cities are a country ("USA", "UK") rather than a
   * state or a town. Changes the candidates.
   * @param home number of the country whose towns are meant first, unless the text is written as a code; -1:
   * none
   */
  isCountryCode(city: Name, home: number): boolean {
    const { places } = this.#gazetteer;
    if (areasNamedAsCity(this.#gazetteer, city, home).some((area) => this.#gazetteer.isState(area)))
      return false;
    this.#candidates.take(city.key, home);
    const town = this.#candidates.best();
    if (town < 0) return true;
    const isFamous = places.population[town]! >= FAMOUS;
    const isWrittenAsTown = home >= 0 && city.text !== city.text.toUpperCase();
    return !isFamous && !isWrittenAsTown;
  }

  /** Tells whether a state is meant rather than a town of the same name elsewhere. */
  #outweighs(area: number, town: number): boolean {
    const { areas, places } = this.#gazetteer;
    if (isIn(this.#gazetteer, town, [area]) || places.population[town]! >= FAMOUS) return false;
    return areas.population[area]! > CLEAR_IN_STATE * places.population[town]!;
  }

  #countryOfUnknownCity(request: Request, areas: readonly number[]): number | Unplaced {
    const { city, state } = request;
    if (state.key === '' && areasNamedAsCity(this.#gazetteer, city, -1).length > 0)
      return this.#countryOfArea({ ...request, state: city }, 'city');
    if (areas.length > 0) {
      const countries = new Set(areas.map((area) => this.#gazetteer.areas.country[area]!));
      if (countries.size === 1) return [...countries][0]!;
    }
    if (state.key === '' && this.#gazetteer.countryNames.find(city.key) >= 0)
      return missing('city', countryAlone(city.text));
    const meant = request.wantsHint ? this.#didYouMean.find(city.key, -1) : null;
    return unknown(
      'city',
      `city ${quoted(city.text)} is not known${meant === null ? '' : `; did you mean ${meant}?`}`,
    );
  }

  #countryOfArea(request: Request, part: 'state' | 'county' | 'city'): number | Unplaced {
    const name = part === 'county' ? request.county : request.state;
    const { areas, countryNames } = this.#gazetteer;
    const named = areasNamed(this.#gazetteer, name, -1, part === 'county');
    const asCountry = countryNames.first(name.key);
    if (named.length === 0) {
      if (asCountry >= 0) return missing(part, countryAlone(name.text));
      return unknown(part, `${part} ${quoted(name.text)} is not known`);
    }
    const countries = new Set(named.map((area) => areas.country[area]!));
    // "Mexico" is also a state of Mexico.
    if (asCountry >= 0 && countries.size === 1 && countries.has(asCountry))
      return missing(part, countryAlone(name.text));
    if (asCountry >= 0) countries.add(asCountry);
    const [largest, next] = [...named].sort((a, b) => areas.population[b]! - areas.population[a]! || a - b);
    const isClear =
      countries.size === 1 ||
      (asCountry < 0 &&
        name.key.length > 3 &&
        areas.population[largest!]! > CLEAR_IN_WORLD * areas.population[next!]!);
    if (isClear) return areas.country[largest!]!;
    const codes = [...countries].map((country) => this.#gazetteer.countryCode(country));
    return ambiguous(part, `${part} ${quoted(name.text)} may be of ${listed(codes)}: give a country`);
  }

  #severalPostals(request: Request, postal: PostalText): Unplaced {
    const codes = countriesOf(postal).filter((code) => {
      const key = postalKey(postal, code);
      return key !== null && this.#gazetteer.postalCodes.first(key) >= 0;
    });
    if (codes.length === 0)
      return unknown('zip', `postal code ${quoted(request.zip)} is not known: give a country or a city`);
    return ambiguous(
      'zip',
      `postal code ${quoted(request.zip)} may be of ${listed(codes)} or others: give a country`,
    );
  }
}
