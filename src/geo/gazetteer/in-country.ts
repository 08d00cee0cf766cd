import type { Answers } from './answers.js';
import { areasNamed, areasNamedAsCity, isIn, narrowToAreas } from './area-evidence.js';
import { armyPost, isArmy } from './army-posts.js';
import { ByPostal } from './by-postal.js';
import type { Candidates } from './candidates.js';
import { otherCityKeys } from './city-keys.js';
import type { DidYouMean } from './did-you-mean.js';
import { type Evidence, zipNote } from './evidence.js';
import { type Gazetteer, kmBetween, NONE } from './gazetteer.js';
import { ambiguous, countryAlone, listed, missing, quoted, unknown, zipWord } from './messages.js';
import type { Place, Unplaced } from './place.js';
import { isComplete, type PostalText, postalKey, prefixKeys } from './postal-code.js';
import type { Name, Request } from './request.js';
import { postOf } from './territories.js';

/**
 * Ratio of inhabitants to the next town of the same name from which a town is meant without a state. Measured
 * on people in the United States who name their city alone: 6 places 1.7% wrong by over 100 km and refuses
 * 23%; 10: 0.9% and 27%; 15: 0.6% and 30%.
 */
const CLEAR_IN_COUNTRY = 10;
/** The same ratio within a state, whose name the writer knew. */
const CLEAR_IN_STATE = 2;
/** Inhabitants from which a town is meant rather than a state of the same name elsewhere (Washington). */
const RIVALS_STATE = 300_000;
/** Distance of another town of a name from which it is told. */
const FAR_KM = 100;
/** A town without a county this near to the main town of a code's region may have the code. */
const PREFIX_KM = 150;
/**
 * The same distance for a town of another county: codes follow post offices, which serve villages across a
 * border.
 */
const ACROSS_BORDER_KM = 60;
/** Inhabitants from which a city of another country is meant rather than a misspelt city of this one. */
const LARGE = 50_000;

/** Places an address in one country: by postal code, else by city, else by county, else by state. */
export class InCountry {
  readonly #gazetteer: Gazetteer;
  readonly #candidates: Candidates;
  readonly #answers: Answers;
  readonly #didYouMean: DidYouMean;
  readonly #byPostal: ByPostal;
  #wasPostTown = false;

  constructor(gazetteer: Gazetteer, candidates: Candidates, answers: Answers, didYouMean: DidYouMean) {
    this.#gazetteer = gazetteer;
    this.#candidates = candidates;
    this.#answers = answers;
    this.#didYouMean = didYouMean;
    this.#byPostal = new ByPostal(gazetteer, candidates, answers);
  }

  /** Tells whether the post calls the last located postal area by the name of its city. */
  get wasPostTown(): boolean {
    return this.#wasPostTown;
  }

  locate(request: Request, country: number): Place | Unplaced {
    this.#wasPostTown = false;
    const evidence = this.#evidenceOf(request, country);
    const { code } = evidence;
    if (isArmy(request, evidence)) return armyPost(request, code);
    const isItsTown = this.#gazetteer.isPostTown(request.city.key, evidence.postal);
    this.#wasPostTown = isItsTown;
    if (!isItsTown) this.#takeCity(request.city, country);
    if (evidence.postal >= 0) {
      const note =
        this.#foreignNote(request, evidence) ?? this.#foreignCityNote(request, evidence, isItsTown);
      return this.#byPostal.place(request, evidence, isItsTown, note);
    }
    const foreign = this.#foreignState(request, evidence);
    if (foreign) return foreign;
    const note = zipNote(request, evidence);
    if (request.city.text !== '') return this.#byCity(request, evidence, note);
    if (evidence.isRegionSure) return this.#byDigits(request, evidence);
    if (evidence.counties.length > 0) return this.#byArea(evidence.counties, note, request.county.text);
    if (evidence.states.length > 0) return this.#byArea(evidence.states, note, request.state.text);
    return this.#byRest(request, evidence, note);
  }

