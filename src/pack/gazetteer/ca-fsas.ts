import { nameKey } from '../../geo/gazetteer/name-key.js';
import { confirmedByTowns } from './confirmed-point.js';
import { type DraftPostal, kmBetween, type Point } from './draft.js';
import { loadPackage } from './packages.js';
import type { PlaceIndex } from './place-index.js';

interface Row {
  readonly zip: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly city: string;
}

/** Province numbers of GeoNames, by the first letter of a postcode. */
const PROVINCES: Readonly<Record<string, string>> = {
  A: 'CA.05',
  B: 'CA.07',
  C: 'CA.09',
  E: 'CA.04',
  G: 'CA.10',
  H: 'CA.10',
  J: 'CA.10',
  K: 'CA.08',
  L: 'CA.08',
  M: 'CA.08',
  N: 'CA.08',
  P: 'CA.08',
  R: 'CA.03',
  S: 'CA.11',
  T: 'CA.01',
  V: 'CA.02',
  X: 'CA.13',
  Y: 'CA.12',
};

/** Towns of areas without coordinates in the package. */
const TOWNS: Readonly<Record<string, string>> = {
  V0N: 'Powell River',
  E1H: 'Shediac',
  E2E: 'Quispamsis',
  E2H: 'Saint John',
  E3C: 'Fredericton',
  K0C: 'Cornwall',
  K0H: 'Kingston',
  K0K: 'Picton',
  P0M: 'Greater Sudbury',
};

/**
 * Smallest reach of rural areas, whose second character is 0; they reach as far as some of their neighbours.
 */
const RURAL_KM = 150;
const NEIGHBOURS = 3;
const isRural = (key: string): boolean => key[3] === '0';

/**
 * Distance within which towns of a rural area may lie: "X0A" is the east of Nunavut, 700 km from its largest
 * town.
 */
function spreadOf(rural: Point, all: readonly Point[]): number {
  const distances = all.map((other) => kmBetween(rural, other)).sort((a, b) => a - b);
  return Math.max(RURAL_KM, distances[NEIGHBOURS] ?? 0);
}

/** Forward sortation areas of Canada as the package has them. */
export const readCaRows = (): Row[] =>
  Object.values(loadPackage<{ codes: Record<string, Row> }>('zipcodes/lib/codesCanada.js').codes);

/** Point of a row; null where its columns are shifted. */
export const pointInCanada = ({ latitude: lat, longitude: lng }: Row): Point | null =>
  lat !== null && lng !== null && lat > 41 && lat < 84 && lng > -142 && lng < -52 ? { lat, lng } : null;

/** "Edmonton (south Bonnie Doon / East University)" -> "Edmonton". */
const townOf = (city: string): string => city.split(' (')[0]!;

export function caPostals(index: PlaceIndex): DraftPostal[] {
  const postals: DraftPostal[] = [];
  for (const row of readCaRows()) {
    const { zip, city } = row;
    // X0A, X0B and X0C are in Nunavut, the rest of X in the Northwest Territories.
    const area1 = /^X0[ABC]/.test(zip) ? 'CA.14' : PROVINCES[zip[0]!];
    if (!area1) continue;
    const point = pointInCanada(row) ?? pointOf(index, zip, area1);
    if (point)
      postals.push({ key: `ca${zip.toLowerCase()}`, ...point, area1, area2: '', town: townOf(city) });
  }
  const inProvince = ({ town, area1 }: DraftPostal) =>
    index.named('CA', nameKey(town)).filter((place) => place.area1 === area1);
  const confirmed = confirmedByTowns('zipcodes (Canada)', postals, inProvince, 2);
  const rural = confirmed.filter(({ key }) => isRural(key));
  return confirmed.map((postal) =>
    isRural(postal.key) ? { ...postal, spreadKm: spreadOf(postal, rural) } : postal,
  );
}

function pointOf(index: PlaceIndex, zip: string, area1: string) {
  const town = TOWNS[zip];
  if (!town) return undefined;
  const [place] = index.named('CA', nameKey(town)).filter((place) => place.area1 === area1);
  if (!place) throw new Error(`no town ${town} in ${area1} for ${zip}`);
  return { lat: place.lat, lng: place.lng };
}
