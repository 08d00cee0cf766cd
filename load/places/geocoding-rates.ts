import type { AddressQuery } from '../../src/geo/gazetteer/place.js';
import { createRandom } from '../seeded-csv.js';
import { roundsOr, scaled } from '../size.js';
import { median, report } from '../table.js';
import type { Locate } from './accuracy.js';
import { cityQueries, zipQueries } from './address-rows.js';

const ROWS = 300_000;
const ROUNDS = 5;

/** Rows a second that one thread geocodes, in alternating rounds over distinct rows. */
export function benchGeocodingRates(locate: Locate): void {
  const rows = scaled(ROWS);
  const rounds = roundsOr(ROUNDS);
  const kinds = [
    { name: 'by ZIP', queries: zipQueries(createRandom(3), rows) },
    { name: 'by city, as people spell it', queries: cityQueries(createRandom(5), rows) },
  ].map((kind) => ({ ...kind, rates: [] as number[], placed: 0 }));
  for (const { queries } of kinds) geocode(locate, queries); // compiles
  for (let round = 0; round < rounds; round++) {
    for (const kind of kinds) {
      const { placed, seconds } = geocode(locate, kind.queries);
      kind.rates.push(rows / seconds);
      kind.placed = placed / rows;
    }
  }
  report(
    `places: ${rows.toLocaleString('en')} distinct rows geocoded by one thread, medians of ${rounds} rounds`,
    kinds.flatMap(({ name, rates, placed }) => [
      { name, value: median(rates), unit: 'rows/s (goal 300,000)' },
      { name: 'of these placed', value: placed * 100, unit: '%' },
    ]),
  );
}

function geocode(locate: Locate, queries: readonly AddressQuery[]): { placed: number; seconds: number } {
  const begin = performance.now();
  let placed = 0;
  for (const query of queries) if (!('code' in locate(query, null))) placed++;
  return { placed, seconds: (performance.now() - begin) / 1000 };
}