  /**
   * Tells whether a country has a place or an area of the city's name, or its post gives a postal area that
   * name.
   */
  knowsCity(request: Request, country: number): boolean {
    const { city } = request;
    this.#takeCity(city, country);
    if (this.#candidates.count > 0 || areasNamedAsCity(this.#gazetteer, city, country).length > 0)
      return true;
    return this.#gazetteer.isPostTown(city.key, this.#evidenceOf(request, country).postal);
  }

  /**
   * Tells whether a country has a place of this name with so many inhabitants that it is meant from abroad.
   */
  hasCity({ key }: Name, country: number): boolean {
    this.#candidates.take(key, country);
    const best = this.#candidates.best();
    return best >= 0 && this.#gazetteer.places.population[best]! >= LARGE;
  }

  #evidenceOf(request: Request, country: number): Evidence {
    const { state, county, postal } = request;
    const code = this.#gazetteer.countryCode(country);
    const states = areasNamed(this.#gazetteer, state, country);
    const key = postal && postalKey(postal, postOf(code));
    const area = key === null ? -1 : this.#gazetteer.postalCodes.first(key);
    const region = area < 0 && postal ? this.#regionOf(postal, code) : -1;
    return {
      country,
      code,
      states,
      counties: this.#countiesOf(county, country, states),
      postalKey: key,
      postal: area,
      region,
      isRegionSure: region >= 0 && !isComplete(postOf(code)),
    };
  }

  #countiesOf(name: Name, country: number, states: readonly number[]): readonly number[] {
    const named = areasNamed(this.#gazetteer, name, country, true);
    if (states.length === 0 || named.length === 0) return named;
    const { state } = this.#gazetteer.areas;
    return named.filter((county) => states.includes(county) || states.includes(state[county]!));
  }

  /** Takes the places of a name, or of the name without words such as "City of". */
  #takeCity({ text, key }: Name, country: number): void {
    this.#candidates.take(key, country);
    if (this.#candidates.count > 0 || key === '') return;
    for (const other of otherCityKeys(text)) {
      this.#candidates.take(other, country);
      if (this.#candidates.count > 0) return;
    }
  }

  /** Tells whether a state is known in another country only; codes are too short to tell. */
  #isForeignState({ state }: Request, { states }: Evidence): boolean {
    return (
      states.length === 0 &&
      state.key.length > 3 &&
      areasNamed(this.#gazetteer, state, -1).some((area) => this.#gazetteer.isState(area))
    );
  }

  #foreignNote(request: Request, evidence: Evidence): string | null {
    return this.#isForeignState(request, evidence)
      ? `state ${quoted(request.state.text)} is not in ${evidence.code}`
      : null;
  }

  /**
   * Note that a larger city of this name lies in another country. Small foreign cities may share their name
   * with an unknown quarter here. Changes no candidates.
   */
  #foreignCityNote({ city }: Request, { country, code }: Evidence, isItsTown: boolean): string | null {
    if (isItsTown || city.key === '' || this.#candidates.count > 0) return null;
    if (this.#gazetteer.countryNames.find(city.key) >= 0) return null;
    if (areasNamedAsCity(this.#gazetteer, city, country).length > 0) return null;
    this.#candidates.take(city.key, -1);
    const best = this.#candidates.best();
    const isLarge = best >= 0 && this.#gazetteer.places.population[best]! >= LARGE;
    this.#candidates.take('', -1);
    if (!isLarge) return null;
    return `city ${quoted(city.text)} is not known in ${code}; there is one in ${this.#answers.countryOf(best)}`;
  }

  #foreignState(request: Request, evidence: Evidence): Unplaced | null {
    return this.#isForeignState(request, evidence)
      ? unknown('state', `state ${quoted(request.state.text)} is not in ${evidence.code}`)
      : null;
  }

  #byCity(request: Request, evidence: Evidence, note: string | null): Place | Unplaced {
    const candidates = this.#candidates;
    const { states, counties, country, region, isRegionSure } = evidence;
    if (candidates.count === 0) return this.#byUnknownCity(request, evidence, note);
    if (states.length > 0 && !narrowToAreas(this.#gazetteer, candidates, states)) {
      const named = areasNamedAsCity(this.#gazetteer, request.city, country);
      return this.#bySwapped(request, country, named, note) ?? this.#notInState(request, evidence);
    }
    const all = candidates.count;
    const isInRegion = region < 0 || this.#narrowToRegion(region);
    const isContradicted = isRegionSure && !isInRegion;
    if (isContradicted && states.length === 0 && counties.length === 0)
      return this.#byRegion(request, evidence, this.#answers.countyOf(candidates.best()));
    const contradiction = isContradicted
      ? `${codeIs(request, evidence)} is in ${this.#answers.regionName(region)}`
      : null;
    const isInCounty = counties.length === 0 || narrowToAreas(this.#gazetteer, candidates, counties);
    const elsewhere = isInCounty
      ? null
      : `${cityIs(request)} is not known in county ${quoted(request.county.text)}`;
    const best = candidates.best();
    if (
      states.length === 0 &&
      candidates.count === all &&
      !isRegionSure &&
      !(isInCounty && counties.length > 0)
    ) {
      const namesake = this.#largerState(request.city, country, best);
      if (namesake >= 0) return this.#byArea([namesake], note, request.city.text);
    }
    const isOneState = states.length > 0 && this.#areOfOneState(states);
    const isNear = isOneState || (isRegionSure && isInRegion);
    const { doubt } = this.#gazetteer.places;
    // Within a state, whose name the writer knew, a counted town is meant rather than a place of few
    // inhabitants, and of two such places the one with a post office.
    const rivals = candidates
      .rivals(best, isNear ? CLEAR_IN_STATE : CLEAR_IN_COUNTRY, 64)
      .filter((rival) => !isOneState || doubt[rival]! <= doubt[best]!);
    if (rivals.length === 0) {
      const place = this.#answers.atPlace(best, 'city', note ?? contradiction ?? elsewhere);
      const named = states.length > 0 ? states : isInCounty ? counties : [];
      return region >= 0 || named.length === 0 ? place : this.#withRival(request, place, best, named);
    }
    if (isRegionSure && isInRegion) return this.#bySeveralOfRegion(request, evidence, rivals.length + 1);
    return this.#severalCities(request, isOneState, [best, ...rivals]);
  }

  #areOfOneState([first, ...others]: readonly number[]): boolean {
    const { state } = this.#gazetteer.areas;
    return others.every((area) => state[area] === state[first!]);
  }

  /**
   * Notes a town of the name in the same state that is not much smaller, or any one in a county of the name
   * in another state: "Huntsville, Madison County" may be in Arkansas.
   */
  #withRival({ city }: Request, place: Place, best: number, among: readonly number[]): Place {
    const { places } = this.#gazetteer;
    const isOneState = this.#areOfOneState(among);
    const rival = this.#candidates
      .rivals(best, isOneState ? CLEAR_IN_COUNTRY : Number.POSITIVE_INFINITY, 64)
      .find((other) => places.population[other]! > 0 && kmBetween(places, other, places, best) > FAR_KM);
    if (rival === undefined) return place;
    const [here, there] = [best, rival].map((town) =>
      isOneState ? this.#answers.countyOf(town) : this.#answers.stateOf(town),
    );
    const where =
      here === there ? `${here} has two` : `the one in ${here} is taken, and there is one in ${there}`;
    return { ...place, rival: `${cityIs({ city })} is several places: ${where}` };
  }

  /** Region of the first characters of a postal code; -1: unknown. */
  #regionOf(postal: PostalText, code: string): number {
    for (const key of prefixKeys(postal, postOf(code))) {
      const region = this.#gazetteer.postalCodes.first(key);
      if (region >= 0) return region;
    }
    return -1;
  }

  /** Keeps the towns of a region, else those near it, else all. @returns whether there are any */
  #narrowToRegion(region: number): boolean {
    const { places, postals } = this.#gazetteer;
    const county = postals.county[region]!;
    if (county !== NONE && this.#candidates.narrow((place) => places.county[place] === county)) return true;
    const km = postals.spread[region]! || PREFIX_KM;
    return this.#candidates.narrow((place) => {
      const isOther = county !== NONE && places.county[place] !== NONE;
      return kmBetween(places, place, postals, region) <= (isOther ? ACROSS_BORDER_KM : km);
    });
  }

