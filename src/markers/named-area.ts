import type { AddressQuery } from '../geo/gazetteer/place.js';
import type { Placer } from '../geo/placer.js';
import { countyIn, isInState, type NamedArea, type UnnamedArea } from '../geo/regions/area-finder.js';
import { mayLieIn } from '../geo/regions/region-finder.js';
import type { RegionType } from '../geo/regions/region-type.js';

/** Address of a marker, and what may name its area: all that tells its place besides coordinates. */
export interface MarkerAddress extends AddressQuery {
  /** A list of counties may name them here alone. */
  readonly name?: string;
  /** FIPS, ISO or postal code of its area. */
  readonly regionCode?: string;
}

/** The area that a marker names by a code, or as a county of the US by its name; null when it names none. */
export function areaNamed(
  wanted: RegionType,
  address: MarkerAddress,
  placer: Pick<Placer, 'areas' | 'countryCode'>,
): NamedArea | UnnamedArea | null {
  const { regionCode = '', state } = address;
  if (regionCode !== '') return placer.areas.byCode(wanted, regionCode, state);
  if (wanted !== 'us_county') return null;
  const county = countyOf(address);
  if (county === '') return null;
  const country = address.country === '' ? null : placer.countryCode(address.country);
  return country !== null && !mayLieIn(wanted, country) ? null : placer.areas.byCounty({ county, state });
}

/** Tells whether a marker has an address finer than its state, and other than the county that it names. */
export const hasAddress = ({ city, street, zip }: MarkerAddress): boolean =>
  [city, street, zip].some((part) => part !== '' && countyIn(part) === '');

/**
 * Lists of counties have them in a column of counties; else in that of towns, of whole addresses or of names.
 */
function countyOf(address: MarkerAddress): string {
  const { county, city, street, zip, state, name = '' } = address;
  if (county !== '') return county;
  for (const part of [city, street]) if (countyIn(part) !== '') return part;
  if (city + street + zip !== '') return '';
  return countyIn(name) || (state === '' && isInState(name) ? name : '');
}
