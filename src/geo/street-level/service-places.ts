import type { AddressQuery, Place, Precision, Unplaced } from '../gazetteer/place.js';
import { haversineTo, kmOf, originAt } from '../nearby/great-circle.js';
import type { Placer } from '../placer.js';
import { addressKey, normalAddress } from './normal-address.js';
import { isSameCountry } from './same-country.js';

/** Where a geocoding service says that an address is. */
export interface ServicePlace {
  /** Degrees, at most 6 decimals. */
  readonly lat: number;
  readonly lng: number;
  readonly precision: Precision;
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country: string;
}

/** Normal address (`addressKey`) -> what a geocoding service knows of it. Others are the gazetteer's. */
export type ServicePlaces = ReadonlyMap<string, ServicePlace>;

/** From fine to coarse. */
const PRECISIONS: readonly Precision[] = ['street', 'postal', 'city', 'state'];
/**
 * A service that finds a street of this name so far from the address's own ZIP or town has found another one: free-text searches always
 * find something.
 */
const MAX_FROM_GAZETTEER_KM = 100;

/** Prefers what a service knows to the gazetteer, where it is more exact and does not contradict it. */
export function withServicePlaces(placer: Placer, places: ServicePlaces): Placer {
  return locatingWith(placer, (address, defaultCountry) => {
    const known = placer.geocoder.locate(address, defaultCountry);
    if (isContradictory(known)) return known;
    const normal = askedFor(address, known, defaultCountry);
    const found = normal === null ? undefined : places.get(addressKey(normal));
    if (found === undefined) return known;
    // What the gazetteer reads as the row's country, as "Dover, DE" is in Delaware, counts before what the row calls it.
    const country = 'code' in known ? countryOf(normal!.country, placer) : known.country;
    if (country !== null && !isSameCountry(country, found.country)) return refuting(known, found, country);
    if ('code' in known) {
      // A town that neither knows is not in the middle of its state.
      return found.precision === 'state' ? known : { ...found, contradiction: null, byService: true };
    }
    return isBetter(found, known, address)
      ? { ...known, ...found, country: known.country, byService: true }
      : known;
  });
}

/** A service would find one of its two towns. */
const isContradictory = (known: Place | Unplaced): boolean =>
  'code' in known && known.code === 'address_contradictory';

/** What the gazetteer says, and that the service, which is not believed, says another country. */
function refuting(known: Place | Unplaced, found: ServicePlace, country: string): Place | Unplaced {
  const reason = `the geocoding service finds the address in ${found.country}, not in ${country}`;
  if ('code' in known) return { ...known, message: `${known.message}; ${reason}` };
  return { ...known, contradiction: known.contradiction ?? reason };
}

/**
 * Of an address without a country the default one, or that in which the gazetteer finds it instead; none where its city and postal code
 * may be in several.
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
  // A town without its state may be another of that name.
  const isSure = known.precision === 'postal' || (known.precision === 'city' && address.state !== '');
  return !isSure || kmBetween(found, known) <= MAX_FROM_GAZETTEER_KM;
}

const kmBetween = (one: ServicePlace, other: Place): number =>
  kmOf(haversineTo(originAt(one.lat, one.lng), other.lat, other.lng));

/**
 * Places by the gazetteer alone, and notes which addresses a service is to be asked for: those with a street, and those that the
 * gazetteer does not know.
 */
export function notingAddresses(placer: Placer): {
  placer: Placer;
  /** By `addressKey`. */
  noted: Map<string, AddressQuery>;
} {
  const noted = new Map<string, AddressQuery>();
  const noting = locatingWith(placer, (address, defaultCountry) => {
    const known = placer.geocoder.locate(address, defaultCountry);
    if ((address.street !== '' || 'code' in known) && !isContradictory(known)) {
      const normal = askedFor(address, known, defaultCountry);
      if (normal !== null) noted.set(addressKey(normal), normal);
    }
    return known;
  });
  return { placer: noting, noted };
}

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
