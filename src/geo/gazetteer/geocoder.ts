import { Answers } from './answers.js';
import { Anywhere } from './anywhere.js';
import { areasNamed } from './area-evidence.js';
import { armyPost, isArmyPost } from './army-posts.js';
import { meant } from './blank.js';
import { Candidates } from './candidates.js';
import { type CutAddress, cutAddress, type Lexicon } from './cut-address.js';
import { DidYouMean } from './did-you-mean.js';
import { FipsCountries, fipsCountry, fipsIs } from './fips-countries.js';
import { Gazetteer } from './gazetteer.js';
import { InCountry } from './in-country.js';
import { hasMoreThanCountry, InTerritory } from './in-territory.js';
import { noteLeftOut } from './left-out.js';
import { countryAlone, missing, quoted, unknown, zipWord } from './messages.js';
import { countryKey, nameKey } from './name-key.js';
import { type AddressQuery, isPlaced, type Place, type Unplaced } from './place.js';
import { COUNTRY_SIGNS, hasCodes, mayBeOf, withoutApostrophe } from './postal-code.js';
import { type Name, NO_NAME, parseName, type Request, requestOf, withArticleFirst } from './request.js';
import { hasNamedParts, postOf, usTerritory } from './territories.js';
import { TownOfStreet } from './town-of-street.js';
import { WholeAddress } from './whole-address.js';

/** Signs of several parts in one cell. */
const SEVERAL = /[,;|\n]/;
/** Several words without a sign of several parts. */
const WORDS = /^[^\d,;|\n/()]+\s[^\d,;|\n/()]+$/;
/** Signs of possibly several parts in one cell. */
const COMPOUND = /[,;\n|/()\d]|\S\s+\S|\p{L}-\p{L}/u;
const STARTS_IN_DIGITS = /^\d{3}\s/;
/** "Newton IA"; "Delta Co" may be a county. */
const CITY_STATE = /^([^,;|\n\d]{2,})\s(?!co$|Co$)([A-Za-z]{2})$/;

/** A place with the note on another town of its name, where nothing else is to be noted. */
function notingRival(result: Place | Unplaced): Place | Unplaced {
  if (!isPlaced(result) || result.rival === undefined) return result;
  const { rival, ...place } = result;
  return { ...place, contradiction: place.contradiction ?? rival };
}

/** Words of a name by key. */
const wordsOf = (name: string): string =>
  name
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .map((word) => nameKey(word))
    .join(' ');

/**
 * Places addresses with the gazetteer; docs/places.md has rules and limits. It reads the packed file in place
 * and keeps little memory of its own, so each thread has one. Pure: the same address always gives the same
 * result.
 */
export class Geocoder {
  readonly #gazetteer: Gazetteer;
  readonly #candidates: Candidates;
  readonly #fips: FipsCountries;
  readonly #inCountry: InCountry;
  readonly #inTerritory: InTerritory;
  readonly #anywhere: Anywhere;
  readonly #lexicon: Lexicon;
  readonly #townOfStreet: TownOfStreet;
  readonly #whole: WholeAddress;
  #default: { name: string | null; number: number } = { name: null, number: -1 };

