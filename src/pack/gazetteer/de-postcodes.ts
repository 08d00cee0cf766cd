import { nameKey } from '../../geo/gazetteer/name-key.js';
import { confirmedByTowns } from './confirmed-point.js';
import type { DraftPostal } from './draft.js';
import { readPackageJson } from './packages.js';
import type { PlaceIndex } from './place-index.js';
import type { PostTown } from './post-towns.js';

interface Row {
  readonly zip: string;
  readonly lat: string;
  readonly lon: string;
  readonly city: string;
}

/** Distance within which neighbouring postcodes tell a postcode's state. */
const NEIGHBOUR_KM = 10;

const readRows = (): Row[] => readPackageJson<Row[]>('zip-to-city', 'germany.json');

export function dePostals(index: PlaceIndex): DraftPostal[] {
  const postals = readRows().map(({ zip, lat, lon, city }) => {
    const point = { lat: Number(lat), lng: Number(lon) };
    const area1 = index.near('DE', point, NEIGHBOUR_KM)?.area1 ?? '';
    return { key: `de${zip}`, ...point, town: city, area1, area2: '' };
  });
  return confirmedByTowns('zip-to-city', postals, ({ town }) => index.named('DE', nameKey(town)), 2);
}

export const deTowns = (): PostTown[] =>
  readRows().map(({ lat, lon, city }) => ({
    country: 'DE',
    name: city,
    area1: '',
    area2: '',
    lat: Number(lat),
    lng: Number(lon),
  }));
