import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { CONNECTIONS, fire } from './fire.js';
import { importSeeded } from './import-csv.js';
import { CATEGORIES, createRandom, type RowKind, STATES } from './seeded-csv.js';
import { type BenchServer, onBenchServer } from './server.js';
import { roundsOr } from './size.js';
import { type Measurement, median, report } from './table.js';

const MARKERS = 1_000_000;
const SECONDS = 5;
const ROUNDS = 3;
/** Different requests of each kind. */
const VARIETY = 3_200;

/** Kinds of requests without a text. */
const BY_PLACE = new Set(['bounds', 'near']);

const WORDS = 'Harbour Mill Garden Station Corner River Park Bridge Castle Market'.split(' ');

/** One of this many markers has a name in another script. */
const RARITY = 5_000;

/** Rows, the same on every run: five common categories, and 1,000 of 100 markers each. */
const ROWS: RowKind = {
  header: 'name,lat,lng,street,city,state,zip,Phone,category',
  line: (random, i) => {
    const below = (n: number): number => Math.floor(random() * n);
    const category = i % 10 === 0 ? `Route ${(i / 10) % 1000}` : CATEGORIES[below(5)];
    const rest = i % RARITY === 0 ? '中文 Åß' : WORDS[below(10)];
    return (
      `${WORDS[below(10)]} ${rest} ${i},${(random() * 140 - 60).toFixed(6)},${(random() * 360 - 180).toFixed(6)},` +
      `${below(9999)} Main Street,City ${below(5000)},${STATES[below(8)]},${10_000 + below(89_999)},` +
      `+1 555 ${String(below(1e7)).padStart(7, '0')},${category}\n`
    );
  },
};

/** Waits for the index that the server creates after the first slow search. @returns seconds */
async function indexed(client: pg.Client): Promise<number> {
  const begun = performance.now();
  for (;;) {
    const { rows } = await client.query('SELECT isempty(stale) AS done FROM search_indexes');
    if (rows[0]?.done) break;
    await delay(200);
  }
  const seconds = (performance.now() - begun) / 1000;
  await client.query('VACUUM ANALYZE search_texts');
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

/** GET /markers/search on a map of a million markers. */
export async function benchSearch(): Promise<void> {
  await onBenchServer(async (server, client) => {
    const mapId = await importSeeded(server, MARKERS, { seed: 5, kind: ROWS });
    await client.query('VACUUM ANALYZE markers');
    const queries = makeQueries();
    const kinds = Object.entries(queries);
    const walkedMs = await timeOne(server, mapId, queries['rare q']![0]!);
    const indexSeconds = await indexed(client);
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
  });
}
