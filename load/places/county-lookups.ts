import type { RegionFinder } from '../../src/geo/regions/region-finder.js';
import type { PostGis } from '../postgis.js';
import { roundsOr, scaled } from '../size.js';
import { type Measurement, median, report } from '../table.js';
import { NaiveCounties, readCounties } from './counties.js';
import { firstOf, type Points, pointsAroundZips, pointsOverLand } from './points.js';
import { PostGisCounties } from './postgis-counties.js';

const POINTS = 1_000_000;
/** Points that PostGIS looks up in a second. */
const POSTGIS_POINTS = 100_000;
const ROUNDS = 5;

type CodeOf = (lat: number, lng: number) => string | null;

/**
 * Look-ups of counties a second on one thread, beside the obvious first implementation and, where it is installed, PostGIS; in alternating rounds.
 */
export async function benchCountyLookups(regions: RegionFinder, postGis: PostGis | null): Promise<void> {
  const counties = readCounties();
  const naive = new NaiveCounties(counties);
  const database = postGis && (await PostGisCounties.load(postGis, counties));
  const at = { lat: 0, lng: 0, zip: '', country: 'US' };
  const ours: CodeOf = (lat, lng) => {
    at.lat = lat;
    at.lng = lng;
    return regions.find('us_county', at);
  };
  const first: CodeOf = (lat, lng) => naive.codeOf(lat, lng);
  for (const [kind, points] of [
    ['around the centres of ZIPs', pointsAroundZips(scaled(POINTS))],
    ['anywhere in a box around 48 states', pointsOverLand(scaled(POINTS))],
  ] as const) {
    const rates = { ours: [] as number[], naive: [] as number[], postGis: [] as number[] };
    for (const codeOf of [ours, first]) lookUp(codeOf, points); // compiles
    for (let round = 0; round < roundsOr(ROUNDS); round++) {
      rates.ours.push(lookUp(ours, points).rate);
      rates.naive.push(lookUp(first, points).rate);
      if (database) rates.postGis.push((await database.lookUp(firstOf(points, POSTGIS_POINTS))).rate);
    }
    report(
      `places: counties of ${points.lats.length.toLocaleString('en')} points ${kind}, medians of ${roundsOr(ROUNDS)} rounds`,
      measurementsOf(rates, agreement(ours, first, points)),
    );
  }
  if (database) await database.stop();
  else process.stdout.write('  PostGIS: skipped, postgresql-*-postgis-3 is not installed\n');
}

function measurementsOf(rates: Record<'ours' | 'naive' | 'postGis', number[]>, agree: number): Measurement[] {
  const ours = median(rates.ours);
  const beside = (name: string, other: number[]): Measurement[] =>
    other.length === 0
      ? []
      : [
          { name, value: median(other), unit: '/s' },
          {
            name: 'ours',
            value: ours,
            unit: '/s (goal 2,000,000)',
            ratio: { of: name, value: ours / median(other) },
          },
        ];
  return [
    ...beside('Flatbush and ray casting', rates.naive),
    ...beside('PostGIS, GiST and ST_Intersects', rates.postGis),
    { name: 'of the points in a county by ray casting, ours are in the same', value: agree * 100, unit: '%' },
  ];
}

function lookUp(codeOf: CodeOf, { lats, lngs }: Points): { rate: number; found: number } {
  const begin = performance.now();
  let found = 0;
  for (let i = 0; i < lats.length; i++) if (codeOf(lats[i]!, lngs[i]!) !== null) found++;
  return { rate: lats.length / ((performance.now() - begin) / 1000), found };
}

/** Points that ray casting finds nowhere are on water, where ours takes the nearest county. */
function agreement(ours: CodeOf, first: CodeOf, { lats, lngs }: Points): number {
  let [inside, same] = [0, 0];
  for (let i = 0; i < lats.length; i++) {
    const code = first(lats[i]!, lngs[i]!);
    if (code === null) continue;
    inside++;
    if (ours(lats[i]!, lngs[i]!)?.endsWith(`/${code}`)) same++;
  }
  return same / inside;
}
