import { type Gazetteer, kmBetween } from './gazetteer.js';

/** All of Luxembourg and Singapore lies within this distance of the town; Panama and Djibouti are larger. */
const CITY_STATE_KM = 70;

/** Whether all places of a town's country lie around the town, so that their common name means the town. */
export function isCityState(gazetteer: Gazetteer, town: number): boolean {
  const { places } = gazetteer;
  const country = places.country[town]!;
  // In a large country one of the first places is already too far.
  for (let place = gazetteer.firstPlaceOf(country); places.country[place] === country; place++)
    if (kmBetween(places, place, places, town) > CITY_STATE_KM) return false;
  return true;
}
