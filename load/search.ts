import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { filterOf } from '../src/api/search.js';
import { cellOf } from '../src/geo/cell.js';
import { connect } from '../src/store/client.js';
import { searchMarkers } from '../src/store/search.js';
import { CONNECTIONS, fire } from './fire.js';
import { createMap } from './import-csv.js';
import { CATEGORIES, createRandom, STATES } from './seeded-csv.js';
import { type BenchServer, startBenchServer } from './server.js';
import { roundsOr } from './size.js';
import { type Measurement, median, report } from './table.js';

const MARKERS = 1_000_000;
const SECONDS = 5;
const ROUNDS = 3;
/** Different requests of each kind. */
const VARIETY = 3_200;
const ROWS_A_CHUNK = 10_000;

/** Kinds of requests without a text. */
const BY_PLACE = new Set(['bounds', 'near']);

const COLUMNS = 'map_id,id,name,type,lat,lng,cell,street,city,state,zip,custom_fields,category,color';
const WORDS = [
  'Harbour',
  'Mill',
  'Garden',
  'Station',
  'Corner',
  'River',
  'Park',
  'Bridge',
  'Castle',
  'Market',
];

/** One of this many markers has a name in another script. */
const RARITY = 5_000;

/** COPY text of the markers, the same on every run: five common categories, and 1,000 of 100 markers each. */
function* makeMarkers(mapId: number, firstId: number): Generator<string> {
  const random = createRandom(5);
  const below = (n: number): number => Math.floor(random() * n);
  for (let i = 0; i < MARKERS; ) {
    let text = '';
    for (const end = Math.min(MARKERS, i + ROWS_A_CHUNK); i < end; i++) {
      const lat = Number((random() * 140 - 60).toFixed(6));
      const lng = Number((random() * 360 - 180).toFixed(6));
      const category = i % 10 === 0 ? `Route ${(i / 10) % 1000}` : CATEGORIES[below(5)];
      const phone = `{"Phone":"+1 555 ${String(below(1e7)).padStart(7, '0')}"}`;
      const rest = i % RARITY === 0 ? '中文 Åß' : WORDS[below(10)];
      text +=
        `${mapId}\t${firstId + i}\t${WORDS[below(10)]} ${rest} ${i}\tpin\t${lat}\t${lng}\t${cellOf(lat, lng)}\t` +
        `${below(9999)} Main Street\tCity ${below(5000)}\t${STATES[below(8)]}\t${10_000 + below(89_999)}\t${phone}\t${category}\tred\n`;
    }
    yield text;
  }
}

/** @returns the id of a map with all markers */
async function fill(server: BenchServer): Promise<number> {
  const id = await createMap(server);
  const client = new pg.Client(server.databaseUrl);
  await client.connect();
  const { rows } = await client.query('SELECT reserve_marker_ids($1)::int AS first', [MARKERS]);
  await pipeline(
    makeMarkers(id, rows[0].first),
    client.query(copyFrom(`COPY markers (${COLUMNS}) FROM STDIN`)),
  );
  await client.query('SELECT add_counts($1, $2, 0)', [id, MARKERS]);
  await client.query('VACUUM ANALYZE markers');
  await client.end();
  return id;
}

/** Waits for the index that the server creates after the first slow search. @returns seconds */
async function indexed({ databaseUrl }: BenchServer): Promise<number> {
  const begun = performance.now();
  const client = new pg.Client(databaseUrl);
  await client.connect();
  for (;;) {
    const { rows } = await client.query('SELECT isempty(stale) AS done FROM search_indexes');
    if (rows[0]?.done) break;
    await delay(200);
  }
  const seconds = (performance.now() - begun) / 1000;
  await client.query('VACUUM ANALYZE search_texts');
  await client.end();
  return seconds;
}

/** Queries by kind. Boxes are half a degree wide (at most about 20 markers), circles 50 km. */
function makeQueries(): Record<string, string[]> {
  const random = createRandom(6);
  const many = (make: () => Record<string, string | number>): string[] =>
    Array.from({ length: VARIETY }, () =>
      new URLSearchParams(
        Object.entries(make()).map(([name, value]) => [name, String(value)] as [string, string]),
      ).toString(),
    );
  const lat = () => random() * 130 - 60;
  const lng = () => random() * 359 - 180;
  return {
    bounds: many(() => {
      const [south, west] = [lat(), lng()];
      return { bounds: `${south},${west},${south + 0.5},${west + 0.5}` };
    }),
    'large bounds': many(() => {
      const [south, west] = [lat() / 2, lng() / 2];
      return { bounds: `${south},${west},${south + 40},${west + 80}` };
    }),
    near: many(() => ({ near: `${lat()},${lng()},50` })),
    'common category': many(() => ({ category: CATEGORIES[Math.floor(random() * 5)]! })),
    'rare category': many(() => ({ category: `Route ${Math.floor(random() * 1000)}` })),
    'rare q': many(() => ({ q: `${100_000 + Math.floor(random() * 900_000)}` })),
    'common q': many(() => ({ q: WORDS[Math.floor(random() * 10)]!.toLowerCase() })),
    'q 中文': many(() => ({ q: '中文' })),
    'q Åß': many(() => ({ q: 'Åß' })),
    'q of one letter': many(() => ({ q: '文' })),
    'q of two letters, no match': many(() => ({ q: 'qz' })),
    'q of two letters, many': many(() => ({ q: 'ar' })),
    // All parts are frequent: "Mill Market", "12 Main Street".
    'q of frequent parts, no match': many(() => ({ q: `${WORDS[Math.floor(random() * 10)]} main street` })),
    'common q and rare category': many(() => ({
      q: WORDS[Math.floor(random() * 10)]!,
      category: `Route ${Math.floor(random() * 1000)}`,
    })),
  };
}

