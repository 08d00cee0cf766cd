import { type Gazetteer, kmBetween } from './gazetteer.js';

/** All of Luxembourg and Singapore lies as near to its town; Panama and Djibouti are larger. */
const CITY_STATE_KM = 70;

/** Whether all places of a town's country lie around the town, so that the name of both means it. */
export function isCityState(gazetteer: Gazetteer, town: number): boolean {
  const { places } = gazetteer;
  const country = places.country[town]!;
  // Of a large country one of the first is too far.
  for (let place = gazetteer.firstPlaceOf(country); places.country[place] === country; place++)
    if (kmBetween(places, place, places, town) > CITY_STATE_KM) return false;
  return true;
}
