import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { AddressQuery, Place } from '../../src/geo/gazetteer/place.js';
import { csvLine } from '../csv-line.js';
import { CATEGORIES, createRandom } from '../seeded-csv.js';
import type { Locate } from './accuracy.js';

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
export async function writePlacedRows(
  path: string,
  rows: readonly PlacedRow[],
  { coordinates, jitterDegrees = 0 }: { coordinates: boolean; jitterDegrees?: number },
): Promise<void> {
  await pipeline(Readable.from(linesOf(rows, coordinates, jitterDegrees)), createWriteStream(path));
}

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
