import type { RegionFinder } from '../../src/geo/regions/region-finder.js';
import type { PostGis } from '../postgis.js';
import { roundsOr, scaled } from '../size.js';
import { median, report } from '../table.js';
import { firstOf, pointsAroundZips } from './points.js';
import { PostGisCounties } from './postgis-counties.js';

const POINTS = 1_000_000;
/** Points that PostGIS looks up in a second. */
const POSTGIS_POINTS = 100_000;
const ROUNDS = 5;

/**
 * Look-ups of counties a second on one thread, beside PostGIS where it is installed, in alternating rounds.
 */
export async function benchCountyLookups(regions: RegionFinder, postGis: PostGis | null): Promise<void> {
  const database = postGis && (await PostGisCounties.load(postGis));
  const points = pointsAroundZips(scaled(POINTS));
  const at = { lat: 0, lng: 0, zip: '', country: 'US' };
  const lookUpAll = (): number => {
    const begin = performance.now();
    for (let i = 0; i < points.lats.length; i++) {
      at.lat = points.lats[i]!;
      at.lng = points.lngs[i]!;
      regions.find('us_county', at);
    }
    return points.lats.length / ((performance.now() - begin) / 1000);
  };
  const rates = { ours: [] as number[], postGis: [] as number[] };
  lookUpAll(); // compiles
  for (let round = 0; round < roundsOr(ROUNDS); round++) {
    rates.ours.push(lookUpAll());
    if (database) rates.postGis.push(await database.lookUp(firstOf(points, POSTGIS_POINTS)));
  }
  const of = 'PostGIS, GiST and ST_Intersects';
  const [ours, theirs] = [median(rates.ours), median(rates.postGis)];
  report(
    `places: counties of ${points.lats.length.toLocaleString('en')} points around the centres of ZIPs, medians of ${roundsOr(ROUNDS)} rounds`,
    [
      ...(database ? [{ name: of, value: theirs, unit: '/s' }] : []),
      {
        name: 'ours',
        value: ours,
        unit: '/s (goal 2,000,000)',
        ...(database && { ratio: { of, value: ours / theirs } }),
      },
    ],
  );
  if (database) await database.stop();
  else process.stdout.write('  PostGIS: skipped, postgresql-*-postgis-3 is not installed\n');
}
