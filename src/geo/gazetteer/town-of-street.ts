import { kmApart } from '../nearby/great-circle.js';
import type { Candidates } from './candidates.js';
import { type CutAddress, cutAddress, type Lexicon, otherReading, SEPARATOR } from './cut-address.js';
import { degrees, type Gazetteer } from './gazetteer.js';
import type { InCountry } from './in-country.js';
import { contradictory, quoted } from './messages.js';
import { nameKey } from './name-key.js';
import { type AddressParts, type AddressQuery, isPlaced, type Place, type Unplaced } from './place.js';
import { type Request, requestOf } from './request.js';

/** A town this near to another place is its suburb, district or post town, or the other way round. */
const SAME_PLACE_KM = 50;
/** Distance that the point of a British postal area allows. */
const BRITISH_AREA_KM = 150;
/**
 * Inhabitants from which a town is meant where its name ends a street; a smaller one may be an unknown
 * quarter or a house.
 */
const LARGE = 50_000;

/** The town at the end of a street, and its place. */
interface OwnTown {
  readonly parts: CutAddress;
  readonly place: Place;
}

/** Compares the town of a whole address in the column of streets with the other columns. */
export class TownOfStreet {
  readonly #gazetteer: Gazetteer;
  readonly #candidates: Candidates;
  readonly #inCountry: InCountry;
  readonly #lexicon: Lexicon;
  readonly #locate: (request: Request, fallback: number) => Place | Unplaced;

  constructor(
    gazetteer: Gazetteer,
    candidates: Candidates,
    inCountry: InCountry,
    lexicon: Lexicon,
    locate: (request: Request, fallback: number) => Place | Unplaced,
  ) {
    this.#gazetteer = gazetteer;
    this.#candidates = candidates;
    this.#inCountry = inCountry;
    this.#lexicon = lexicon;
    this.#locate = locate;
  }

  /**
   * Where both agree, each completes the other. Where they differ, the address is refused, or its place
   * carries a note where the end of the street may be no town.
   * @param result place by the other columns alone
   */
  compare(given: AddressQuery, result: Place | Unplaced, fallback: number): Place | Unplaced {
    if (isPlaced(result) && result.contradiction !== null) return result;
    const own = this.#ownTown(given, result, fallback);
    if (own === null) return result;
    const { parts } = own;
    const both = filled(given, parts);
    const place = this.#locate(requestOf(both, false), fallback);
    if (isPlaced(place) && place.contradiction === null && this.#isNear(place, own)) {
      if (this.#isSameName(given.city, own))
        return { ...place, parts: { ...both, street: parts.street || given.street } };
      // "Berlin" beside Boston may be the Berlin of Massachusetts.
      const isOther = isPlaced(result) && hasTown(given) && !this.#isNear(result, own);
      return isOther ? { ...place, contradiction: whyNot(given, own) } : place;
    }
    if (isPlaced(result) && hasTown(given) && this.#isNear(result, own)) return result;
    if (isNamedIn(given.street, given.city)) {
      // "12 High St, Camden, London": Camden is part of London.
      const larger = this.#locate(requestOf({ ...both, city: parts.city }, false), fallback);
      if (isPlaced(larger) && larger.contradiction === null && this.#isNear(larger, own)) return larger;
    }
    return isPlaced(result) ? this.#refuse(given, result, own) : result;
  }

  #ownTown(given: AddressQuery, result: Place | Unplaced, fallback: number): OwnTown | null {
    const cut = cutAddress(given.street, this.#lexicon);
    for (const parts of [cut, otherReading(cut)]) {
      if (parts === null || parts.city === '') continue;
      for (const country of countriesOf(parts, given, result)) {
        const request = requestOf({ ...parts, street: '', county: '', country }, false);
        const place = this.#locate(request, fallback);
        if (!isPlaced(place) || place.precision === 'state' || place.contradiction !== null) continue;
        // "Suite 2000" has no town beside its number.
        if (this.#inCountry.knowsCity(request, this.#gazetteer.countryOf(place.country)))
          return { parts, place };
      }
    }
    return null;
  }

  #isNear(place: Place, { parts, place: own }: OwnTown): boolean {
    const isBritishArea = place.country === 'GB' && place.precision === 'postal';
    if (kmApart(place, own) <= (isBritishArea ? BRITISH_AREA_KM : SAME_PLACE_KM)) return true;
    if (parts.state + parts.zip !== '') return false;
    // Another town of the same name.
    const { places } = this.#gazetteer;
    this.#candidates.take(nameKey(parts.city), this.#gazetteer.countryOf(place.country));
    for (let at = 0; at < this.#candidates.count; at++) {
      const town = this.#candidates.at(at);
      const point = { lat: degrees(places.lat[town]!), lng: degrees(places.lng[town]!) };
      if (kmApart(place, point) <= SAME_PLACE_KM) return true;
    }
    return false;
  }

  /**
   * Tells whether both name the same town: "Munich" and "München" do, a city and its suburb do not, and the
   * street's town is kept.
   */
  #isSameName(city: string, { parts, place }: OwnTown): boolean {
    const [one, other] = [nameKey(city), nameKey(parts.city)];
    if (city === '' || one === other) return true;
    const country = this.#gazetteer.countryOf(place.country);
    this.#candidates.take(one, country);
    const town = this.#candidates.best();
    this.#candidates.take(other, country);
    return town >= 0 && town === this.#candidates.best();
  }

  #refuse(given: AddressQuery, result: Place, own: OwnTown): Place | Unplaced {
    const { parts, place } = own;
    const isLarge = this.#isLarge(parts.city, this.#gazetteer.countryOf(place.country));
    const isMarked = parts.state !== '' || parts.zip !== '' || place.country !== result.country;
    if (!isLarge && !isMarked) return result;
    const why = whyNot(given, own);
    if (parts.zip !== '' || (isLarge && parts.state + parts.country !== ''))
      return contradictory('street', why);
    return { ...result, contradiction: why };
  }

  #isLarge(city: string, country: number): boolean {
    this.#candidates.take(nameKey(city), country);
    const best = this.#candidates.best();
    return best >= 0 && this.#gazetteer.places.population[best]! >= LARGE;
  }
}

/**
 * Countries to search for the town: its own, else that of the other columns; elsewhere only with its state or
 * postal code.
 */
function countriesOf(parts: CutAddress, given: AddressQuery, result: Place | Unplaced): string[] {
  if (parts.country !== '') return [parts.country];
  if (parts.state + parts.zip === '') return [given.country || (isPlaced(result) ? result.country : '')];
  return given.country === '' ? [''] : [given.country, ''];
}

const filled = (given: AddressQuery, parts: CutAddress): AddressParts & { county: string } => ({
  street: given.street,
  city: given.city || parts.city,
  county: given.county,
  state: given.state || parts.state,
  country: given.country || parts.country,
  zip: given.zip || parts.zip,
});

/** A state alone is too large for a town to be near it. */
const hasTown = ({ city, zip }: AddressQuery): boolean => city + zip !== '';

const isNamedIn = (text: string, city: string): boolean => {
  const key = nameKey(city);
  return key !== '' && text.split(SEPARATOR).some((segment) => nameKey(segment) === key);
};

const whyNot = (given: AddressQuery, { parts }: OwnTown): string =>
  `address ${quoted(given.street)} is in ${quoted(townOf(parts))}, not in ${quoted(townOf(given))}`;

const townOf = ({ city, state, zip, country }: Omit<AddressParts, 'street'>): string =>
  [city, state, zip, country].filter((part) => part !== '').join(', ');