  /**
   * The main town of the region of a postal code, with a note that it has no such city.
   * @param where what has one; '': nothing
   */
  #byRegion(request: Request, evidence: Evidence, where: string): Place {
    const { region, code, states } = evidence;
    const name = this.#answers.regionName(region);
    const elsewhere = where === '' ? '' : `; there is one in ${where}`;
    const { postals } = this.#gazetteer;
    const isInState = states.some(
      (area) => area === postals.state[region] || area === postals.county[region],
    );
    const state = states.length === 0 || isInState ? '' : `, not in ${this.#stateName(request, states)}`;
    const note = `${cityIs(request)} is not known in ${name}, where ${codeIs(request, evidence)} is${state}${elsewhere}`;
    return this.#answers.atPostal(region, code, 'state', note);
  }

  /** Name of a state, as the row has it where it names a region of several. */
  #stateName({ state }: Request, states: readonly number[]): string {
    return states.length === 1 ? this.#gazetteer.areas.name(states[0]!) : quoted(state.text);
  }

  /** The main town of the region of a postal code without a city, with a note that a state is another. */
  #byDigits(request: Request, { region, code, states, counties }: Evidence): Place {
    const { postals, places } = this.#gazetteer;
    const named = [...states, ...counties];
    const isNear = (area: number): boolean => {
      if (area === postals.state[region] || area === postals.county[region]) return true;
      const centre = this.#gazetteer.centreOf(area);
      return centre >= 0 && kmBetween(places, centre, postals, region) <= ACROSS_BORDER_KM;
    };
    const isOther = named.length > 0 && !named.some(isNear);
    const where = `${zipWord(postOf(code))} ${quoted(request.zip)} is in ${this.#answers.regionName(region)}`;
    const note = isOther ? `${where}, not in ${this.#gazetteer.areas.name(named[0]!)}` : null;
    return this.#answers.atPostal(region, code, 'state', note);
  }

  #bySeveralOfRegion(request: Request, evidence: Evidence, count: number): Place {
    const { region, code } = evidence;
    const where = `${this.#answers.regionName(region)}, where ${codeIs(request, evidence)} is`;
    return this.#answers.atPostal(region, code, 'state', `${cityIs(request)} is ${count} places of ${where}`);
  }

  /**
   * A state with the name of a town outside of it and with many more inhabitants ("Texas", "California"); -1:
   * none.
   */
  #largerState(name: Name, country: number, town: number): number {
    const { places, areas } = this.#gazetteer;
    if (places.population[town]! >= RIVALS_STATE) return -1;
    const [state = -1] = areasNamedAsCity(this.#gazetteer, name, country).filter((area) =>
      this.#gazetteer.isState(area),
    );
    if (state < 0 || isIn(this.#gazetteer, town, [state])) return -1;
    return areas.population[state]! > CLEAR_IN_COUNTRY * places.population[town]! ? state : -1;
  }

  #notInState(request: Request, evidence: Evidence): Place | Unplaced {
    const { country, states, counties, isRegionSure } = evidence;
    if (counties.length > 0)
      return this.#byArea(counties, `${cityIs(request)} is not known there`, request.county.text);
    this.#takeCity(request.city, country);
    const best = this.#candidates.best();
    const others = [best, ...this.#candidates.rivals(best, 1_000, 3)].map((place) =>
      this.#answers.stateOf(place),
    );
    if (isRegionSure) return this.#byRegion(request, evidence, listed(others));
    const state = this.#stateName(request, states);
    return unknown('city', `${cityIs(request)} is not known in ${state}; there is one in ${listed(others)}`);
  }

  /** Tries an unknown city as a state, as swapped with the state, and by its county. */
  #byUnknownCity(request: Request, evidence: Evidence, note: string | null): Place | Unplaced {
    const { country, states, counties, code, region, isRegionSure } = evidence;
    const named = areasNamedAsCity(this.#gazetteer, request.city, country);
    const isRegion = (area: number): boolean =>
      area === this.#gazetteer.postals.state[region] || area === this.#gazetteer.postals.county[region];
    if (named.length > 0 && (!isRegionSure || named.some(isRegion))) {
      const swapped = this.#bySwapped(request, country, named, note);
      if (swapped !== null) return swapped;
      if (states.length === 0 || named.some((area) => states.includes(area)))
        return this.#byArea(named, note, request.city.text);
    }
    if (counties.length > 0)
      return this.#byArea(counties, `${cityIs(request)} is not known in ${code}`, request.county.text);
    if (isRegionSure) {
      this.#candidates.take(request.city.key, -1);
      const abroad = this.#candidates.best();
      const isLarge = abroad >= 0 && this.#gazetteer.places.population[abroad]! >= LARGE;
      return this.#byRegion(request, evidence, isLarge ? this.#answers.countryOf(abroad) : '');
    }
    if (this.#gazetteer.countryNames.find(request.city.key) >= 0)
      return missing('city', countryAlone(request.city.text));
    return unknown(
      'city',
      `${cityIs(request)} is not known in ${code}${request.wantsHint ? this.#hint(request.city.key, country) : ''}`,
    );
  }

  /** A town in the column of states beside its state in that of cities; null: it is none. */
  #bySwapped(
    { state }: Request,
    country: number,
    named: readonly number[],
    note: string | null,
  ): Place | null {
    this.#takeCity(state, country);
    if (named.length === 0 || !narrowToAreas(this.#gazetteer, this.#candidates, named)) return null;
    return this.#answers.atPlace(this.#candidates.best(), 'city', note);
  }

  #hint(key: string, country: number): string {
    this.#candidates.take(key, -1);
    const abroad = this.#candidates.best();
    const isLarge = abroad >= 0 && this.#gazetteer.places.population[abroad]! >= LARGE;
    const meant = isLarge ? null : this.#didYouMean.find(key, country);
    if (meant !== null) return `; did you mean ${meant}?`;
    return abroad < 0 ? '' : `; there is one in ${this.#answers.countryOf(abroad)}`;
  }

  #severalCities(request: Request, isOneState: boolean, found: readonly number[]): Unplaced {
    const states = found.map((place) => this.#answers.stateOf(place));
    if (isOneState || new Set(states).size === 1)
      return ambiguous(
        'city',
        `${cityIs(request)} is ${found.length} places of ${states[0]}: give a postal code or a county`,
      );
    return ambiguous('city', `${cityIs(request)} is in several states (${listed(states)}): give a state`);
  }

  /** The seat, or the most populous place, of the most populous area of a name. */
  #byArea(named: readonly number[], note: string | null, text: string): Place | Unplaced {
    const { areas } = this.#gazetteer;
    const [largest, next] = [...named].sort((a, b) => areas.population[b]! - areas.population[a]! || a - b);
    // St. Louis is a city and a county beside it.
    const isOneState = new Set(named.map((area) => areas.state[area])).size === 1;
    const isClear =
      next === undefined ||
      isOneState ||
      areas.population[largest!]! >= CLEAR_IN_COUNTRY * areas.population[next]!;
    const part = this.#gazetteer.isState(largest!) ? 'state' : 'county';
    if (!isClear) {
      const states = named.map((area) => areas.name(areas.state[area] ?? area));
      return ambiguous(
        part,
        `${part} ${quoted(text)} is several areas (${listed(states)}): give a city or a postal code`,
      );
    }
    const centre = this.#gazetteer.centreOf(largest!);
    if (centre < 0) return unknown(part, `no place of ${quoted(text)} is known: give a city`);
    return this.#answers.atPlace(centre, part === 'state' ? 'state' : 'city', note);
  }

  /** Handles a request without a city and a known state: its postal code is unknown, or it has none. */
  #byRest(request: Request, evidence: Evidence, note: string | null): Place | Unplaced {
    const { zip, state, county } = request;
    const { code } = evidence;
    if (state.text !== '') return unknown('state', `state ${quoted(state.text)} is not known in ${code}`);
    if (county.text !== '') return unknown('county', `county ${quoted(county.text)} is not known in ${code}`);
    if (note !== null) return unknown('zip', note);
    if (zip !== '') return unknown('zip', `postal codes of ${code} are not known here: give a city`);
    if (request.country.text === '') return missing(null, 'there is no postal code, city or state');
    return missing(
      null,
      'a country alone is no place: give a postal code, a city or a state, or the type country, which makes it an area',
    );
  }
}

const cityIs = ({ city }: Pick<Request, 'city'>): string => `city ${quoted(city.text)}`;
const codeIs = ({ zip }: Request, { code }: Evidence): string => `${zipWord(postOf(code))} ${quoted(zip)}`;