  /** @param gazetteer packed file, as `npm run build` writes it */
  constructor(gazetteer: SharedArrayBuffer) {
    const read = new Gazetteer(gazetteer);
    const candidates = new Candidates(read);
    const answers = new Answers(read);
    const didYouMean = new DidYouMean(read);
    this.#gazetteer = read;
    this.#candidates = candidates;
    this.#fips = new FipsCountries(read, candidates);
    this.#inCountry = new InCountry(read, candidates, answers, didYouMean);
    this.#inTerritory = new InTerritory(read, this.#inCountry);
    this.#anywhere = new Anywhere(read, candidates, answers, didYouMean);
    this.#lexicon = {
      isCountry: ({ key }) => key !== '' && read.countryNames.find(key) >= 0,
      // Counties count by code alone, as in "Roma RM".
      isState: (name) =>
        areasNamed(read, name, -1).some((area) => name.text.length === 2 || read.isState(area)) ||
        usTerritory(name.key) !== undefined,
      isTown: ({ key }) => key !== '' && read.placeNames.find(key) >= 0,
    };
    this.#whole = new WholeAddress(read, candidates, this.#anywhere, this.#lexicon);
    this.#townOfStreet = new TownOfStreet(
      read,
      candidates,
      this.#inCountry,
      this.#lexicon,
      (request, fallback) => this.#locate(request, fallback),
    );
  }

  /**
   * Places an address, or says why it cannot. Never throws, whatever the texts are.
   * @param defaultCountry ISO code or name for addresses that name no country; null: the other parts decide
   */
  locate(address: AddressQuery, defaultCountry: string | null): Place | Unplaced {
    const given: AddressQuery = {
      street: meant(address.street),
      city: withArticleFirst(meant(address.city), this.#lexicon.isTown),
      county: meant(address.county),
      state: withArticleFirst(
        meant(address.state),
        (name) => areasNamed(this.#gazetteer, name, -1).length > 0,
      ),
      country: meant(address.country),
      zip: meant(withoutApostrophe(address.zip)),
    };
    const fallback = this.#numberOf(defaultCountry);
    const request = requestOf(given);
    const { city, state, zip } = request;
    const result = this.#locateGiven(given, request, fallback);
    const isCompared = SEVERAL.test(given.street) && city.text + state.text + zip !== '';
    const compared = isCompared ? this.#townOfStreet.compare(given, result, fallback) : result;
    return this.#notingLeftOut(given, notingRival(this.#notingAreas(request, compared)));
  }

  /** Notes what an address in one cell names and the place does not fit. */
  #notingLeftOut({ street, city, state, zip }: AddressQuery, result: Place | Unplaced): Place | Unplaced {
    if (!isPlaced(result) || result.contradiction !== null) return result;
    const text = city + state + zip === '' ? street : city;
    if (!SEVERAL.test(text)) return result;
    const contradiction = noteLeftOut(this.#gazetteer, this.#candidates, text, result);
    return contradiction === null ? result : { ...result, contradiction };
  }

  /**
   * Notes a state, or beside no postal area a county, that is not known in the country of the place, so that
   * it decided nothing.
   */
  #notingAreas({ state, county, city }: Request, result: Place | Unplaced): Place | Unplaced {
    if (!isPlaced(result) || result.contradiction !== null || state.text + county.text === '') return result;
    const country = this.#gazetteer.countryOf(result.country);
    const isKnown = (name: Name): boolean =>
      name.text === '' ||
      areasNamed(this.#gazetteer, name, country).length > 0 ||
      usTerritory(name.key) !== undefined ||
      this.#gazetteer.countryNames.first(name.key) === country ||
      (name.key !== '' && name.key === city.key);
    const told = (what: string, where: string): Place => ({
      ...result,
      contradiction: `${what} is not known in ${where}`,
    });
    if (!isKnown(state)) return told(`state ${quoted(state.text)}`, result.country);
    const [area] = areasNamed(this.#gazetteer, state, country);
    const isOutside = area !== undefined && this.#isOutside(county, area, country);
    if (result.precision === 'postal' || (isKnown(county) && !isOutside)) return result;
    const where = area === undefined ? result.country : this.#gazetteer.areas.name(area);
    return told(`county ${quoted(county.text)}`, where);
  }

  /** Tells whether a state has no county of a name that others of its country have. */
  #isOutside(county: Name, state: number, country: number): boolean {
    const { areas } = this.#gazetteer;
    const named = areasNamed(this.#gazetteer, county, country, true);
    if (!this.#gazetteer.isState(state) || named.length === 0) return false;
    return named.every((each) => !this.#gazetteer.isState(each) && areas.state[each] !== state);
  }

  #locateGiven(given: AddressQuery, request: Request, fallback: number): Place | Unplaced {
    if (given.street !== '' && request.city.text === '' && request.zip === '' && request.state.text === '') {
      const hasCounty = request.county.text !== '';
      // "Borgo San Lorenzo" is not in San Lorenzo, nor "Corte Franca" in France.
      if (!hasCounty && WORDS.test(given.street) && this.#isWrittenSo(given.street, fallback)) {
        const town = this.#locate(requestOf({ ...given, city: given.street, street: '' }, false), fallback);
        if (isPlaced(town)) return town;
      }
      // Only an answer beside a county shows the hint, so the hint is computed in that case alone.
      const whole = { ...given, zip: '', state: '' };
      const parts = cutAddress(given.street, this.#lexicon);
      const result = this.#locateCut(whole, given.street, parts, fallback, hasCounty);
      if (isPlaced(result) || result.code === 'address_ambiguous' || hasCounty) return result;
      return missing(
        'street',
        `street ${quoted(given.street)} names no postal code, city or state that is known`,
      );
    }
    const several = SEVERAL.test(given.city)
      ? this.#locateSeveral(given, fallback)
      : this.#locateCityState(given, fallback);
    if (several !== null) return several;
    const result = this.#locate(request, fallback);
    if (!COMPOUND.test(given.city) || !this.#isCityUnknown(request, result)) return result;
    const parts = cutAddress(given.city, this.#lexicon);
    const isWhole = parts.city === given.city && parts.state + parts.country + parts.zip === '';
    if (isWhole && (given.zip === '' || isPlaced(result)) && !STARTS_IN_DIGITS.test(given.city))
      return result;
    const cut = this.#locateCut(given, given.city, parts, fallback, true);
    return isPlaced(cut) || (cut.part === 'city' && cut.message.includes('did you mean')) ? cut : result;
  }

  /**
   * Locates a city cell that holds several parts: "León, ES" is not Leones, which has the same letters. null:
   * the parts name no place.
   */
  #locateSeveral(given: AddressQuery, fallback: number): Place | Unplaced | null {
    const parts = cutAddress(given.city, this.#lexicon);
    if (parts.city === '' || parts.state + parts.country + parts.zip === '') return null;
    const result = this.#locateCut(given, given.city, parts, fallback, false);
    return isPlaced(result) || result.code === 'address_ambiguous' ? result : null;
  }

  /**
   * Locates a city cell that ends in the code of a state: names are compared without blanks, and "Newton IA"
   * is not Newtonia, nor "Ila GA" Ilaga. null: the cell is a name as it is written, or its town is not known
   * in that state.
   */
  #locateCityState(given: AddressQuery, fallback: number): Place | Unplaced | null {
    if (given.state !== '') return null;
    const [, city, state] = CITY_STATE.exec(given.city) ?? [];
    if (!city || !state || !this.#lexicon.isState(parseName(state)) || this.#isWrittenSo(given.city))
      return null;
    const result = this.#locate(requestOf({ ...given, city, state }, false), fallback);
    if (!isPlaced(result)) return result.code === 'address_ambiguous' ? result : null;
    return result.precision !== 'state' && result.contradiction === null ? result : null;
  }

  /** Tells whether a place has a name of the same words, in a country or in any (-1). */
  #isWrittenSo(text: string, country = -1): boolean {
    this.#candidates.take(nameKey(text), country);
    for (let at = 0; at < this.#candidates.count; at++)
      if (wordsOf(this.#gazetteer.places.name(this.#candidates.at(at))) === wordsOf(text)) return true;
    return false;
  }

  /** Tells whether cutting the city into parts may place an address better, or at all. */
  #isCityUnknown(request: Request, result: Place | Unplaced): boolean {
    if (!isPlaced(result)) return result.code === 'address_unknown' && result.part === 'city';
    if (request.postal === null || (request.country.text !== '' && result.precision !== 'state'))
      return false;
    return !this.#inCountry.knowsCity(request, this.#gazetteer.countryOf(result.country));
  }

  /** Number of a default country. The last one is remembered, as all rows of a file share it. */
  #numberOf(defaultCountry: string | null): number {
    if (this.#default.name !== defaultCountry) {
      const number =
        defaultCountry === null ? -1 : this.#gazetteer.countryNames.first(countryKey(defaultCountry));
      this.#default = { name: defaultCountry, number };
    }
    return this.#default.number;
  }

  /** Places the parts of a whole address in one column, completed from the other columns. */
  #locateCut(
    given: AddressQuery,
    text: string,
    parts: CutAddress,
    fallback: number,
    wantsHint: boolean,
  ): Place | Unplaced {
    const locate = (whole: AddressQuery, hint: boolean): Place | Unplaced =>
      this.#locate(requestOf(whole, hint), fallback);
    return this.#whole.place(given, text, parts, locate, wantsHint);
  }

  #locate(request: Request, fallback: number): Place | Unplaced {
    if (isArmyPost(request)) return armyPost(request, 'US');
    if (request.country.text === '') return this.#withoutCountry(request, fallback);
    const country = this.#gazetteer.countryNames.first(request.country.key);
    if (country < 0) return this.#withUnknownCountry(request, fallback);
    // "England" and "Scotland" name parts of a country; "Mexico" is not the state of Mexico with that name.
    const isPart =
      request.state.text === '' &&
      hasNamedParts(this.#gazetteer.countryCode(country)) &&
      hasMoreThanCountry(request);
    const part = isPart ? areasNamed(this.#gazetteer, request.country, country) : [];
    const asked = part.length > 0 ? { ...request, state: request.country } : request;
    const result = this.#inCountryOf(asked, country);
    if (isPlaced(result)) return this.#fips.note(request, result, country);
    return this.#countryAsState(request, this.#gazetteer.countryOf('US')) ?? this.#fips.hint(request, result);
  }

  /**
   * Place of a row without a state whose country is the code of a state of this country, as "GA" may be;
   * null: none that is sure.
   */
  #countryAsState(request: Request, number: number): Place | null {
    const { state, country } = request;
    if (state.text !== '' || country.key.length !== 2) return null;
    if (!areasNamed(this.#gazetteer, country, number).some((area) => this.#gazetteer.isState(area)))
      return null;
    const result = this.#inCountryOf({ ...request, state: country }, number);
    if (!isPlaced(result) || result.contradiction !== null || result.precision === 'state') return null;
    const of = this.#gazetteer.countryCode(number);
    return { ...result, contradiction: `country ${quoted(country.text)} is read as a state of ${of}` };
  }

  /** Handles a state in the column of countries, or an unknown country. */
  #withUnknownCountry(request: Request, fallback: number): Place | Unplaced {
    const { country, state } = request;
    if (country.key.length === 2) return this.#withUnknownCode(request, fallback);
    const ofSign = this.#byCountrySign(request);
    if (ofSign !== null) return ofSign;
    if (state.text === '' && areasNamed(this.#gazetteer, country, -1).length > 0)
      return this.#withoutCountry({ ...request, state: country, country: NO_NAME }, -1);
    return unknown('country', `country ${quoted(country.text)} is not known`);
  }

  /**
   * Handles two letters that are no ISO code. Nearly all of them are codes of states somewhere, so that only
   * a state of the default country, the United States or Canada counts, and only where the city or the postal
   * code lies in it.
   */
  #withUnknownCode(request: Request, fallback: number): Place | Unplaced {
    for (const number of new Set([
      fallback,
      this.#gazetteer.countryOf('US'),
      this.#gazetteer.countryOf('CA'),
    ])) {
      const place = number < 0 ? null : this.#countryAsState(request, number);
      if (place !== null) return place;
    }
    const { text, key } = request.country;
    const fips = fipsCountry(key);
    const meaning = fips === undefined ? '' : `; ${fipsIs(request.country.text, fips)}`;
    return unknown('country', `country ${quoted(text)} is not known${meaning}: give an ISO code or a name`);
  }

  /**
   * Place of a postal code beside the sign that cars of its country have, as "A" and "I"; null: the code is
   * of no such country.
   */
  #byCountrySign(request: Request): Place | null {
    const code = COUNTRY_SIGNS.get(request.country.key);
    if (code === undefined || request.postal === null || !mayBeOf(request.postal, code)) return null;
    const result = this.#inCountryOf(request, this.#gazetteer.countryOf(code));
    return isPlaced(result) && result.contradiction === null ? result : null;
  }

  #withoutCountry(request: Request, fallback: number): Place | Unplaced {
    if (fallback < 0) return this.#byEvidence(request);
    const { postal, state } = request;
    const post = postOf(this.#gazetteer.countryCode(fallback));
    const isCodeElsewhere =
      postal !== null &&
      ((postal.country !== null && postal.country !== post) || postal.among?.includes(post) === false);
    if (isCodeElsewhere || (state.key !== '' && this.#isStateElsewhere(state, fallback))) {
      const result = this.#byEvidence(request);
      const isAllThereIs = isCodeElsewhere && request.city.text === '' && state.text === '';
      if (isPlaced(result) || isAllThereIs) return result;
    }
    if (this.#isOtherCountry(request, fallback)) {
      const result = this.#byEvidence(request);
      return isPlaced(result) ? result : missing('city', countryAlone(request.city.text));
    }
    if (postal === null) return this.#inCountryOf(request, fallback);
    // Hints come last, as similar names may cost more than everything else.
    const result = this.#inCountryOf({ ...request, wantsHint: false }, fallback);
    // Most rows end here.
    if (isPlaced(result) && result.contradiction === null && this.#inCountry.wasPostTown) return result;
    // A postal code that is unknown in this country may be foreign: "Flushing, 11367" is not Vlissingen.
    const mayBeHere = mayBeOf(postal, post);
    if (
      isPlaced(result) &&
      result.contradiction === null &&
      mayBeHere &&
      !this.#isTownUnknown(request, result, fallback)
    )
      return this.#asPostTown(request, result, fallback);
    const other = this.#elsewhere(request, result, fallback);
    return other === result && !isPlaced(result) ? this.#inCountryOf(request, fallback) : other;
  }

  /**
   * Prefers another country whose post gives the postal area the city's name. "12045 Berlin" is a ZIP near
   * Berlin, New York, whose town has another name, and a code of Berlin. "48143 Münster" is not in Ireland's
   * Munster, whose codes are unknown: for a state with the name of a city, any country counts where city and
   * code are near each other.
   */
  #asPostTown(request: Request, here: Place, fallback: number): Place {
    const { city, state, county } = request;
    if (city.key === '' || state.text !== '' || county.text !== '') return here;
    if (here.precision !== 'postal' && hasCodes(postOf(this.#gazetteer.countryCode(fallback)))) return here;
    const isState = here.precision === 'state';
    const elsewhere = this.#anywhere
      .agreeing(request)
      .filter((country) => country !== fallback && (isState || this.#anywhere.isPostTown(request, country)));
    const there = elsewhere.length === 1 ? this.#inCountryOf(request, elsewhere[0]!) : here;
    return isPlaced(there) ? there : here;
  }

  /** Tells whether an address was placed by its postal code alone, beside a city unknown in the country. */
  #isTownUnknown(request: Request, { country }: Place, fallback: number): boolean {
    const { city, state, county } = request;
    if (city.text === '') return false;
    const isNamedArea = (name: Name): boolean =>
      name.key !== '' && areasNamed(this.#gazetteer, name, fallback).length > 0;
    if (usTerritory(state.key) || isNamedArea(state) || isNamedArea(county)) return false;
    const isKnown = (number: number): boolean => this.#inCountry.knowsCity(request, number);
    if (isKnown(fallback) || isKnown(this.#gazetteer.countryOf(country))) return false;
    return this.#gazetteer.countryNames.first(city.key) !== fallback;
  }

  /**
   * Places an address whose city is unknown in the default country near its postal code: where both agree,
   * else in the city's own country, else nowhere. The row itself counts more than the default of the upload.
   * @param here result in the default country, which stays where no other country has the city
   */
  #elsewhere(request: Request, here: Place | Unplaced, fallback: number): Place | Unplaced {
    // "10115 Berlin" in an American file, where 10115 is in New York.
    const agreeing = this.#anywhere.agreeing(request).filter((country) => country !== fallback);
    const { city, state } = request;
    const isStateHere = areasNamed(this.#gazetteer, state, fallback).length > 0;
    // FR is a canton and no state of France, though 1663 Pringy agrees there as 01663.
    const isHome =
      isStateHere && agreeing.every((country) => areasNamed(this.#gazetteer, state, country).length === 0);
    // First digits say where an unknown village of the default country is; other first digits count only for
    // a city.
    const isInRegion = isPlaced(here) && here.precision === 'state';
    const isSure = agreeing.some(
      (country) => this.#anywhere.hasArea(request, country) || this.#inCountry.hasCity(city, country),
    );
    if (agreeing.length === 1 && !isHome && (!isInRegion || isSure)) {
      const there = this.#inCountryOf(request, agreeing[0]!);
      if (isPlaced(there) && there.contradiction === null) return there;
    }
    if (city.text === '' || isStateHere) return here;
    // An unknown village is never sent to a city of its name abroad.
    if (isInRegion) return here;
    const named = this.#gazetteer.countryNames.first(city.key);
    const own = this.#anywhere.countryOfTown(request, fallback);
    if (typeof own !== 'number') {
      if (own.code === 'address_ambiguous') return { ...own, part: 'country' };
      // "Germany" in the column of cities, beside a German code.
      if (named < 0 || named === fallback) return this.#withUnknownTown(request, here, fallback);
      const there = this.#inCountryOf({ ...request, city: NO_NAME }, named);
      return isPlaced(there) ? there : own;
    }
    if (own === fallback) return here;
    const there = this.#inCountryOf(request, own);
    if (!isPlaced(there) || there.contradiction !== null) return there;
    const code = this.#gazetteer.countryCode(fallback);
    const why = `${zipWord(code)} ${quoted(request.zip)} of ${code} is not near a ${quoted(city.text)}`;
    return { ...there, contradiction: `${why}, which is taken to be in ${there.country}` };
  }

  #withUnknownTown({ city, zip }: Request, here: Place | Unplaced, fallback: number): Place | Unplaced {
    if (!isPlaced(here) || here.contradiction !== null) return here;
    const code = this.#gazetteer.countryCode(fallback);
    const where = `${zipWord(postOf(code))} ${quoted(zip)} in ${code}`;
    return { ...here, contradiction: `city ${quoted(city.text)} is not known; ${where} is taken` };
  }

  /**
   * Tells whether a name alone means another country: "Mexico" and "Cuba" are countries rather than towns of
   * Missouri; "Georgia" is a state of the default country.
   */
  #isOtherCountry({ city, state, county, zip }: Request, fallback: number): boolean {
    if (state.text !== '' || county.text !== '' || zip !== '') return false;
    const country = this.#gazetteer.countryNames.first(city.key);
    if (country < 0 || country === fallback) return false;
    if (city.key.length < 4 && !this.#anywhere.isCountryCode(city, fallback)) return false;
    return !areasNamed(this.#gazetteer, city, fallback).some((area) => this.#gazetteer.isState(area));
  }

  /** Tells whether a state is unknown in the country and known in another, or names another country. */
  #isStateElsewhere(state: Name, country: number): boolean {
    if (usTerritory(state.key) && country === this.#gazetteer.countryOf('US')) return false;
    const isState = (area: number): boolean => this.#gazetteer.isState(area);
    const here = areasNamed(this.#gazetteer, state, country);
    if (here.some(isState)) return false;
    const anywhere = areasNamed(this.#gazetteer, state, -1);
    // "Ontario" is also a county of New York.
    if (here.length > 0) return anywhere.some(isState);
    return anywhere.length > 0 || this.#gazetteer.countryNames.find(state.key) >= 0;
  }

  #byEvidence(request: Request): Place | Unplaced {
    const country = this.#anywhere.countryOf(request);
    if (typeof country !== 'number') return country;
    const isStateACountry =
      areasNamed(this.#gazetteer, request.state, country).length === 0 &&
      this.#gazetteer.countryNames.first(request.state.key) === country;
    return this.#inCountryOf(isStateACountry ? { ...request, state: NO_NAME } : request, country);
  }

  #inCountryOf(request: Request, country: number): Place | Unplaced {
    return this.#inTerritory.locate(request, country);
  }
}
