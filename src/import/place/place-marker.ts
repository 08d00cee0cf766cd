import type { AddressQuery, Place, Precision, Unplaced } from '../../geo/gazetteer/place.js';
import type { Placer } from '../../geo/placer.js';
import { isPostal, isRegion, type RegionType } from '../../geo/regions/region-type.js';
import { isCircle } from '../../schema/marker-terms.js';

/** By what a marker was placed: its own coordinates, or how much of its address; by `country` only areas of countries are. */
export type PlacedBy = 'coordinates' | Precision | 'country';

/** Where a marker lies, and as what. */
export interface Placement {
  /** Never a region without its area: that is a pin (specification §2.2). */
  readonly type: string;
  /** Degrees. */
  readonly lat: number;
  readonly lng: number;
  readonly by: PlacedBy;
  /** ISO 3166-1 alpha-2 of where its address was found; null: it was not looked for, or its area counted. */
  readonly country: string | null;
  /** Data set and code of the area (decision 24). */
  readonly regionSource: string | null;
  /** What parts of the address contradict each other; null: none, or the coordinates counted. */
  readonly contradiction: string | null;
  /** A geocoding service knew its address. */
  readonly byService: boolean;
}

/** Country that the type of an area says, for addresses that say none: a us_zip of 94103 is no French town. */
const COUNTRY_OF: Readonly<Partial<Record<RegionType, string>>> = {
  us_zip: 'US',
  us_county: 'US',
  us_state: 'US',
  ca_fsa: 'CA',
  uk_postcode: 'GB',
  au_postcode: 'AU',
  au_state: 'AU',
  de_postcode: 'DE',
};

/**
 * Places one marker: its own coordinates before its address (decision 39), then its area, if its type has one. An area that is known
 * where the address is not places its marker, too.
 * @param wanted marker type
 * @param at NaN where it has no coordinates
 * @param address '' for its country where it names none
 * @param defaultCountry of addresses without one, unless what else they say is of another
 */
export function placeMarker(
  wanted: string,
  at: { lat: number; lng: number },
  address: AddressQuery,
  defaultCountry: string | null,
  placer: Placer,
): Placement | Unplaced {
  const otherCountry = defaultCountry ?? (isRegion(wanted) ? (COUNTRY_OF[wanted] ?? null) : null);
  const place =
    Number.isNaN(at.lat) || Number.isNaN(at.lng) ? placer.geocoder.locate(address, otherCountry) : null;
  const isUnplaced = place !== null && 'code' in place;
  if (!isRegion(wanted)) {
    return isUnplaced ? place : placementAt(at, place, isCircle(wanted) ? wanted : 'pin', null);
  }
  const { zip } = address;
  if (isUnplaced) {
    return placeInArea(wanted, zip, address.country || (otherCountry ?? ''), placer) ?? place;
  }
  const country = address.country || (place?.country ?? otherCountry ?? '');
  // The middle of a state says nothing of the county.
  const isVague = place?.precision === 'state' && wanted === 'us_county';
  const { lat, lng } = place ?? at;
  const regionSource = isVague ? null : placer.regions.find(wanted, { lat, lng, zip, country });
  return placementAt(at, place, regionSource === null ? 'pin' : wanted, regionSource);
}

/** @param place of its address; null: `at` counts */
const placementAt = (
  at: { lat: number; lng: number },
  place: Place | null,
  type: string,
  regionSource: string | null,
): Placement => ({
  type,
  lat: place === null ? at.lat : place.lat,
  lng: place === null ? at.lng : place.lng,
  by: place === null ? 'coordinates' : place.precision,
  country: place === null ? null : place.country,
  regionSource,
  contradiction: place === null ? null : place.contradiction,
  byService: place?.byService ?? false,
});

/** Somewhere in an area that a postal code or the name of a country is enough for; null: there is none. */
function placeInArea(wanted: RegionType, zip: string, country: string, placer: Placer): Placement | null {
  let regionSource: string | null = null;
  if (isPostal(wanted)) {
    regionSource = placer.regions.find(wanted, { lat: Number.NaN, lng: Number.NaN, zip, country });
  } else if (wanted === 'country' && country !== '') {
    const code = placer.countryCode(country);
    if (code !== null) regionSource = placer.regions.sourceOf(wanted, code);
  }
  const point = regionSource === null ? null : placer.pointOf(regionSource);
  if (point === null) return null;
  const by = isPostal(wanted) ? 'postal' : 'country';
  return { type: wanted, ...point, by, country: null, regionSource, contradiction: null, byService: false };
}
