import type { AddressQuery, Precision, Unplaced } from '../../geo/gazetteer/place.js';
import type { Placer } from '../../geo/placer.js';
import { isPostal, isRegion, type RegionType } from '../../geo/regions/region-type.js';
import { isCircle } from '../../schema/marker.js';

/** By what a marker was placed: its own coordinates, or how much of its address. */
export type PlacedBy = 'coordinates' | Precision;

/** Where a marker lies, and as what. */
export interface Placement {
  /** Never a region without its area: that is a pin (specification §2.2). */
  readonly type: string;
  /** Degrees. */
  readonly lat: number;
  readonly lng: number;
  readonly by: PlacedBy;
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
 * Places one marker: its own coordinates before its address (decision 39), then its area, if its type has one. A postal area that is
 * known where its address is not places its marker, too.
 * @param wanted marker type
 * @param at NaN where it has no coordinates
 * @param defaultCountry of addresses without one
 */
export function placeMarker(
  wanted: string,
  at: { lat: number; lng: number },
  address: AddressQuery,
  defaultCountry: string | null,
  placer: Placer,
): Placement | Unplaced {
  let { lat, lng } = at;
  let by: PlacedBy = 'coordinates';
  let contradiction: string | null = null;
  let byService = false;
  let unplaced: Unplaced | null = null;
  const otherCountry = defaultCountry ?? (isRegion(wanted) ? (COUNTRY_OF[wanted] ?? null) : null);
  if (Number.isNaN(lat) || Number.isNaN(lng)) {
    const place = placer.geocoder.locate(address, otherCountry);
    if ('code' in place) unplaced = place;
    else ({ lat, lng, precision: by, contradiction, byService = false } = place);
  }
  if (!isRegion(wanted) || (unplaced !== null && !isPostal(wanted))) {
    const type = isCircle(wanted) ? wanted : 'pin';
    return unplaced ?? { type, lat, lng, by, regionSource: null, contradiction, byService };
  }
  const { zip } = address;
  const country = address.country || (otherCountry ?? '');
  // The middle of a state says nothing of the county.
  const isVague = by === 'state' && wanted === 'us_county';
  const regionSource = isVague ? null : placer.regions.find(wanted, { lat, lng, zip, country });
  if (unplaced !== null) {
    const point = regionSource === null ? null : placer.pointOf(regionSource);
    return point === null
      ? unplaced
      : { type: wanted, ...point, by: 'postal', regionSource, contradiction: null, byService };
  }
  return {
    type: regionSource === null ? 'pin' : wanted,
    lat,
    lng,
    by,
    regionSource,
    contradiction,
    byService,
  };
}
