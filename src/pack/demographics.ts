import { readFileSync } from 'node:fs';
import type { GeodataPart } from './part.js';
import { sourceFile } from './sources.js';

/** Key, level and region code to value, as in `demographics.json`. */
export type EmbeddedValues = Record<string, Record<string, Record<string, string>>>;

/** Names in gapminder that country-json, which has the codes, spells differently. */
const GAPMINDER_CODES: Readonly<Record<string, string>> = {
  'Congo, Dem. Rep.': 'CD',
  'Congo, Rep.': 'CG',
  "Cote d'Ivoire": 'CI',
  Fiji: 'FJ',
  'Kyrgyz Republic': 'KG',
  Lao: 'LA',
  'Macedonia, FYR': 'MK',
  'Micronesia, Fed. Sts.': 'FM',
  'Slovak Republic': 'SK',
  'St. Lucia': 'LC',
  'St. Vincent and the Grenadines': 'VC',
  Swaziland: 'SZ',
  'West Bank and Gaza': 'PS',
};
/**
 * Spellings that country-json's list of codes lacks. England, Scotland and Wales have no code in ISO 3166-1.
 */
const COUNTRY_JSON_CODES: Readonly<Record<string, string>> = {
  'Cabo Verde': 'CV',
  'The Democratic Republic of the Congo': 'CD',
  'Federated States of Micronesia': 'FM',
  Taiwan: 'TW',
  'British Virgin Islands': 'VG',
  'U.S. Virgin Islands': 'VI',
};

const COUNTRIES = 'country-json.json';

function countryJson<T>(subject: string): ({ country: string } & T)[] {
  return JSON.parse(readFileSync(sourceFile(COUNTRIES), 'utf8'))[subject];
}

const INCOMES = 'gapminder-health-income.csv';
const STATES = 'population_engineers_hurricanes.csv';
const COUNTIES = 'unemployment.tsv';

const lines = (file: string): string[] =>
  readFileSync(sourceFile(file), 'utf8').trimEnd().split(/\r?\n/).slice(1);

/** At most two decimals. */
const rounded = (value: number): string => String(Math.round(value * 100) / 100);

/** For two names of one code the first counts; entries without a value are left out. */
function byCode(entries: Iterable<readonly [code: string | undefined, value: number | null]>) {
  const values: Record<string, string> = {};
  for (const [code, value] of entries) {
    if (code !== undefined && value !== null && Number.isFinite(value)) values[code] ??= rounded(value);
  }
  return Object.fromEntries(Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1)));
}

const fips = (id: string | undefined, digits: number): string => (id ?? '').padStart(digits, '0');

/** Counties that were given another name, and with it another code, since 2009. */
const RENAMED_COUNTIES: Readonly<Record<string, string>> = {
  // Wade Hampton, Alaska: Kusilvak since 2015.
  '02270': '02158',
  // Shannon County, South Dakota: Oglala Lakota since 2015.
  '46113': '46102',
};

function countyCode(id: string | undefined): string {
  const code = fips(id, 5);
  return RENAMED_COUNTIES[code] ?? code;
}

/** Values of the embedded fields (`src/world/demographics/embedded-fields.ts`). */
function embeddedValues(): EmbeddedValues {
  const codes = new Map(
    countryJson<{ abbreviation: string }>('abbreviation').map(({ country, abbreviation }) => [
      country,
      abbreviation,
    ]),
  );
  const codeOf = (country: string): string | undefined => codes.get(country) ?? COUNTRY_JSON_CODES[country];
  // Only quoted names contain commas.
  const gapminder = lines(INCOMES).map((line) => {
    const [, country = '', income, health] = /^"?(.+?)"?,([\d.]+),([\d.]+),\d+,\w+$/.exec(line) ?? [];
    return {
      code: codes.get(country) ?? GAPMINDER_CODES[country],
      income: Number(income),
      health: Number(health),
    };
  });
  const states = lines(STATES).map((line) => line.split(','));
  const counties = lines(COUNTIES).map((line) => line.split('\t'));
  return {
    population: {
      us_state: byCode(states.map(([, id, population]) => [fips(id, 2), Number(population)])),
      country: byCode(
        countryJson<{ population: number | null }>('population').map((row) => [
          codeOf(row.country),
          row.population,
        ]),
      ),
    },
    population_density_per_km2: {
      country: byCode(
        countryJson<{ density: number | null }>('population-density').map((row) => [
          codeOf(row.country),
          row.density,
        ]),
      ),
    },
    area_km2: {
      country: byCode(
        countryJson<{ area: number | null }>('surface-area').map((row) => [codeOf(row.country), row.area]),
      ),
    },
    life_expectancy_years: { country: byCode(gapminder.map(({ code, health }) => [code, health])) },
    income_per_person_intl: { country: byCode(gapminder.map(({ code, income }) => [code, income])) },
    unemployment_rate_2009: {
      us_county: byCode(counties.map(([id, rate]) => [countyCode(id), 100 * Number(rate)])),
    },
  };
}

export const demographics: GeodataPart = {
  file: 'demographics.json',
  module: import.meta.url,
  packages: [],
  sources: [COUNTRIES, INCOMES, STATES, COUNTIES],
  build: () => Buffer.from(JSON.stringify(embeddedValues())),
};
