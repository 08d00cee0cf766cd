import type { RegionType } from '../../geo/regions/region-type.js';
import { OPEN_STREET_MAP } from '../../schema/attributions.js';

/** Bounding box of a country in degrees; countries on both sides of the antimeridian have two. */
export type CountryBox = readonly [west: number, south: number, east: number, north: number];

/** Typical contents of files of a region type. */
export interface TypeOfFile {
  /** Name of one area, for messages. */
  readonly area: string;
  /** Form of stored codes; `digits` is their length where files have them as numbers. */
  readonly code: RegExp;
  readonly digits?: number;
  /**
   * Names of properties that hold the code, the surest first, compared without case. `id` in last place also
   * stands for the feature's own id.
   */
  readonly properties: readonly RegExp[];
  /** null: the whole world. */
  readonly boxes: readonly CountryBox[] | null;
  readonly country: string;
}

const US: Pick<TypeOfFile, 'boxes' | 'country'> = {
  country: 'the United States',
  // Samoa and Hawaii to Puerto Rico; Guam and the western Aleutians.
  boxes: [
    [-180, -15, -64, 72],
    [144, 13, 180, 56],
  ],
};
const AU: Pick<TypeOfFile, 'boxes' | 'country'> = { country: 'Australia', boxes: [[96, -56, 169, -8]] };

export const TYPES: Readonly<Record<RegionType, TypeOfFile>> = {
  us_zip: {
    ...US,
    area: 'ZIP code',
    code: /^\d{5}$/,
    digits: 5,
    properties: [
      /^zcta5(ce)?\d*$/,
      /^geoid\d*$/,
      /^zip_?(code)?\d*$/,
      /^post(al)?_?code$/,
      /^name\d*$/,
      /^id$/,
    ],
  },
  us_county: {
    ...US,
    area: 'county (FIPS)',
    code: /^\d{5}$/,
    digits: 5,
    properties: [/^geoid\d*$/, /^fips\w*$/, /^countyfips$/, /^geo_id$/, /^id$/],
  },
  us_state: {
    ...US,
    area: 'state (FIPS)',
    code: /^\d{2}$/,
    digits: 2,
    properties: [/^statefp\d*$/, /^geoid\d*$/, /^fips\w*$/, /^state_?code$/, /^id$/],
  },
  ca_fsa: {
    area: 'forward sortation area',
    code: /^[A-Z]\d[A-Z]$/,
    properties: [/^cfsauid\d*$/, /^fsa(_?code)?$/, /^post(al)?_?code$/, /^name$/, /^id$/],
    country: 'Canada',
    boxes: [[-142, 41, -52, 84]],
  },
  uk_postcode: {
    area: 'outward postcode',
    code: /^[A-Z]{1,2}(\d[A-Z\d]?)?$/,
    properties: [
      /^postdist(rict)?$/,
      /^pc_?(area|dist)\w*$/,
      /^outcode$/,
      /^post(al)?_?code$/,
      /^pcd?\d?$/,
      /^name$/,
      /^id$/,
    ],
    country: 'the United Kingdom',
    boxes: [[-9, 49, 2.2, 61.5]],
  },
  au_postcode: {
    ...AU,
    area: 'postcode',
    code: /^\d{4}$/,
    digits: 4,
    properties: [/^poa_code_?\d*$/, /^poa_name_?\d*$/, /^post(al)?_?code$/, /^name$/, /^id$/],
  },
  de_postcode: {
    area: 'Postleitzahl',
    code: /^\d{5}$/,
    digits: 5,
    properties: [/^plz(_?code)?\d*$/, /^post(al)?_?code$/, /^zip_?(code)?$/, /^name$/, /^id$/],
    country: 'Germany',
    boxes: [[5.8, 47.2, 15.1, 55.1]],
  },
  au_state: {
    ...AU,
    area: 'state',
    code: /^(NSW|VIC|QLD|SA|WA|TAS|NT|ACT|OT)$/,
    properties: [
      /^ste?_?(iso|abbr?ev?|abb)\w*$/,
      /^ste_code_?\d*$/,
      /^ste_name_?\d*$/,
      /^state(_?(name|code))?$/,
      /^name$/,
      /^id$/,
    ],
  },
  country: {
    area: 'country (ISO 3166-1 alpha-2)',
    code: /^[A-Z]{2}$/,
    properties: [/^iso_a2_eh$/, /^iso_?a2$/, /^iso_?3166_?1(_?alpha_?2)?$/, /^iso2$/, /^cntr_id$/, /^id$/],
    country: 'the world',
    boxes: null,
  },
};

/** Properties that identify one type: a file of counties also has five digits in GEOID. */
export const SIGNS: readonly (readonly [property: RegExp, type: RegionType])[] = [
  [/^zcta5ce\d*$/, 'us_zip'],
  [/^county(fp|ns)\d*$/, 'us_county'],
  [/^cfsauid\d*$/, 'ca_fsa'],
  [/^poa_(code|name)_?\d*$/, 'au_postcode'],
  [/^plz(_?code)?$/, 'de_postcode'],
];

/** Data sets by a property that only their files have. */
const PUBLISHERS: readonly (readonly [property: RegExp, dataset: string])[] = [
  [/^(zcta5ce|geoid|statefp|countyfp)\d*$/, 'census'],
  [/^cfsauid\d*$/, 'statcan'],
  [/^(poa|ste)_(code|name)_?\d*$/, 'abs'],
  [/^plz(_?code)?\d*$/, 'osm'],
  [/^iso_a2(_eh)?$/, 'natural-earth'],
];

/** First member of `region_source`, unless the operator names one. */
export const datasetOf = (property: string): string =>
  PUBLISHERS.find(([name]) => name.test(property.toLowerCase()))?.[1] ?? 'custom';

export interface Publisher {
  readonly credit: string;
  readonly licence: string;
  readonly url: string;
}

/** Credit of a data set, unless the operator names one. */
export const PUBLISHER_OF: Readonly<Record<string, Publisher>> = {
  census: { credit: 'U.S. Census Bureau', licence: 'public domain', url: 'https://www.census.gov/' },
  statcan: {
    credit: 'Statistics Canada',
    licence: 'Statistics Canada Open Licence',
    url: 'https://www.statcan.gc.ca/',
  },
  abs: { credit: 'Australian Bureau of Statistics', licence: 'CC-BY-4.0', url: 'https://www.abs.gov.au/' },
  osm: OPEN_STREET_MAP,
  'natural-earth': {
    credit: 'Natural Earth',
    licence: 'public domain',
    url: 'https://www.naturalearthdata.com/',
  },
};
