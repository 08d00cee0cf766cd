import { kmApart } from '../nearby/great-circle.js';
import type { Anywhere } from './anywhere.js';
import { areasNamed } from './area-evidence.js';
import type { Candidates } from './candidates.js';
import { isMetropolis } from './city-state.js';
import {
  type CutAddress,
  cutAddress,
  type Lexicon,
  otherReading,
  SEPARATOR,
  shorterTown,
} from './cut-address.js';
import { degrees, type Gazetteer } from './gazetteer.js';
import { quoted, zipWord } from './messages.js';
import { type AddressQuery, isPlaced, type Place, type Unplaced } from './place.js';
import { hasCodes, mayBeOf } from './postal-code.js';
import { parseName, requestOf } from './request.js';
import { postOf } from './territories.js';

/** A part behind the town counts as a part of it within this distance. */
const SAME_TOWN_KM = 50;
/** Inhabitants from which a town is meant rather than a smaller one far off that is named behind it. */
const LARGE = 100_000;
/** A name behind a large town is a town of its own only within this distance. */
const FAR_KM = 100;
/** Inhabitants from which a town beside a code is meant in a country whose codes are unknown. */
const TOWN_BESIDE_CODE = 20_000;
/** Parts behind the town that are left out, one by one. */
const MAX_LEFT_OUT = 3;

const IN_BRACKETS = /^(.*\S)\s{0,9}\(([^()]{2,60})\)(.{0,60})$/s;
/**
 * "Frankfurt/Main" is Frankfurt am Main, "Limburg/Lahn" Limburg an der Lahn, "Frankfurt/Oder" Frankfurt
 * (Oder).
 */
const SLASH = /^([^/]{0,400}?)\s{0,3}\/\s{0,3}(\p{L}[^/,;|\n]{0,60})$/su;
const JOINED = [' ', ' am ', ' an der ', ' im ', ' in ', ' bei '];
/** "101 Reykjavík": the codes of a few countries have three digits, as many house numbers do. */
const THREE_DIGITS = /^(\d{3})\s+(\p{L}.*)$/u;
/** "100 Lafayette" is a house in a street. */
const NUMBERED = /^\d+\p{L}?\s+\S+$/u;
/** The last word or the part behind the last hyphen: "Aarhus C", "Paris 11e", "Köln-Altstadt". */
const LAST_WORD = /(?<=[^\s-])[\s-]+[^\s-]+$/;

/** A reading of an address that leaves out the text behind the town. */
interface Shorter {
  readonly parts: CutAddress;
  readonly leftOut: string;
}

/** Places the completed parts of an address. */
type Locate = (address: AddressQuery, wantsHint: boolean) => Place | Unplaced;

/**
 * Places whole addresses in one text, whose last part may be a district or a river with the name of a town
 * elsewhere.
 */
export class WholeAddress {
  readonly #gazetteer: Gazetteer;
  readonly #candidates: Candidates;
  readonly #anywhere: Anywhere;
  readonly #lexicon: Lexicon;

  constructor(gazetteer: Gazetteer, candidates: Candidates, anywhere: Anywhere, lexicon: Lexicon) {
    this.#gazetteer = gazetteer;
    this.#candidates = candidates;
    this.#anywhere = anywhere;
    this.#lexicon = lexicon;
  }

