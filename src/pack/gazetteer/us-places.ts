import { nameKey } from '../../geo/gazetteer/name-key.js';
import { sourceRows } from '../sources.js';
import { confirmedPoint, isNear, noteReplaced } from './confirmed-point.js';
import { type DraftPostal, type Point, push } from './draft.js';
import type { PlaceIndex } from './place-index.js';
import { draftPlace } from './places.js';

/**
 * Cities, towns, villages and other settlements whose inhabitants the Census Bureau counts, with a ZIP of
 * each.
 */
export const CENSUS_PLACES = 'us-places-of-census.tsv.gz';

/**
 * Towns that are divisions of a county, as in New England, New York and Wisconsin, and without a county the
 * places that the older list lacks.
 */
export const CENSUS_TOWNS = 'us-towns-of-census.tsv.gz';

/** Distance from a place of its name in its state beyond which it is another place. */
const SAME_PLACE_KM = 20;
/** Distance from a post office at which the middle of its ZIP may lie in the country. */
const OFFICE_KM = 50;
/**
 * Inhabitants assumed for such a place without a larger count: so many that a hamlet of its name in its
 * state, which has no count, is no rival of it. Other sources have nearly all places with as many.
 */
const ASSUMED = 1_000;

interface CensusPlace extends Point {
  readonly name: string;
  /** Area of the state: `US.OH`. */
  readonly area1: string;
  /** Area of the county; '': unknown. */
  readonly area2: string;
}

interface PlaceWithZip extends CensusPlace {
  readonly zip: string;
}

function* readPlacesWithZips(): Generator<PlaceWithZip> {
  for (const [name, state, lat, lng, zip] of sourceRows(CENSUS_PLACES))
    if (name && state && zip)
      yield { name, area1: `US.${state}`, area2: '', zip, lat: Number(lat), lng: Number(lng) };
}

const readNewerPlaces = (): CensusPlace[] =>
  sourceRows(CENSUS_TOWNS).map(([name, state, county, lat, lng]) => {
    const area1 = `US.${state}`;
    return {
      name: name!,
      area1,
      area2: county ? `${area1}.${county}` : '',
      lat: Number(lat),
      lng: Number(lng),
    };
  });

/** Towns of the post by state and name. */
function officesOf(postals: readonly DraftPostal[]): Map<string, DraftPostal[]> {
  const offices = new Map<string, DraftPostal[]>();
  for (const postal of postals) push(offices, `${postal.area1} ${nameKey(postal.town)}`, postal);
  return offices;
}

/**
 * Adds the places of the Census Bureau, each at the point that its ZIP or another source's place of its name
 * in its state confirms.
 */
export function addCensusPlaces(index: PlaceIndex, postals: readonly DraftPostal[]): void {
  const zips = new Map(postals.map((postal) => [postal.key, postal]));
  const offices = officesOf(postals);
  const replaced: string[] = [];
  for (const place of readPlacesWithZips()) {
    const { name, area1 } = place;
    const zip = zips.get(`us${place.zip}`);
    // Puerto Rico is a country in GeoNames.
    if (zip === undefined || area1 === 'US.PR') continue;
    const namesakes = index.named('US', nameKey(name)).filter((other) => other.area1 === area1);
    const point = confirmedPoint<Point>([place, zip], namesakes);
    if (point !== place) replaced.push(`${name} ${area1.slice(3)}`);
    const area2 = zip.area1 === area1 ? zip.area2 : '';
    addPlace(index, { name, area1, area2, lat: point.lat, lng: point.lng }, offices);
  }
  for (const place of readNewerPlaces()) if (place.area2 === '') addPlace(index, place, offices);
  noteReplaced(CENSUS_PLACES, replaced);
}

function addPlace(
  index: PlaceIndex,
  place: CensusPlace,
  offices: ReadonlyMap<string, readonly Point[]>,
): void {
  const { name, area1 } = place;
  const known = index.namedNear('US', nameKey(name), place, SAME_PLACE_KM);
  if (known?.area1 === area1) known.population = Math.max(known.population, ASSUMED);
  else {
    const ofPost = offices.get(`${area1} ${nameKey(name)}`) ?? [];
    const hasOffice = ofPost.some((office) => isNear(office, place, OFFICE_KM));
    index.add(draftPlace({ country: 'US', ...place }, ASSUMED, hasOffice ? 1 : 2));
  }
}

/**
 * Adds towns whose state has no place of their name: the main village of a town mostly has its name, and is
 * better known.
 */
export function addCensusTowns(index: PlaceIndex): void {
  const isKnown = ({ name, area1 }: CensusPlace): boolean =>
    index.named('US', nameKey(name)).some((place) => place.area1 === area1);
  const towns = readNewerPlaces().filter((place) => place.area2 !== '' && !isKnown(place));
  for (const town of towns) index.add(draftPlace({ country: 'US', ...town }));
}
