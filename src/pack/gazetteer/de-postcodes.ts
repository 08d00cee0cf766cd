import { nameKey } from '../../geo/gazetteer/name-key.js';
import { confirmedByTowns } from './confirmed-point.js';
import type { DraftPostal } from './draft.js';
import { readPackageJson } from './packages.js';
import type { PlaceIndex } from './place-index.js';
import type { PostTown } from './post-towns.js';

/** Distance within which neighbouring postcodes tell a postcode's state. */
const NEIGHBOUR_KM = 10;

/** Postcodes of Germany, each with its point and its town. */
export const readDeRows = () =>
  readPackageJson<Record<'zip' | 'lat' | 'lon' | 'city', string>[]>('zip-to-city', 'germany.json').map(
    ({ zip, lat, lon, city }) => ({ zip, lat: Number(lat), lng: Number(lon), city }),
  );

export function dePostals(index: PlaceIndex): DraftPostal[] {
  const postals = readDeRows().map(({ zip, lat, lng, city }) => {
    const point = { lat, lng };
    const area1 = index.near('DE', point, NEIGHBOUR_KM)?.area1 ?? '';
    return { key: `de${zip}`, ...point, town: city, area1, area2: '' };
  });
  return confirmedByTowns('zip-to-city', postals, ({ town }) => index.named('DE', nameKey(town)), 2);
}

export const deTowns = (): PostTown[] =>
  readDeRows().map(({ lat, lng, city }) => ({ country: 'DE', name: city, area1: '', area2: '', lat, lng }));
