import { kmApart } from '../nearby/great-circle.js';
import { areasNamed } from './area-evidence.js';
import type { Candidates } from './candidates.js';
import { isStreet, SEPARATOR } from './cut-address.js';
import { degrees, type Gazetteer } from './gazetteer.js';
import { quoted } from './messages.js';
import { countryKey } from './name-key.js';
import type { Place } from './place.js';
import { parseName } from './request.js';
import { mayLieWithin, usTerritory } from './territories.js';

/** Parts of a cell that are compared with the place; addresses have fewer. */
const MAX_PARTS = 8;
/** A part is a name of this length at most, in characters. */
const MAX_NAME = 60;
/** Letters of a code of a state or a country. */
const CODE = 3;
const COUNTY_KM = 250;
/** Distance within which a town may be meant. */
const NEAR_KM = 100;
/**
 * Inhabitants of a city whose quarters have names of towns abroad, and the distance within which it is meant.
 */
const CITY = 100_000;
const CITY_KM = 25;
/** Inhabitants from which a name is a town rather than a street or a house of that name. */
const TOWN = 1_000;

/**
 * Note on a town, a region or a country that stands in an address in one cell and is nowhere near its place:
 * it decided nothing. null: there is none. Streets and houses are not known, and not told.
 */
export function noteLeftOut(
  gazetteer: Gazetteer,
  candidates: Candidates,
  text: string,
  place: Place,
): string | null {
  const parts = text.split(SEPARATOR, MAX_PARTS).map((part) => part.trim());
  if (parts.length < 2) return null;
  const isCity = parts.some((part) => isCityAt(gazetteer, candidates, withoutCode(part), place));
  const leftOut = parts.find((part) => isElsewhere(gazetteer, candidates, part, place, isCity));
  return leftOut === undefined ? null : `${quoted(leftOut)} is not near the place, and decided nothing`;
}

/** A town without the postal code before or behind it. */
const withoutCode = (part: string): string =>
  part.replace(/^(?=\S*\d)\S+\s/, '').replace(/\s(?=\S*\d)\S+$/, '');

/** Tells whether a part names the large city at the place. */
function isCityAt(gazetteer: Gazetteer, candidates: Candidates, part: string, place: Place): boolean {
  const { population } = gazetteer.places;
  candidates.take(parseName(part).key, -1);
  for (let at = 0; at < candidates.count; at++) {
    const town = candidates.at(at);
    if (population[town]! >= CITY && kmToTown(gazetteer, town, place) <= CITY_KM) return true;
  }
  return false;
}

const kmToTown = ({ places }: Gazetteer, town: number, place: Place): number =>
  kmApart(place, { lat: degrees(places.lat[town]!), lng: degrees(places.lng[town]!) });

/** Tells whether a place may lie in an area: a county reaches no further than that from its main town. */
function mayHold(gazetteer: Gazetteer, area: number, place: Place): boolean {
  const centre = gazetteer.centreOf(area);
  return gazetteer.isState(area) || centre < 0 || kmToTown(gazetteer, centre, place) <= COUNTY_KM;
}

/** @param isCity the place is a large city, of which a town's name abroad may be a quarter */
function isElsewhere(
  gazetteer: Gazetteer,
  candidates: Candidates,
  part: string,
  place: Place,
  isCity: boolean,
): boolean {
  if (part.length > MAX_NAME || /\d/.test(part) || isStreet(part)) return false;
  const name = parseName(part);
  const isCode = name.key.length <= CODE;
  if (name.key === '' || usTerritory(name.key) || (isCode && part !== part.toUpperCase())) return false;
  const there = gazetteer.countryOf(place.country);
  if (areasNamed(gazetteer, name, there).some((area) => mayHold(gazetteer, area, place))) return false;
  const country = gazetteer.countryNames.first(countryKey(part));
  if (country >= 0 && mayLieWithin(gazetteer.countryCode(country), place.country)) return false;
  const isArea = country >= 0 || areasNamed(gazetteer, name, -1).length > 0;
  if (isCode) return isArea;
  const { places } = gazetteer;
  candidates.take(name.key, -1);
  let isTown = false;
  for (let at = 0; at < candidates.count; at++) {
    const town = candidates.at(at);
    if (kmToTown(gazetteer, town, place) <= NEAR_KM) return false;
    isTown ||= places.population[town]! >= TOWN && (!isCity || places.country[town] === there);
  }
  return (isArea && !isCity) || isTown;
}
