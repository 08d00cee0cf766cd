import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { CONNECTIONS } from './fire.js';
import { importSeeded } from './import-csv.js';
import { startPostGis } from './postgis.js';
import { createRandom } from './seeded-csv.js';
import { type BenchServer, startBenchServer } from './server.js';
import { type Measurement, median, report } from './table.js';
import { type Fired, GENERATOR } from './wrk.js';

const MAPS = 20;
const PINS_PER_MAP = 50_000;
const PINS = MAPS * PINS_PER_MAP;
const N = 25;
const SECONDS = 5;
const ROUNDS = 3;
const POINTS = 20_000;
/** Time after the first searches in which indexes and texts are read in the background. */
const SETTLE_MS = 10_000;

const COLUMNS = 'map_id,id,name,type,lat,lng,street,city,state,zip,category,color';

type Point = readonly [lat: number, lng: number];

/** Imports a million pins over the maps. */
async function fill(server: BenchServer): Promise<void> {
  for (let map = 1; map <= MAPS; map++) await importSeeded(server, PINS_PER_MAP, { seed: map });
  await onDatabase(server.databaseUrl, (client) => client.query('VACUUM ANALYZE markers'));
}

/** Places that are searched from, anywhere; the same on every run. */
function searchedPoints(): Point[] {
  const random = createRandom(5);
  return Array.from({ length: POINTS }, () => [random() * 140 - 60, random() * 356 - 178]);
}

async function onDatabase<T>(url: string, action: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url);
  await client.connect();
  return action(client).finally(() => client.end());
}

function askServer({ baseUrl, key }: BenchServer, points: readonly Point[]): Promise<Fired> {
  const paths = points.map(([lat, lng]) => `/v1/nearby?lat=${lat}&lng=${lng}&n=${N}`);
  const headers = { authorization: `Bearer ${key}` };
  return GENERATOR.fire({ url: baseUrl, headers, paths }, CONNECTIONS, SECONDS);
}

/** Nearest pins by PostGIS's index on geography, from random places. */
const KNN = `\\set lat random(-60000000, 80000000) / 1000000.0
\\set lng random(-180000000, 180000000) / 1000000.0
SELECT id, map_id, name, lat, lng, type, category, color, street, city, state, zip, ST_Distance(geog, p, false)
FROM pins, (SELECT ST_MakePoint(:lng, :lat)::geography AS p) q ORDER BY geog <-> p LIMIT ${N};
`;

/** Copies the pins of the service's database, with a geography of their own. */
const fillPostGis = (from: string, to: string): Promise<unknown> =>
  onDatabase(from, (source) =>
    onDatabase(to, async (target) => {
      await target.query(`CREATE TABLE pins (map_id bigint, id bigint, name text, type text, lat float8, lng float8,
        street text, city text, state text, zip text, category text, color text)`);
      await pipeline(
        source.query(copyTo(`COPY markers (${COLUMNS}) TO STDOUT`)),
        target.query(copyFrom(`COPY pins (${COLUMNS}) FROM STDIN`)),
      );
      await target.query('ALTER TABLE pins ADD COLUMN geog geography(Point)');
      await target.query('UPDATE pins SET geog = ST_MakePoint(lng, lat)::geography');
      await target.query('CREATE INDEX ON pins USING gist (geog)');
      await target.query('VACUUM FULL ANALYZE pins');
    }),
  );

/**
 * GET /nearby over a million pins in 20 maps, in alternating rounds with PostGIS on the same pins and
 * origins.
 */
export async function benchNearby(): Promise<void> {
  const server = await startBenchServer();
  const postGis = await startPostGis();
  try {
    await fill(server);
    const points = searchedPoints();
    if (postGis) await fillPostGis(server.databaseUrl, postGis.url);
    await askServer(server, points);
    await delay(SETTLE_MS);
    const rounds = {
      rate: [] as number[],
      p99Ms: [] as number[],
      one: [] as number[],
      eight: [] as number[],
    };
    for (let round = 0; round < ROUNDS; round++) {
      const { rate, p99Ms } = await askServer(server, points);
      rounds.rate.push(rate);
      rounds.p99Ms.push(p99Ms);
      if (!postGis) continue;
      rounds.one.push(await postGis.transact(KNN, 1, SECONDS));
      rounds.eight.push(await postGis.transact(KNN, 8, SECONDS));
    }
    const rate = median(rounds.rate);
    const reference = (name: string, rates: number[]): Measurement[] =>
      postGis
        ? [
            {
              name,
              value: median(rates),
              unit: 'transactions/s',
              ratio: { of: 'GET /nearby', value: median(rates) / rate },
            },
          ]
        : [];
    const eight = median(rounds.eight);
    report(
      `nearby: ${PINS.toLocaleString('en')} pins in ${MAPS} maps, ${N} nearest, ${CONNECTIONS} connections of ${GENERATOR.name}, medians of ${ROUNDS} rounds`,
      [
        {
          name: 'GET /nearby',
          value: rate,
          unit: 'requests/s',
          ...(postGis && { ratio: { of: 'PostGIS, 8 clients', value: rate / eight, goal: '6' } }),
        },
        { name: 'GET /nearby, p99', value: median(rounds.p99Ms), unit: 'ms (goal 6)' },
        ...reference('PostGIS, 1 client', rounds.one),
        ...reference('PostGIS, 8 clients', rounds.eight),
        { name: 'peak RSS of the server', value: await server.peakRssMb(), unit: 'MB' },
      ],
    );
    if (!postGis) process.stdout.write('  PostGIS: skipped, postgresql-*-postgis-3 is not installed\n');
  } finally {
    await server.stop();
    await postGis?.stop();
  }
}
