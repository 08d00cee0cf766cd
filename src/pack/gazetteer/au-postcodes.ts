import { sourceRows } from '../sources.js';
import { confirmedPoint, noteReplaced } from './confirmed-point.js';
import { type DraftPostal, kmBetween, medoid, type Point, push } from './draft.js';
import type { PostTown } from './post-towns.js';

export const AU_POSTCODES = 'au-postcodes.tsv.gz';

interface Row {
  readonly postcode: string;
  readonly locality: string;
  readonly state: string;
  readonly type: string;
  /** Place of the postcode. */
  readonly lat: number;
  readonly long: number;
  /** Place of the locality. */
  readonly Lat_precise: number;
  readonly Long_precise: number;
}

interface LocatedRow extends Row, Point {}

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

/**
 * Distance from its middle from which a postcode's localities make it coarse ("0872" has dozens in an area of
 * 1,000 km).
 */
const FAR_APART_KM = 25;
/** Extent of a locality around its point. */
const LOCALITY_KM = 10;

/** "MILLERS POINT" -> "Millers Point". */
const titleCase = (name: string): string =>
  name.toLowerCase().replace(/(^|[\s\-(/])\p{L}/gu, (letter) => letter.toUpperCase());

/** Some rows are geocoded outside of Australia, at 0, 0. */
const isInAustralia = ({ lat, lng }: Point): boolean => lat < -8 && lat > -56 && lng > 95 && lng < 168;

/** Distance within which a locality has others, but in the outback and on islands. */
const REMOTE_KM = 60;
const isRemote = (row: LocatedRow, rows: readonly LocatedRow[]): boolean =>
  isInAustralia(row) &&
  !rows.some((other) => other.postcode !== row.postcode && kmBetween(other, row) < REMOTE_KM);

const readRows = (): Row[] =>
  sourceRows(AU_POSTCODES).map(([postcode, locality, state, type, ...degrees]) => {
    const [lat, long, Lat_precise, Long_precise] = degrees.map(Number);
    return { postcode, locality, state, type, lat, long, Lat_precise, Long_precise } as Row;
  });

/**
 * Rows in Australia. Some localities are geocoded at a namesake 1,400 km away ("Happy Valley", 4655): their
 * postcode's point counts where another locality of it lies nearby and none lies near theirs, but others' do.
 * Cattle stations and islands are far from all.
 */
export function readAuRows(): LocatedRow[] {
  const rows = readRows();
  const precise = rows.map((row) => ({ ...row, lat: row.Lat_precise, lng: row.Long_precise }));
  const byPostcode = new Map<string, LocatedRow[]>();
  for (const row of precise) push(byPostcode, row.postcode, row);
  const replaced: string[] = [];
  const located = precise.map((row, at) => {
    const { lat, long } = rows[at]!;
    const others = byPostcode.get(row.postcode)!.filter(({ locality }) => locality !== row.locality);
    const point = confirmedPoint<Point>([row, { lat, lng: long }], others);
    if (point === row || isRemote(row, precise)) return row;
    replaced.push(`${row.postcode} ${row.locality}`);
    return { ...row, lat: point.lat, lng: point.lng };
  });
  noteReplaced('au-postcodes', replaced);
  return located.filter(isInAustralia);
}

/** Localities with their postcodes; post boxes only where a postcode has nothing else. */
export function readAuLocalities(): Locality[] {
  const rows = readAuRows()
    .filter((row) => STATES[row.state])
    .map((row) => ({
      postcode: row.postcode.padStart(4, '0'),
      name: titleCase(row.locality),
      area1: STATES[row.state]!,
      lat: row.lat,
      lng: row.lng,
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
