import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import pg from 'pg';
import { connect } from '../src/store/client.js';
import { countBytes } from './count-bytes.js';
import { importSeeded } from './import-csv.js';
import { type BenchServer, startBenchServer } from './server.js';
import { type Measurement, median, report } from './table.js';

const MARKERS = 200_000;
const PAGE = 1000;
const ROUNDS = 3;

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
  http: number[];
}

async function timePages(
  server: BenchServer,
  mapId: number,
  starts: readonly PageStart[],
): Promise<PageTimes> {
  const options = { applicationName: 'bench', maxConnections: 1, statementTimeoutMs: 60_000 };
  const sql = connect(server.databaseUrl, options);
  const client = new pg.Client(server.databaseUrl);
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
    await client.connect();
    await client.query('VACUUM ANALYZE markers');
    const times: PageTimes = { driver: [], http: [] };
    for (let round = 0; round <= ROUNDS; round++) {
      // The first round warms up all sides.
      if (round === 1) for (const each of Object.values(times)) each.length = 0;
      for (const { path, afterId } of starts) {
        const rows = sql`SELECT * FROM markers WHERE map_id = ${mapId} AND id > ${afterId} ORDER BY id LIMIT ${PAGE + 1}`;
        times.driver.push(await timeMs(() => rows));
        times.http.push(await timeMs(() => request(`${path}page_size=${PAGE}`)));
      }
    }
    return times;
  } finally {
    agent.destroy();
    await client.end();
    await sql.end();
  }
}

/**
 * A page over HTTP beside the SQL of its rows. The reference is the service's driver with rows as objects,
 * the minimum before an answer.
 */
export async function benchPaging(): Promise<void> {
  const server = await startBenchServer();
  try {
    const mapId = await importSeeded(server, MARKERS);
    const starts = await followPages(server, mapId);
    const times = await timePages(server, mapId, starts);
    const lastTenth = (each: readonly number[]): number[] =>
      each.filter((_, at) => at % starts.length >= starts.length * 0.9);
    const page = (name: string, part = (each: number[]) => each): Measurement => {
      const value = median(part(times.http));
      const ratio = { of: 'driver', value: value / median(part(times.driver)), goal: '3' };
      return { name, value, unit: 'ms', ratio };
    };
    report(
      `paging: a map of ${MARKERS.toLocaleString('en')} markers, all ${starts.length} pages, medians of ${ROUNDS} rounds`,
      [
        { name: `driver: SELECT * of ${PAGE + 1} rows as objects`, value: median(times.driver), unit: 'ms' },
        page(`GET markers?page_size=${PAGE}`),
        page('the last tenth of the pages', lastTenth),
      ],
    );
  } finally {
    await server.stop();
  }
}
