import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { connect } from '../src/store/client.js';
import { countBytes } from './count-bytes.js';
import { CONNECTIONS, fire } from './fire.js';
import { importSeeded } from './import-csv.js';
import { type BenchServer, startBenchServer } from './server.js';
import { type Measurement, median, report } from './table.js';

const MARKERS = 200_000;
const PAGE = 1000;
const SMALL_PAGE = 100;
const ROUNDS = 3;
const SECONDS = 5;

interface PageStart {
  /** Path of the request. */
  path: string;
  /** Id of the marker before the page. */
  afterId: number;
}

/** Starts of a map's pages, found by following its tokens. */
async function followPages({ baseUrl, key }: BenchServer, mapId: number): Promise<PageStart[]> {
  const starts: PageStart[] = [];
  const base = `${new URL(baseUrl).pathname}/maps/${mapId}/markers`;
  let token: string | null = '';
  for (let afterId = 0; token !== null; ) {
    const path: string = token === '' ? `${base}?` : `${base}?page_token=${token}&`;
    starts.push({ path, afterId });
    const url = new URL(`${path}page_size=${PAGE}`, baseUrl);
    const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
    const page = (await response.json()) as {
      data: { id: number }[];
      page_info: { next_page_token: string | null };
    };
    afterId = page.data.at(-1)!.id;
    token = page.page_info.next_page_token;
  }
  return starts;
}

async function timeMs(action: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await action();
  return performance.now() - begin;
}

/** Milliseconds of each page, once a round, one after the other on one connection each. */
interface PageTimes {
  driver: number[];
  copy: number[];
  http: number[];
}

async function timePages(
  server: BenchServer,
  mapId: number,
  starts: readonly PageStart[],
): Promise<PageTimes> {
  const options = { applicationName: 'bench', maxConnections: 1, statementTimeoutMs: 60_000 };
  const sql = connect(server.databaseUrl, options);
  const copying = new pg.Client(server.databaseUrl);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = { authorization: `Bearer ${server.key}` };
  const request = async (path: string): Promise<void> => {
    const [response] = (await once(get(new URL(path, server.baseUrl), { agent, headers }), 'response')) as [
      IncomingMessage,
    ];
    if (response.statusCode !== 200) throw new Error(`${path} was answered ${response.statusCode}`);
    await countBytes(response);
  };
  try {
    await copying.connect();
    await copying.query('VACUUM ANALYZE markers');
    const times: PageTimes = { driver: [], copy: [], http: [] };
    for (let round = 0; round <= ROUNDS; round++) {
      // The first round warms up all sides.
      if (round === 1) for (const each of Object.values(times)) each.length = 0;
      for (const { path, afterId } of starts) {
        const rows = sql`SELECT * FROM markers WHERE map_id = ${mapId} AND id > ${afterId} ORDER BY id LIMIT ${PAGE + 1}`;
        const copy = `COPY (SELECT * FROM markers WHERE map_id = ${mapId} AND id > ${afterId} ORDER BY id LIMIT ${PAGE + 1}) TO STDOUT`;
        times.driver.push(await timeMs(() => rows));
        times.copy.push(await timeMs(() => countBytes(copying.query(copyTo(copy)))));
        times.http.push(await timeMs(() => request(`${path}page_size=${PAGE}`)));
      }
    }
    return times;
  } finally {
    agent.destroy();
    await copying.end();
    await sql.end();
  }
}

/** Requests small pages from all over the map. */
async function fireSmallPages(
  { baseUrl, key }: BenchServer,
  starts: readonly PageStart[],
): Promise<{ rate: number; p99: number }> {
  const rates: number[] = [];
  const p99s: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { requests, latency } = await fire({
      url: baseUrl,
      connections: CONNECTIONS,
      duration: SECONDS,
      headers: { authorization: `Bearer ${key}` },
      requests: starts.map(({ path }) => ({ path: `${path}page_size=${SMALL_PAGE}` })),
    });
    rates.push(requests.average);
    p99s.push(latency.p99);
  }
  return { rate: median(rates), p99: median(p99s) };
}

/**
 * A page over HTTP beside the SQL of its rows. The reference is the service's driver with rows as objects, the minimum before an answer. COPY shows
 * the time of PostgreSQL and the socket alone, without parsing.
 */
export async function benchPaging(): Promise<void> {
  const server = await startBenchServer();
  try {
    const mapId = await importSeeded(server, MARKERS);
    const starts = await followPages(server, mapId);
    const times = await timePages(server, mapId, starts);
    const small = await fireSmallPages(server, starts);
    const lastTenth = (each: readonly number[]): number[] =>
      each.filter((_, at) => at % starts.length >= starts.length * 0.9);
    const page = (name: string, of: 'driver' | 'copy', part = (each: number[]) => each): Measurement => {
      const value = median(part(times.http));
      const ratio = { of, value: value / median(part(times[of])), ...(of === 'driver' && { goal: '3' }) };
      return { name, value, unit: 'ms', ratio };
    };
    report(
      `paging: a map of ${MARKERS.toLocaleString('en')} markers, all ${starts.length} pages, medians of ${ROUNDS} rounds`,
      [
        { name: `driver: SELECT * of ${PAGE + 1} rows as objects`, value: median(times.driver), unit: 'ms' },
        { name: 'copy: the same by COPY, not parsed', value: median(times.copy), unit: 'ms' },
        page(`GET markers?page_size=${PAGE}`, 'driver'),
        page('the same', 'copy'),
        page('the last tenth of the pages', 'driver', lastTenth),
        {
          name: `GET markers?page_size=${SMALL_PAGE}, ${CONNECTIONS} connections`,
          value: small.rate,
          unit: 'requests/s',
        },
        { name: 'the same, p99', value: small.p99, unit: 'ms' },
      ],
    );
  } finally {
    await server.stop();
  }
}
