import type { AddressParts, Place, Precision, Unplaced } from '../geo/gazetteer/place.js';
import type { Placer } from '../geo/placer.js';
import type { Namesake, UnnamedArea } from '../geo/regions/area-finder.js';
import { mayLieIn } from '../geo/regions/region-finder.js';
import { isPostal, isRegion, type RegionType } from '../geo/regions/region-type.js';
import { isCircle } from '../schema/marker-terms.js';
import { areaNamed, hasAddress, type MarkerAddress } from './named-area.js';

/**
 * By what a marker was placed: its own coordinates, or how much of its address; `area`: the code or name of
 * its area; by `country` only areas of countries are.
 */
export type PlacedBy = 'coordinates' | Precision | 'area' | 'country';

/** Where a marker lies, and as what. */
export interface Placement {
  /** Never a region without its area: that is a pin (docs/decisions.md#places). */
  readonly type: string;
  /** Degrees. */
  readonly lat: number;
  readonly lng: number;
  readonly by: PlacedBy;
  /** ISO 3166-1 alpha-2 of where its address was found; null: it was not looked for, or its area counted. */
  readonly country: string | null;
  /** Data set and code of the area (docs/decisions.md#places). */
  readonly regionSource: string | null;
  /**
   * Contradiction within the address, or between the area that it names and the place, for people; null: none
   * was found.
   */
  readonly contradiction: string | null;
  /** A geocoding service knew its address. */
  readonly byService: boolean;
  /** The county that it names has one; absent: it names none, or by its code. */
  readonly namesake?: Namesake;
  /** See `Place`. */
  readonly parts?: AddressParts;
}

/**
 * Country that the type of an area says, for addresses that say none: a us_zip of 94103 is no French town.
 */
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
 * Places one marker: its own coordinates before its address (docs/decisions.md#places), then its area, if its
 * type has one. An area that its row names, or that is known where the address is not, places its marker,
 * too.
 * @param wanted marker type
 * @param at NaN where it has no coordinates
 * @param address '' for its country where it names none
 * @param defaultCountry of addresses without one, unless what else they say is of another
 */
export function placeMarker(
  wanted: string,
  at: { lat: number; lng: number },
  address: MarkerAddress,
  defaultCountry: string | null,
  placer: Placer,
): Placement | Unplaced | UnnamedArea {
  if (!isRegion(wanted)) {
    const place = isNowhere(at) ? placer.geocoder.locate(address, defaultCountry) : null;
    return place !== null && 'code' in place
      ? place
      : placementAt(at, place, isCircle(wanted) ? wanted : 'pin', null);
  }
  const named = areaNamed(wanted, address, placer);
  const otherCountry = defaultCountry ?? COUNTRY_OF[wanted] ?? null;
  if (!isNowhere(at)) return besides(named, placeByPoint(wanted, at, null, address, otherCountry, placer));
  if (named !== null && !('code' in named)) {
    const placed = placeInNamed(wanted, named.regionSource, address, otherCountry, placer);
    return named.namesake === undefined ? placed : { ...placed, namesake: named.namesake };
  }
  if (named !== null && (named.part === 'region_code' || !hasAddress(address))) return named;
  const place = placer.geocoder.locate(address, otherCountry);
  if ('code' in place) {
    // Its city is in one country and its postal code in another: an area would believe the code.
    if (place.code === 'address_ambiguous' && place.part === 'country') return place;
    if (place.code === 'address_contradictory') return place;
    return placeInArea(wanted, address.zip, address.country || (otherCountry ?? ''), placer) ?? place;
  }
  return besides(named, placeByPoint(wanted, at, place, address, otherCountry, placer));
}

const isNowhere = ({ lat, lng }: { lat: number; lng: number }): boolean =>
  Number.isNaN(lat) || Number.isNaN(lng);

/** A placement that does not follow what the row calls its area says so. */
function besides(named: ReturnType<typeof areaNamed>, placed: Placement): Placement {
  if (named === null || placed.contradiction !== null) return placed;
  if (!('code' in named)) {
    if (named.regionSource === placed.regionSource) return placed;
    return { ...placed, contradiction: `${codeIn(named.regionSource)} is not the area of its coordinates` };
  }
  // One of several of a name is settled by the point.
  const isSettled = named.code === 'address_ambiguous' && placed.regionSource !== null;
  return isSettled ? placed : { ...placed, contradiction: named.message };
}

/** The code of an area within its data set. */
export const codeIn = (regionSource: string): string => regionSource.slice(regionSource.lastIndexOf('/') + 1);

/** @param place of its address; null: `at` counts */
function placeByPoint(
  wanted: RegionType,
  at: { lat: number; lng: number },
  place: Place | null,
  address: MarkerAddress,
  otherCountry: string | null,
  placer: Placer,
): Placement {
  const country = address.country || (place?.country ?? otherCountry ?? '');
  // The middle of a state says nothing of the county; what was found in Mexico is in no county, though
  // simplified borders say so.
  const hasNone =
    place !== null &&
    ((place.precision === 'state' && wanted === 'us_county') ||
      (!isPostal(wanted) && !mayLieIn(wanted, place.country)));
  const { lat, lng } = place ?? at;
  const countryCode = placer.countryCode(address.country) ?? '';
  const { zip } = address;
  const regionSource = hasNone ? null : placer.regions.find(wanted, { lat, lng, zip, country, countryCode });
  return placementAt(at, place, regionSource === null ? 'pin' : wanted, regionSource);
}

/** Places a row in the area that it names: at its address where that lies in it, else somewhere in it. */
function placeInNamed(
  wanted: RegionType,
  regionSource: string,
  address: MarkerAddress,
  otherCountry: string | null,
  placer: Placer,
): Placement {
  const code = codeIn(regionSource);
  const given = isPostal(wanted) ? { ...address, zip: address.zip || code } : address;
  let contradiction: string | null = null;
  if (isPostal(wanted) || hasAddress(given)) {
    const place = placer.geocoder.locate(given, otherCountry);
    if ('code' in place && place.code === 'address_contradictory') contradiction = place.message;
    const isPlaced = !('code' in place) && place.precision !== 'state';
    const placed = isPlaced ? placeByPoint(wanted, NOWHERE, place, given, otherCountry, placer) : null;
    if (placed?.regionSource === regionSource) return placed;
    if (placed !== null) contradiction = `the address is not in ${placer.areas.nameOf(wanted, code)}`;
  }
  const point = placer.pointOf(regionSource);
  if (point === null) throw new Error(`the area ${regionSource} has no point`);
  return { type: wanted, ...point, by: 'area', country: null, regionSource, contradiction, byService: false };
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
  ...(place?.parts && { parts: place.parts }),
});

const NOWHERE = { lat: Number.NaN, lng: Number.NaN };

/** Somewhere in an area that a postal code or the name of a country is enough for; null: there is none. */
function placeInArea(wanted: RegionType, zip: string, country: string, placer: Placer): Placement | null {
  let regionSource: string | null = null;
  if (isPostal(wanted)) {
    regionSource = placer.regions.find(wanted, { ...NOWHERE, zip, country });
  } else if (wanted === 'country' && country !== '') {
    const code = placer.countryCode(country);
    if (code !== null) regionSource = placer.regions.sourceOf(wanted, code);
  }
  const point = regionSource === null ? null : placer.pointOf(regionSource);
  if (point === null) return null;
  const by = isPostal(wanted) ? 'postal' : 'country';
  return { type: wanted, ...point, by, country: null, regionSource, contradiction: null, byService: false };
}