async function ask(
  { baseUrl, key }: BenchServer,
  mapId: number,
  queries: readonly string[],
  connections: number,
): Promise<{ rate: number; p50: number; p99: number }> {
  const share = Math.floor(queries.length / connections);
  let connection = 0;
  const result = await fire({
    url: baseUrl,
    connections,
    duration: SECONDS,
    timeout: 60,
    headers: { authorization: `Bearer ${key}` },
    setupClient: (client) => {
      const own = queries.slice(connection * share, ++connection * share);
      client.setRequests(own.map((query) => ({ path: `/v1/maps/${mapId}/markers/search?${query}` })));
    },
  });
  return { rate: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 };
}

async function timeOne({ baseUrl, key }: BenchServer, mapId: number, query: string): Promise<number> {
  const begun = performance.now();
  const url = `${baseUrl}/maps/${mapId}/markers/search?${query}`;
  await (await fetch(url, { headers: { authorization: `Bearer ${key}` } })).arrayBuffer();
  return performance.now() - begun;
}

/** Prints PostgreSQL's plans for one search of each kind. */
async function explain({ databaseUrl }: BenchServer, mapId: number, kinds: Record<string, string[]>) {
  const sql = connect(databaseUrl, {
    applicationName: 'bench',
    maxConnections: 1,
    statementTimeoutMs: 60_000,
  });
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const show = async (statement: string, values: unknown[]): Promise<void> => {
    const { rows } = await client.query(
      `EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, BUFFERS OFF) ${statement}`,
      values,
    );
    for (const row of rows) process.stdout.write(`    ${row['QUERY PLAN']}\n`);
  };
  for (const [kind, queries] of Object.entries(kinds)) {
    const statements: [text: string, values: unknown[]][] = [];
    sql.options.debug = (_, text, values) => statements.push([text, values]);
    const filter = filterOf({ page_size: 100, ...Object.fromEntries(new URLSearchParams(queries[0])) });
    const signal = AbortSignal.timeout(60_000);
    await searchMarkers(
      (step) => step(sql),
      mapId,
      filter,
      { afterId: 0, limit: 101, signal },
      () => {},
    );
    process.stdout.write(`\n  ${kind}: ${queries[0]}\n`);
    for (const [at, [text, values]] of statements.entries()) {
      process.stdout.write(`   statement ${at + 1} of ${statements.length}\n`);
      await show(text, values);
    }
  }
  await client.end();
  await sql.end();
}

/** GET /markers/search on a map of a million markers. */
export async function benchSearch(): Promise<void> {
  const server = await startBenchServer();
  try {
    const mapId = await fill(server);
    const queries = makeQueries();
    const kinds = Object.entries(queries);
    const { bounds, near, 'rare category': category, 'rare q': q } = queries;
    const walkedMs = await timeOne(server, mapId, queries['rare q']![0]!);
    const indexSeconds = await indexed(server);
    const figures = new Map(
      kinds.map(([kind]) => [kind, { rate: [] as number[], one: [] as number[], p99: [] as number[] }]),
    );
    for (let round = 0; round < roundsOr(ROUNDS); round++) {
      for (const [kind, queries] of kinds) {
        const into = figures.get(kind)!;
        into.one.push((await ask(server, mapId, queries, 1)).p50);
        const { rate, p99 } = await ask(server, mapId, queries, CONNECTIONS);
        into.rate.push(rate);
        into.p99.push(p99);
      }
    }
    const measurements = [...figures].flatMap(([kind, { rate, one, p99 }]): Measurement[] => [
      { name: kind, value: median(rate), unit: 'requests/s' },
      {
        name: `${kind}, p99`,
        value: median(p99),
        unit: BY_PLACE.has(kind) ? 'ms (goal 20)' : 'ms (goal 60)',
      },
      { name: `${kind}, alone, median`, value: median(one), unit: 'ms' },
    ]);
    report(
      `search: a map of ${MARKERS.toLocaleString('en')} markers, ${CONNECTIONS} connections, medians of ${roundsOr(ROUNDS)} rounds of ${SECONDS} s`,
      [
        ...measurements,
        { name: 'rare q, without the index, alone', value: walkedMs, unit: 'ms' },
        { name: 'the index is complete after', value: indexSeconds, unit: 's' },
      ],
    );
    await explain(server, mapId, { bounds: bounds!, near: near!, 'rare category': category!, 'rare q': q! });
  } finally {
    await server.stop();
  }
}
