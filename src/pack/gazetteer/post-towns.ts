import { nameKey } from '../../geo/gazetteer/name-key.js';
import { type DraftPlace, medoid, type Point, push } from './draft.js';
import type { PlaceIndex } from './place-index.js';
import { draftPlace } from './places.js';

/** A town of a post's register. */
export interface PostTown extends Point {
  readonly country: string;
  readonly name: string;
  /** '': the area of the nearest place. */
  readonly area1: string;
  readonly area2: string;
}

/** Distance from a place of its name beyond which it is another place. */
const SAME_TOWN_KM = 30;

/** Adds towns that only posts list: hamlets and suburbs, without inhabitants. */
export function addPostTowns(index: PlaceIndex, towns: readonly PostTown[]): void {
  const byName = new Map<string, PostTown[]>();
  for (const town of towns) push(byName, `${town.country}.${town.area1}.${nameKey(town.name)}`, town);
  for (const namesakes of byName.values()) {
    const town = medoid(namesakes);
    if (!index.namedNear(town.country, nameKey(town.name), town, SAME_TOWN_KM))
      index.add(draftTown(index, town));
  }
}

function draftTown(index: PlaceIndex, town: PostTown): DraftPlace {
  if (town.area1) return draftPlace(town);
  const neighbour = index.near(town.country, town, SAME_TOWN_KM);
  return draftPlace({ ...town, area1: neighbour?.area1 ?? '', area2: '' });
}