  /**
   * @param given the other columns
   * @param text the whole address, which `cut` was cut from
   */
  place(
    given: AddressQuery,
    text: string,
    cut: CutAddress,
    locate: Locate,
    wantsHint: boolean,
  ): Place | Unplaced {
    const whole = completed(given, cut);
    const result = locate(whole, wantsHint);
    if (this.#isByCode(whole, result)) return result;
    const ways = shorterWays(text, cut, this.#lexicon);
    const byCode = this.#besideCode(given, text, ways, result, locate);
    if (byCode !== null) return byCode;
    if (whole.zip === '') {
      const town =
        this.#inCounty(given, cut, result, locate) ??
        this.#bySlash(given, text, cut, result, locate) ??
        this.#largeTown(given, cut, ways, result, locate);
      if (town !== null) return town;
    }
    return isPlaced(result) ? result : this.#otherwise(given, cut, result, locate);
  }

  /**
   * The town beside a postal code, where both agree: what stands behind it is a part of the town, or its
   * river.
   */
  #besideCode(
    given: AddressQuery,
    text: string,
    ways: readonly Shorter[],
    result: Place | Unplaced,
    locate: Locate,
  ): Place | null {
    for (const { parts, leftOut } of ways) {
      const whole = completed(given, parts);
      if (whole.zip === '' || whole.city === '') continue;
      const place = locate(whole, false);
      if (!this.#isByCode(whole, place)) continue;
      if (given.zip === '' && !hasCodes(postOf(place.country)) && !isBeside(text, whole)) continue;
      if (!isPlaced(result)) return place;
      // "Osdorf, Bavaria, 21646" keeps the note on its state.
      const isSame = place.lat === result.lat && place.lng === result.lng;
      if (result.contradiction !== null)
        return isSame && leftOut !== '' && this.#lexicon.isState(parseName(leftOut)) ? result : place;
      if (kmApart(place, result) <= SAME_TOWN_KM) return place.precision === 'postal' ? place : result;
      if (this.#longerName(whole.city, leftOut) !== null) return place;
      const where = `${zipWord(postOf(place.country))} ${quoted(whole.zip)} is in ${quoted(whole.city)}`;
      return { ...place, contradiction: `${where}; ${quoted(leftOut)} is taken for a part of it` };
    }
    return null;
  }

  /** Tells whether a place follows from a postal code and a town that agree. */
  #isByCode(whole: AddressQuery, result: Place | Unplaced): result is Place {
    if (whole.zip === '' || !isPlaced(result)) return false;
    if (result.contradiction !== null || result.precision === 'state') return false;
    const request = requestOf(whole, false);
    const { postal } = request;
    if (postal === null) return false;
    const post = postOf(result.country);
    const country = this.#gazetteer.countryOf(result.country);
    if (hasCodes(post)) return this.#anywhere.agreeing(request).includes(country);
    if (!mayBeOf(postal, post, true)) return false;
    if (postal.country === post) return true;
    const largest = this.#inhabitants(whole.city, country);
    return largest >= (whole.country === '' ? TOWN_BESIDE_CODE : 0);
  }

  /** The town before a slash: its usual longer name, else the town alone where only one is meant. */
  #bySlash(
    given: AddressQuery,
    text: string,
    cut: CutAddress,
    result: Place | Unplaced,
    locate: Locate,
  ): Place | Unplaced | null {
    const [, before, behind] = SLASH.exec(text) ?? [];
    if (before === undefined || behind === undefined) return null;
    // Saint Paul is a state as well.
    if (behind === cut.state && !isPlaced(result)) {
      const place = locate(completed(given, { ...cut, state: '' }), false);
      return isPlaced(place) ? place : null;
    }
    if (cut.city === '' || !behind.startsWith(cut.city)) return null;
    const town = cutAddress(before, this.#lexicon).city;
    if (town === '') return null;
    const found = (city: string): Place | Unplaced => locate(completed(given, { ...cut, city }), false);
    const longer = this.#longerName(town, cut.city);
    const place = longer === null ? null : found(longer);
    if (place !== null && isPlaced(place)) return place;
    const first = found(town);
    if (isPlaced(first)) {
      const isOther =
        first.contradiction === null && isPlaced(result) && kmApart(first, result) > SAME_TOWN_KM;
      return isOther ? { ...first, contradiction: takenFor(cut.city, town) } : first;
    }
    // "Kehl/Strasbourg": the one town tells which of the other name is meant.
    const isNear = isPlaced(result) && this.#isNamedNear(town, result, SAME_TOWN_KM);
    return first.code === 'address_ambiguous' && !isNear ? first : null;
  }

  /** The usual name of a town with its river or region that is a known town; null: there is none. */
  #longerName(town: string, part: string): string | null {
    const names = JOINED.map((word) => town + word + part);
    return names.find((name) => this.#lexicon.isTown(parseName(name))) ?? null;
  }

  /** A large town before the name of a smaller one far off, as in "Buenos Aires - Palermo". */
  #largeTown(
    given: AddressQuery,
    cut: CutAddress,
    [way]: readonly Shorter[],
    result: Place | Unplaced,
    locate: Locate,
  ): Place | null {
    if (!isPlaced(result) || cut.earlier === '' || way === undefined) return null;
    const least = Math.max(LARGE, this.#inhabitants(cut.city, -1) + 1);
    // Buenos Aires is a state as well.
    const before = lastPart(cut.earlier);
    const city = [before, way.parts.city].find((name) => this.#inhabitants(name, -1) >= least);
    if (city === undefined) return null;
    const place = locate(completed(given, { ...cut, city }), false);
    if (!isPlaced(place) || place.precision === 'state' || place.contradiction !== null) return null;
    if (this.#inhabitants(city, this.#gazetteer.countryOf(place.country)) < LARGE) return null;
    if (kmApart(place, result) <= FAR_KM || this.#isNamedNear(city, result, FAR_KM)) return null;
    return { ...place, contradiction: takenFor(cut.city, city) };
  }

  /** Inhabitants of the largest place of a name, in a country or in all (-1); -1: there is none. */
  #inhabitants(city: string, country: number): number {
    this.#candidates.take(parseName(city).key, country);
    const best = this.#candidates.best();
    return best < 0 ? -1 : this.#gazetteer.places.population[best]!;
  }

  #isNamedNear(city: string, place: Place, km: number): boolean {
    const { places } = this.#gazetteer;
    this.#candidates.take(parseName(city).key, -1);
    for (let at = 0; at < this.#candidates.count; at++) {
      const town = this.#candidates.at(at);
      if (kmApart(place, { lat: degrees(places.lat[town]!), lng: degrees(places.lng[town]!) }) <= km)
        return true;
    }
    return false;
  }

  /** Second readings of an address that the first does not place. */
  #otherwise(given: AddressQuery, cut: CutAddress, result: Unplaced, locate: Locate): Place | Unplaced {
    const located = (parts: CutAddress): Place | Unplaced => locate(completed(given, parts), false);
    const county = this.#withCounty(cut);
    const inCounty = county === null ? result : located(county);
    if (isPlaced(inCounty) && inCounty.precision !== 'state' && inCounty.contradiction === null)
      return inCounty;
    const other = otherReading(cut) ?? this.#metropolis(cut);
    if (other !== null) {
      const second = located(other);
      // A street unknown in a state is not placed in its capital.
      if (isPlaced(second) && second.precision !== 'state') return second;
    }
    for (let less = shorterTown(cut); less !== null; less = shorterTown(less)) {
      const place = located(less);
      if (isPlaced(place) && place.precision !== 'state' && place.contradiction === null) return place;
    }
    // An unknown village beside a code that is known in its state or country.
    if (cut.zip === '' || cut.state + cut.country === '') return result;
    const byCode = located({ ...cut, city: '' });
    return isPlaced(byCode) && byCode.precision === 'postal' && byCode.contradiction === null
      ? byCode
      : result;
  }

  /**
   * The town before a county or region of its own whose name a town far off has: "Woking, Surrey" is not in
   * Surrey, British Columbia.
   */
  #inCounty(
    given: AddressQuery,
    cut: CutAddress,
    result: Place | Unplaced,
    locate: Locate,
  ): Place | Unplaced | null {
    const county = isPlaced(result) ? this.#withCounty(cut) : null;
    if (county === null || !isPlaced(result) || NUMBERED.test(lastPart(cut.earlier))) return null;
    if (!this.#lexicon.isTown(parseName(county.city))) return this.#besideCounty(cut, county, result);
    const place = locate(completed(given, county), false);
    if (!isPlaced(place)) return place.code === 'address_ambiguous' ? place : null;
    if (place.precision === 'state' || place.contradiction !== null) return null;
    if (kmApart(place, result) > FAR_KM)
      return this.#isCountyMeant(cut, county, place, result) ? place : null;
    return place.rival === undefined ? null : { ...result, rival: place.rival };
  }

  /**
   * Tells whether an area abroad has more inhabitants than the town of its name: Córdoba, Sevilla is not in
   * Colombia.
   */
  #isCountyMeant(cut: CutAddress, { state }: CutAddress, place: Place, result: Place): boolean {
    if (place.country === result.country) return true;
    const { areas } = this.#gazetteer;
    const named = areasNamed(
      this.#gazetteer,
      parseName(state),
      this.#gazetteer.countryOf(place.country),
      true,
    );
    const inhabitants = Math.max(...named.map((area) => areas.population[area]!));
    return inhabitants > this.#inhabitants(cut.city, this.#gazetteer.countryOf(result.country));
  }

  /**
   * Notes that a text before a town is not known where the town has the name of a county or region elsewhere:
   * "Ash Vale, Surrey".
   */
  #besideCounty(cut: CutAddress, { state }: CutAddress, result: Place): Place | null {
    if (result.contradiction !== null || /\d/.test(cut.earlier)) return null;
    const { places, areas } = this.#gazetteer;
    const named = areasNamed(this.#gazetteer, parseName(state), -1);
    const isFar = named.every((area) => {
      const centre = this.#gazetteer.centreOf(area);
      const at = { lat: degrees(places.lat[centre] ?? 0), lng: degrees(places.lng[centre] ?? 0) };
      return centre < 0 || kmApart(result, at) > FAR_KM;
    });
    const [area] = named;
    if (!isFar || area === undefined) return null;
    const country = this.#gazetteer.countryCode(areas.country[area]!);
    const where = `${quoted(state)} in ${result.country} is taken, not the one of ${country}`;
    return { ...result, contradiction: `${quoted(lastPart(cut.earlier))} is not known; ${where}` };
  }

  /** Reading of "Birmingham, West Midlands", whose last part is a county or a region; null: it is none. */
  #withCounty(cut: CutAddress): CutAddress | null {
    // "West" is a town, and the Midlands are a region of England.
    const state = `${cut.city} ${cut.state}`.trim();
    if (cut.earlier === '' || areasNamed(this.#gazetteer, parseName(state), -1).length === 0) return null;
    const last = lastPart(cut.earlier);
    // "East Berlin" is not East in Berlin.
    const city = this.#lexicon.isTown(parseName(last)) ? last : cutAddress(cut.earlier, this.#lexicon).city;
    return city === '' ? null : { ...cut, street: '', city, state };
  }

  /** Reading of "Gangnam-gu, Seoul", whose state is hardly more than its city; null: it is more, or none. */
  #metropolis(cut: CutAddress): CutAddress | null {
    if (cut.state === '' || !isMetropolis(this.#gazetteer, parseName(cut.state))) return null;
    return { ...cut, street: '', city: cut.state, state: '' };
  }
}

/**
 * Readings that leave out text behind the town: what is in brackets, a state, whole parts, and words of the
 * town's name.
 */
function shorterWays(text: string, cut: CutAddress, lexicon: Lexicon): Shorter[] {
  const ways: Shorter[] = [];
  const [, head, inside, tail] = IN_BRACKETS.exec(text) ?? [];
  if (inside !== undefined) ways.push({ parts: cutAddress(head! + tail!, lexicon), leftOut: inside });
  if (cut.state !== '' && cut.city !== '') ways.push({ parts: { ...cut, state: '' }, leftOut: cut.state });
  const [, zip, town] = cut.zip === '' ? (THREE_DIGITS.exec(cut.city) ?? []) : [];
  if (zip !== undefined) ways.push({ parts: { ...cut, city: town!, zip }, leftOut: '' });
  let last = cut;
  for (let left = 0; left < MAX_LEFT_OUT && last.earlier !== ''; left++) {
    const next = cutAddress(last.earlier, lexicon);
    const country = next.country || cut.country;
    ways.push({ parts: { ...next, state: next.state || cut.state, country }, leftOut: last.city });
    if (next.state + cut.state !== '')
      ways.push({
        parts: { ...next, city: next.city || next.state, state: '', country },
        leftOut: last.city,
      });
    last = next;
  }
  let city = cut.city;
  for (let left = 0; left < MAX_LEFT_OUT && LAST_WORD.test(city); left++) {
    city = city.replace(LAST_WORD, '');
    ways.push({ parts: { ...cut, street: '', city }, leftOut: cut.city.slice(city.length + 1) });
  }
  return ways;
}

/** The parts of an address, completed from the other columns. */
const completed = (given: AddressQuery, parts: CutAddress): AddressQuery => ({
  ...given,
  city: parts.city,
  state: given.state || parts.state,
  country: given.country || parts.country,
  zip: given.zip || parts.zip,
});

/**
 * Tells whether the code stands beside its town. "Av. Corrientes 1000, Buenos Aires" has a house number:
 * digits alone count before a town.
 */
const isBeside = (text: string, { zip, city }: AddressQuery): boolean =>
  text.includes(`${zip} ${city}`) || (!/^\d+$/.test(zip) && text.includes(`${city} ${zip}`));

export const lastPart = (earlier: string): string => earlier.split(SEPARATOR).at(-1)!.trim();

const takenFor = (part: string, town: string): string =>
  `${quoted(part)} is taken for a part of ${quoted(town)}: give a country or a postal code if it is the town`;
