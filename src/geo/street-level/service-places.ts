import type { AddressQuery, Place, Precision, Unplaced } from '../gazetteer/place.js';
import { haversineTo, kmOf, originAt } from '../nearby/great-circle.js';
import type { Placer } from '../placer.js';
import { addressKey, normalAddress } from './normal-address.js';
import { isSameCountry } from './same-country.js';

/** A place that a geocoding service found for an address. */
export interface ServicePlace {
  /** Degrees, at most 6 decimals. */
  readonly lat: number;
  readonly lng: number;
  readonly precision: Precision;
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country: string;
}

/**
 * Places of a geocoding service by normal address (`addressKey`). The gazetteer places the other addresses.
 */
export type ServicePlaces = ReadonlyMap<string, ServicePlace>;

/** From fine to coarse. */
const PRECISIONS: readonly Precision[] = ['street', 'postal', 'city', 'state'];
/**
 * Distance from the address's own ZIP or town beyond which a service has found another street of this name:
 * free-text searches always find something.
 */
const MAX_FROM_GAZETTEER_KM = 100;

/** Prefers a service's place to the gazetteer's where it is more exact and does not contradict it. */
export function withServicePlaces(placer: Placer, places: ServicePlaces): Placer {
  return locatingWith(placer, (address, defaultCountry) => {
    const known = placer.geocoder.locate(address, defaultCountry);
    if (isContradictory(known)) return known;
    const normal = askedFor(address, known, defaultCountry);
    const found = normal === null ? undefined : places.get(addressKey(normal));
    if (found === undefined) return known;
    // The country that the gazetteer derives from the row ("Dover, DE" is in Delaware) outweighs the row's
    // own text.
    const country = 'code' in known ? countryOf(normal!.country, placer) : known.country;
    if (country !== null && !isSameCountry(country, found.country)) return refuting(known, found, country);
    if ('code' in known) {
      // A town unknown to both is not placed in the middle of its state.
      return found.precision === 'state' ? known : { ...found, contradiction: null, byService: true };
    }
    if (!isBetter(found, known, address)) return known;
    const contradiction = isTownUnknown(address, known) ? null : known.contradiction;
    return { ...known, ...found, country: known.country, contradiction, byService: true };
  });
}

/** A service would pick one of its two towns. */
const isContradictory = (known: Place | Unplaced): boolean =>
  'code' in known && known.code === 'address_contradictory';

/** The gazetteer's answer, with a note that the service, which is not believed, names another country. */
function refuting(known: Place | Unplaced, found: ServicePlace, country: string): Place | Unplaced {
  const reason = `the geocoding service finds the address in ${found.country}, not in ${country}`;
  if ('code' in known) return { ...known, message: `${known.message}; ${reason}` };
  return { ...known, contradiction: known.contradiction ?? reason };
}

/**
 * The country to ask in for an address without one: the default country, or the country in which the
 * gazetteer finds it; none where city and postal code may be in several.
 */
function askedFor(address: AddressQuery, known: Place | Unplaced, defaultCountry: string | null) {
  if (defaultCountry === null) return normalAddress(address, null);
  if (!('code' in known)) return normalAddress(address, known.country);
  const isOfSeveral = known.code === 'address_ambiguous' && known.part === 'country';
  return normalAddress(address, isOfSeveral ? null : defaultCountry);
}

const countryOf = (name: string, placer: Placer): string | null =>
  name === '' ? null : placer.countryCode(name);

function isBetter(found: ServicePlace, known: Place, address: AddressQuery): boolean {
  if (PRECISIONS.indexOf(found.precision) >= PRECISIONS.indexOf(known.precision)) return false;
  // A town without its state may be another of the same name.
  const isSure = known.precision === 'postal' || (known.precision === 'city' && address.state !== '');
  return !isSure || kmBetween(found, known) <= MAX_FROM_GAZETTEER_KM;
}

const kmBetween = (one: ServicePlace, other: Place): number =>
  kmOf(haversineTo(originAt(one.lat, one.lng), other.lat, other.lng));

/**
 * A placer that uses the gazetteer alone and collects the addresses to ask a service for: those with a
 * street, and those whose town the gazetteer does not know.
 */
export function notingAddresses(placer: Placer): {
  placer: Placer;
  /** Collected addresses by `addressKey`. */
  noted: Map<string, AddressQuery>;
} {
  const noted = new Map<string, AddressQuery>();
  const noting = locatingWith(placer, (address, defaultCountry) => {
    const known = placer.geocoder.locate(address, defaultCountry);
    if (
      (address.street !== '' || 'code' in known || isTownUnknown(address, known)) &&
      !isContradictory(known)
    ) {
      const normal = askedFor(address, known, defaultCountry);
      if (normal !== null) noted.set(addressKey(normal), normal);
    }
    return known;
  });
  return { placer: noting, noted };
}

/**
 * Tells whether a row that names a town lies in the middle of its province, as the gazetteer does not know
 * the town.
 */
const isTownUnknown = ({ city }: AddressQuery, known: Place): boolean =>
  city !== '' && known.precision === 'state' && known.contradiction !== null;

const locatingWith = (placer: Placer, locate: Placer['geocoder']['locate']): Placer => ({
  geocoder: { locate },
  get regions() {
    return placer.regions;
  },
  get areas() {
    return placer.areas;
  },
  countryCode: (country) => placer.countryCode(country),
  pointOf: (regionSource) => placer.pointOf(regionSource),
});
