/**
 * Marker types whose area is a region of a data set. Postal types are found by `address.zip`, the others by
 * the point.
 */
export const POSTAL_TYPES = ['us_zip', 'ca_fsa', 'uk_postcode', 'au_postcode', 'de_postcode'] as const;
const POINT_TYPES = ['us_county', 'us_state', 'au_state', 'country'] as const;
export const REGION_TYPES = [...POSTAL_TYPES, ...POINT_TYPES] as const;

export type PostalType = (typeof POSTAL_TYPES)[number];
export type RegionType = (typeof REGION_TYPES)[number];

const regionTypes: ReadonlySet<string> = new Set(REGION_TYPES);
const postalTypes: ReadonlySet<string> = new Set(POSTAL_TYPES);

export const isRegion = (type: string): type is RegionType => regionTypes.has(type);
export const isPostal = (type: string): type is PostalType => postalTypes.has(type);
