import { isRegion, type RegionType } from '../../geo/regions/region-type.js';
import { REGION_CODE } from '../../schema/import-fields.js';
import type { ColumnMapping } from '../../schema/job.js';

/**
 * Headers of columns with codes of a type's areas, without case, blanks and punctuation, the surest first.
 */
const HEADERS: Readonly<Partial<Record<RegionType, string>>> = {
  us_county:
    'geoid geoid10 geoid20 fips fipscode countyfips countyfipscode fipscounty fipsstco stcofips statecountyfips countygeoid geofips countycode countyfp countyid countynumber',
  us_state:
    'geoid geoid10 geoid20 fips fipscode statefips statefipscode statefp statefp10 statefp20 geofips statecode stateabbreviation stateabbr stateabbrev statepostal stateid usps iso31662 isocode',
  country:
    'iso isocode iso2 iso3 isoa2 isoa3 isoa2eh iso31661 iso31661alpha2 iso31661alpha3 iso31661numeric alpha2 alpha3 alpha2code alpha3code isoalpha2 isoalpha3 isonumeric ison3 countrycode countryiso countryiso2 countryiso3 isocountry isocountrycode countryisocode cca2 cca3 ccn3',
  au_state: 'stecode stecode16 stecode21 statecode stateabbreviation stateabbr iso31662 isocode',
  us_zip: 'zcta zcta5 zcta5ce10 zcta5ce20 geoid geoid10 geoid20',
  ca_fsa: 'fsa fsacode cfsauid forwardsortationarea',
  uk_postcode: 'postcodedistrict postcodearea outcode outwardcode outward postaldistrict',
  au_postcode: 'poa poacode poacode16 poacode21',
};
/** A county's number of three digits needs its state's. */
const STATE_OF_COUNTY = 'statefips statefipscode statefp statecode stateid';

const keyOf = (header: string): string => header.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

function firstNamed(open: readonly ColumnMapping[], headers: string): ColumnMapping | undefined {
  for (const key of headers.split(' ')) {
    const found = open.find(({ header }) => keyOf(header) === key);
    if (found) return found;
  }
  return undefined;
}

/**
 * Finds the column with the codes of areas among those that nothing has decided, by its header: of imports
 * whose marker type has areas with such codes. Elsewhere FIPS or ISO are custom fields like others.
 */
export function findRegionCodes(mapping: readonly ColumnMapping[], markerType: string): ColumnMapping[] {
  const taken = new Set(mapping.map(({ field }) => field));
  const headers = isRegion(markerType) ? HEADERS[markerType] : undefined;
  const open = mapping.filter(({ how }) => how === 'custom');
  const codes = headers === undefined || taken.has(REGION_CODE) ? undefined : firstNamed(open, headers);
  if (!codes) return [...mapping];
  const state =
    markerType === 'us_county' && !taken.has('state') ? firstNamed(open, STATE_OF_COUNTY) : undefined;
  const why = `header names codes of ${markerType} areas`;
  return mapping.map((column): ColumnMapping => {
    if (column === codes) return { ...column, field: REGION_CODE, how: 'pattern', confidence: 0.95, why };
    return column === state ? { ...column, field: 'state', how: 'pattern', confidence: 0.9, why } : column;
  });
}
