import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { createClient, dataOf } from '../src/client/index.js';
import { figure, inRounds, median, msOf, percentile, report, roundsOr, scaled } from './measure.js';
import { type PostGis, startPostGis } from './postgis.js';
import { onBeat } from './requests.js';
import { createRandom, writeSeededCsv } from './seeded-csv.js';
import { type BenchServer, onBenchServer } from './server.js';
import { inTemporaryFolder } from './temporary-folder.js';
import { importCsv, importSeeded } from './upload.js';
import { CONNECTIONS, GENERATOR } from './wrk.js';

const MAPS = 20;
const PINS = 1_000_000;
const N = 25;
const SECONDS = 5;
const ROUNDS = 3;
const POINTS = 20_000;
/** Time after the first searches in which indexes and texts are read in the background. */
const SETTLE_MS = 15_000;

const MORE_PINS = 300_000;
const ASK_EVERY_MS = 50;

/** GET /nearby beside PostGIS, then the first search of a large map, and searches while it grows. */
export async function benchNearby(): Promise<void> {
  await benchBesidePostGis();
  await benchFresh();
}

/** A million pins in 20 maps, in alternating rounds with PostGIS on the same pins and origins. */
const benchBesidePostGis = (): Promise<void> =>
  onBenchServer(async (server, client) => {
    const pins = MAPS * scaled(PINS / MAPS);
    const rounds = roundsOr(ROUNDS);
    const seconds = scaled(SECONDS);
    const postGis = await startPostGis();
    try {
      for (let map = 1; map <= MAPS; map++) await importSeeded(server, pins / MAPS, { seed: map });
      await client.query('VACUUM ANALYZE markers');
      if (postGis) await fillPostGis(client, postGis);
      const random = createRandom(5);
      const paths = Array.from({ length: POINTS }, () => {
        return `/v1/nearby?lat=${random() * 140 - 60}&lng=${random() * 356 - 178}&n=${N}`;
      });
      const target = { url: server.baseUrl, headers: { authorization: `Bearer ${server.key}` }, paths };
      const ask = () => GENERATOR.fire(target, CONNECTIONS, seconds);
      await ask();
      await delay(scaled(SETTLE_MS));
      const { ours, one, eight } = await inRounds(rounds, {
        ours: ask,
        one: () => postGis?.transact(KNN, 1, seconds) ?? Number.NaN,
        eight: () => postGis?.transact(KNN, 8, seconds) ?? Number.NaN,
      });
      const rate = median(ours.map((fired) => fired.rate));
      const beside = postGis && { of: 'PostGIS, 8 clients', value: rate / median(eight), goal: '6' };
      const reference = (name: string, rates: number[]) =>
        figure(name, median(rates), 'transactions/s', { of: 'GET /nearby', value: median(rates) / rate });
      report(
        `nearby: ${pins.toLocaleString('en')} pins in ${MAPS} maps, ${N} nearest, ${CONNECTIONS} connections of ${GENERATOR.name}, medians of ${rounds} rounds`,
        [
          figure('GET /nearby', rate, 'requests/s', beside),
          figure('GET /nearby, p99', median(ours.map(({ p99Ms }) => p99Ms)), 'ms (goal 6)'),
          ...(postGis ? [reference('PostGIS, 1 client', one), reference('PostGIS, 8 clients', eight)] : []),
          figure('peak RSS of the server', await server.peakRssMb(), 'MB'),
        ],
      );
      if (!postGis) process.stdout.write('  PostGIS: skipped, postgresql-*-postgis-3 is not installed\n');
    } finally {
      await postGis?.stop();
    }
  });

/** Nearest pins by PostGIS's index on geography, from random places. */
const KNN = `\\set lat random(-60000000, 80000000) / 1000000.0
\\set lng random(-180000000, 180000000) / 1000000.0
SELECT id, map_id, name, lat, lng, type, category, color, street, city, state, zip, ST_Distance(geog, p, false)
FROM pins, (SELECT ST_MakePoint(:lng, :lat)::geography AS p) q ORDER BY geog <-> p LIMIT ${N};
`;

const COLUMNS = 'map_id,id,name,type,lat,lng,street,city,state,zip,category,color';

/** Copies the pins of the service's database, with a geography of their own. */
async function fillPostGis(source: pg.Client, { url }: PostGis): Promise<void> {
  const target = new pg.Client(url);
  await target.connect();
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
  await target.end();
}

/** The first search of a map of a million pins, and searches during and after an import into it. */
const benchFresh = (): Promise<void> =>
  onBenchServer((server) =>
    inTemporaryFolder(async (folder) => {
      const [pins, more] = [scaled(PINS), scaled(MORE_PINS)];
      const [first, second] = [join(folder, 'first.csv'), join(folder, 'second.csv')];
      await writeSeededCsv(first, pins);
      await writeSeededCsv(second, more, 2);
      const { mapId } = await importCsv(server, first, pins);
      const coldMs = await msOf(() => nearest(server, { lat: 10, lng: 20 }));
      await delay(scaled(SETTLE_MS));

      const last = await lastRow(second);
      const imported = new AbortController();
      const asking = searchUntil(server, imported.signal);
      await importCsv(server, second, more, mapId);
      const { name, ...at } = last;
      const seenMs = await msOf(async () => {
        while ((await nearest(server, at))[0]?.title !== name) await delay(5);
      });
      imported.abort();
      const ms = await asking;
      report(
        `nearby: a map of ${pins.toLocaleString('en')} pins, ${more.toLocaleString('en')} more are imported`,
        [
          figure('first search of a cold map', coldMs, 'ms (goal 2000)'),
          figure('searches during the import, median', median(ms), 'ms'),
          figure('searches during the import, p99', percentile(ms, 0.99), 'ms'),
          figure('searches during the import, longest', Math.max(...ms), 'ms'),
          figure('the last row is found after completed', seenMs, 'ms (goal 1000)'),
          figure('peak RSS of the server', await server.peakRssMb(), 'MB'),
        ],
      );
    }),
  );

const nearest = async (server: BenchServer, query: { lat: number; lng: number }) =>
  (await dataOf(createClient(server).GET('/nearby', { params: { query } }))).results;

/** Searches at places all over the map until it is stopped. @returns milliseconds of each answer */
function searchUntil(server: BenchServer, stop: AbortSignal): Promise<number[]> {
  const random = createRandom(9);
  const search = async (): Promise<number> => {
    const begin = performance.now();
    const pins = await nearest(server, { lat: random() * 140 - 60, lng: random() * 360 - 180 });
    if (pins.length === 0) throw new Error('nearby: no pins');
    return performance.now() - begin;
  };
  return onBeat(ASK_EVERY_MS, search, stop);
}

/** Name and position of the last row of a seeded file. */
async function lastRow(file: string): Promise<{ name: string; lat: number; lng: number }> {
  const row = (await readFile(file, 'utf8')).trimEnd().split('\n').at(-1)!;
  const [name, lat, lng] = row.split(',');
  return { name: name!, lat: Number(lat), lng: Number(lng) };
}
