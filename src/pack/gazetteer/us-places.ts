import { nameKey } from '../../geo/gazetteer/name-key.js';
import { sourceRows } from '../sources.js';
import { confirmedPoint, reportReplaced } from './confirmed-point.js';
import type { Point } from './draft.js';
import type { PlaceIndex } from './place-index.js';
import { draftPlace } from './places.js';
import type { usPostals } from './us-zips.js';

/**
 * Cities, towns, villages and other settlements whose inhabitants the Census Bureau counts, with a ZIP of
 * each.
 */
export const CENSUS_PLACES = 'us-places-of-census.tsv.gz';

/** Distance from a place of its name in its state beyond which it is another place. */
const SAME_PLACE_KM = 20;
/**
 * Inhabitants assumed for such a place without a larger count: so many that a hamlet of its name in its
 * state, which has no count, is no rival of it.
 */
const ASSUMED = 1_001;

interface CensusPlace extends Point {
  readonly name: string;
  readonly state: string;
  readonly zip: string;
}

function* readCensusPlaces(): Generator<CensusPlace> {
  for (const [name, state, lat, lng, zip] of sourceRows(CENSUS_PLACES))
    if (name && state && zip) yield { name, state, zip, lat: Number(lat), lng: Number(lng) };
}

/**
 * Adds the places of the Census Bureau, each at the point that its ZIP or another source's place of its name
 * in its state confirms.
 */
export function addCensusPlaces(index: PlaceIndex, postals: ReturnType<typeof usPostals>): void {
  const zips = new Map(postals.map((postal) => [postal.key, postal]));
  const replaced: string[] = [];
  for (const place of readCensusPlaces()) {
    const { name, state } = place;
    const area1 = `US.${state}`;
    const zip = zips.get(`us${place.zip}`);
    // Puerto Rico is a country in GeoNames.
    if (zip === undefined || state === 'PR') continue;
    const key = nameKey(name);
    const namesakes = index.named('US', key).filter((other) => other.area1 === area1);
    const point = confirmedPoint<Point>([place, zip], namesakes);
    if (point !== place) replaced.push(`${name} ${state}`);
    const known = index.namedNear('US', key, point, SAME_PLACE_KM);
    if (known?.area1 === area1) known.population = Math.max(known.population, ASSUMED);
    else {
      const area2 = zip.area1 === area1 ? zip.area2 : '';
      const { lat, lng } = point;
      const added = draftPlace({ country: 'US', name, area1, area2, lat, lng }, ASSUMED);
      index.add(added);
    }
  }
  reportReplaced(CENSUS_PLACES, replaced);
}
