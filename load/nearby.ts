import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { CONNECTIONS } from './fire.js';
import { createMap } from './import-csv.js';
import { startPostGis } from './postgis.js';
import { CATEGORIES, createRandom, STATES } from './seeded-csv.js';
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

const COLUMNS = 'map_id,id,name,type,lat,lng,cell,street,city,state,zip,category,color';
const COLORS = ['red', 'blue', 'green', 'orange', 'purple'];

type Point = readonly [lat: number, lng: number];

/** A million pins over the maps, as COPY text, and search origins among them. The same on every run. */
function makePins(mapIds: readonly number[], firstId: number): { lines: Buffer[]; points: Point[] } {
  const random = createRandom(5);
  const below = (n: number): number => Math.floor(random() * n);
  const lines: Buffer[] = [];
  const points: Point[] = [];
  for (const [at, mapId] of mapIds.entries()) {
    let text = '';
    for (let i = 0; i < PINS_PER_MAP; i++) {
      const lat = Number((random() * 140 - 60).toFixed(6));
      const lng = Number((random() * 360 - 180).toFixed(6));
      const kind = below(5);
      const columns = [
        mapId,
        firstId + at * PINS_PER_MAP + i,
        `Place ${i}`,
        'pin',
        lat,
        lng,
        0,
        `${below(9999)} Main Street`,
        `City ${below(5000)}`,
        STATES[below(8)],
        10_000 + below(89_999),
        CATEGORIES[kind],
        COLORS[kind],
      ];
      text += `${columns.join('\t')}\n`;
      if (i % Math.floor(PINS / POINTS) === 0)
        points.push([lat + random() - 0.5, lng * 0.99 + random() - 0.5]);
    }
    lines.push(Buffer.from(text));
  }
  return { lines, points };
}

async function copyInto(client: pg.Client, table: string, lines: readonly Buffer[]): Promise<void> {
  await pipeline(lines, client.query(copyFrom(`COPY ${table} (${COLUMNS}) FROM STDIN`)));
}

async function fill(server: BenchServer): Promise<{ lines: Buffer[]; points: Point[] }> {
  const mapIds: number[] = [];
  for (let i = 0; i < MAPS; i++) mapIds.push(await createMap(server));
  const client = new pg.Client(server.databaseUrl);
  await client.connect();
  const { rows } = await client.query('SELECT reserve_marker_ids($1)::int AS first', [PINS]);
  const pins = makePins(mapIds, rows[0].first);
  await copyInto(client, 'markers', pins.lines);
  for (const id of mapIds) await client.query('SELECT add_counts($1, $2, 0)', [id, PINS_PER_MAP]);
  await client.query('VACUUM ANALYZE markers');
  await client.end();
  return pins;
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

async function fillPostGis(url: string, lines: readonly Buffer[]): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(`CREATE TABLE pins (map_id bigint, id bigint, name text, type text, lat float8, lng float8, cell bigint,
    street text, city text, state text, zip text, category text, color text)`);
  await copyInto(client, 'pins', lines);
  await client.query('ALTER TABLE pins ADD COLUMN geog geography(Point)');
  await client.query('UPDATE pins SET geog = ST_MakePoint(lng, lat)::geography');
  await client.query('CREATE INDEX ON pins USING gist (geog)');
  await client.query('VACUUM FULL ANALYZE pins');
  await client.end();
}

/** GET /nearby over a million pins in 20 maps, in alternating rounds with PostGIS on the same pins and origins. */
export async function benchNearby(): Promise<void> {
  const server = await startBenchServer();
  const postGis = await startPostGis();
  try {
    const { lines, points } = await fill(server);
    if (postGis) await fillPostGis(postGis.url, lines);
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
