import { areasNamed } from './area-evidence.js';
import { type Gazetteer, kmBetween } from './gazetteer.js';
import { nameKey } from './name-key.js';
import type { Name } from './request.js';

/** All of Luxembourg and Singapore lies within this distance of the town; Panama and Djibouti are larger. */
const CITY_STATE_KM = 70;

/**
 * Tells whether all places of a town's country lie around the town, so that their common name means the town.
 */
export function isCityState(gazetteer: Gazetteer, town: number): boolean {
  const { places } = gazetteer;
  const country = places.country[town]!;
  // In a large country one of the first places is already too far.
  for (let place = gazetteer.firstPlaceOf(country); places.country[place] === country; place++)
    if (kmBetween(places, place, places, town) > CITY_STATE_KM) return false;
  return true;
}

/**
 * Tells whether a state of the name is its city, which has at least half of its inhabitants: Seoul and
 * Istanbul are, New York is not.
 */
export function isMetropolis(gazetteer: Gazetteer, name: Name): boolean {
  const { areas, places } = gazetteer;
  return areasNamed(gazetteer, name, -1).some((area) => {
    const centre = gazetteer.centreOf(area);
    if (centre < 0 || nameKey(places.name(centre)) !== name.key) return false;
    return 2 * places.population[centre]! >= areas.population[area]!;
  });
}
