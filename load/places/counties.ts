import { createRequire } from 'node:module';
import pg from 'pg';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import type { RegionFinder } from '../../src/geo/regions/region-finder.js';
import { figure, inRounds, median, rateOf, report, roundsOr, scaled } from '../measure.js';
import type { PostGis } from '../postgis.js';
import { createRandom } from '../seeded-csv.js';
import { usZips } from './address-rows.js';

const POINTS = 1_000_000;
/** Points that PostGIS looks up in a second. */
const POSTGIS_POINTS = 100_000;
const ROUNDS = 5;

/**
 * Look-ups of counties a second on one thread, beside PostGIS where it is installed, in alternating rounds.
 */
export async function benchCountyLookups(regions: RegionFinder, postGis: PostGis | null): Promise<void> {
  const points = pointsAroundZips(scaled(POINTS));
  const rounds = roundsOr(ROUNDS);
  const client = postGis && (await loadCounties(postGis));
  const at = { lat: 0, lng: 0, zip: '', country: 'US' };
  const lookUpAll = (): void => {
    for (const [lat, lng] of points) {
      at.lat = lat;
      at.lng = lng;
      regions.find('us_county', at);
    }
  };
  lookUpAll(); // compiles
  const rates = await inRounds(rounds, {
    ours: () => rateOf(points.length, lookUpAll),
    theirs: () => (client ? lookUpInPostGis(client, points.slice(0, POSTGIS_POINTS)) : Number.NaN),
  });
  const of = 'PostGIS, GiST and ST_Intersects';
  const [ours, theirs] = [median(rates.ours), median(rates.theirs)];
  report(
    `places: counties of ${points.length.toLocaleString('en')} points around the centres of ZIPs, medians of ${rounds} rounds`,
    [
      ...(client ? [figure(of, theirs, '/s')] : []),
      figure('ours', ours, '/s (goal 2,000,000)', client && { of, value: ours / theirs }),
    ],
  );
  if (client) await client.end();
  else process.stdout.write('  PostGIS: skipped, postgresql-*-postgis-3 is not installed\n');
}

/**
 * Points where people live: within 11 km north or south, and about as much east or west, of the centre of a
 * US ZIP.
 */
function pointsAroundZips(count: number): [lat: number, lng: number][] {
  const zips = usZips();
  const random = createRandom(17);
  return Array.from({ length: count }, () => {
    const { lat, lng } = zips[Math.floor(random() * zips.length)]!;
    return [lat + (random() - 0.5) / 5, lng + (random() - 0.5) / 5];
  });
}

/** Loads counties into PostGIS, with a GiST index. */
async function loadCounties({ url }: PostGis): Promise<pg.Client> {
  const topology = createRequire(import.meta.url)('us-atlas/counties-10m.json') as Topology;
  const { features } = feature(topology, topology.objects.counties as GeometryCollection);
  const client = new pg.Client(url);
  await client.connect();
  await client.query('CREATE TABLE counties (code text, area geometry)');
  await client.query(
    `INSERT INTO counties
     SELECT code, ST_SetSRID(ST_GeomFromGeoJSON(area), 4326) FROM unnest($1::text[], $2::text[]) AS given (code, area)`,
    [features.map(({ id }) => String(id)), features.map(({ geometry }) => JSON.stringify(geometry))],
  );
  await client.query('CREATE INDEX ON counties USING gist (area); ANALYZE counties');
  return client;
}

/**
 * Points are in the database before the clock starts and are joined by a prepared statement, without network.
 * @returns look-ups a second
 */
async function lookUpInPostGis(client: pg.Client, points: readonly [number, number][]): Promise<number> {
  await client.query('DROP TABLE IF EXISTS points');
  await client.query(
    `CREATE TEMP TABLE points AS
     SELECT ST_SetSRID(ST_MakePoint(lng, lat), 4326) AS at FROM unnest($1::float8[], $2::float8[]) AS given (lat, lng)`,
    [points.map(([lat]) => lat), points.map(([, lng]) => lng)],
  );
  await client.query('ANALYZE points; DEALLOCATE ALL');
  await client.query(
    'PREPARE find AS SELECT count(code)::int AS found FROM points LEFT JOIN counties ON ST_Intersects(area, at)',
  );
  await client.query('EXECUTE find'); // warm, as ours is
  return rateOf(points.length, () => client.query('EXECUTE find'));
}
