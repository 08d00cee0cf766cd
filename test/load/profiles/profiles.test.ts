import t from 'tap';
import { findCapacity } from '../../../load/profiles/capacity.js';
import { picture } from '../../../load/profiles/images.js';
import { importFile, makeLane } from '../../../load/profiles/imports.js';
import { NEARBY } from '../../../load/profiles/nearby.js';
import type { LoadOptions } from '../../../load/profiles/options.js';
import type { ProfileName } from '../../../load/profiles/profiles.js';
import { READS } from '../../../load/profiles/reads.js';
import { type Measure, type Result, withMaps } from '../../../load/profiles/run-profile.js';
import type { Ask, Here, Scenario } from '../../../load/profiles/script.js';
import { SEARCH } from '../../../load/profiles/search.js';
import { makeMaps, removeMaps } from '../../../load/profiles/seeded-maps.js';
import { WRITES } from '../../../load/profiles/writes.js';
import { createRandom } from '../../../load/seeded-csv.js';
import { startTestApp } from '../../support/app.js';

const app = await startTestApp(t);
const authorization = await app.authorization({
  rateLimit: 10_000_000,
  quotaMarkers: 10_000_000,
  quotaBulk: 10_000_000,
});
const service = { baseUrl: app.app.publicUrl, key: authorization.slice('Bearer '.length), pid: process.pid };
const call = app.clientWith(authorization);
const never = new AbortController().signal;

const OPTIONS: LoadOptions = {
  duration: 0.3,
  warmUp: 0,
  connections: 3,
  workers: 1,
  timeout: 30,
  seed: 1,
  maps: 1,
  markers: 200,
  rows: 40,
  p99: 100,
};

/** Runs a profile once. */
const run = (name: ProfileName, options: Partial<LoadOptions> = {}): Promise<Result> => {
  const quiet = { runs: 1, say: (line: string) => t.fail(line), stop: never };
  return withMaps(service, name, { ...OPTIONS, ...options }, quiet, (measure) => measure({}));
};

const mapCount = async (): Promise<number> => (await call('GET', '/maps')).body.data.length;

/** Sends a request at once, as a connection would, without a generator. */
async function send(ask: Ask) {
  const { kind, method = 'GET', path, body, contentType, expected = [200], defect } = ask;
  const answered = await call(method, path, body, { 'content-type': contentType ?? 'application/json' });
  const text = typeof answered.body === 'string' ? answered.body : JSON.stringify(answered.body);
  const answer = { ok: true, status: answered.status, body: text, dueMs: 0, answeredMs: 1 };
  if (!expected.includes(answered.status) || defect?.(answer))
    throw new Error(`${kind}: ${answered.status} ${text} ${defect?.(answer)}`);
  return answer;
}

t.test('each scenario of each profile is answered as it expects', async (t) => {
  const made: number[] = [];
  const seeded = await makeMaps(service, { seed: 1, maps: 1, markersAMap: 400, lanes: 1 }, 'Scenarios', made);
  t.equal(await mapCount(), 3);
  const told: string[] = [];
  let count = 0;
  const kinds = new Set<string>();
  const here: Here = {
    send: (ask) => {
      kinds.add(ask.kind);
      return send(ask);
    },
    seeded,
    random: createRandom(1),
    connection: 0,
    count: () => count++,
    freeLanes: [makeLane(1, seeded.laneMapIds[0]!, 0, 20)],
    pictures: { left: 1 },
    span: (kind, { is }) => told.push(`${kind}: ${is}`),
  };
  const play = (scenario: Scenario): Promise<void> => scenario(here);
  for (const [, scenario] of [...READS, ...WRITES, ...SEARCH, ...NEARBY]) await play(scenario);
  while (here.pictures.left > 0) await play(picture);
  // The fifth upload finds the map full and empties it.
  for (let upload = 0; upload < 5; upload++) await play(importFile);
  t.same([...kinds].sort(), KINDS);
  t.same(told, ['picture until completed: right', ...Array(5).fill('import until completed: right')]);
  t.match(here.freeLanes, [{ imported: 1 }]);
  await removeMaps(service, made);
  t.equal(await mapCount(), 0);
});

const KINDS = [
  'DELETE all markers',
  'DELETE batch',
  'DELETE marker',
  'GET categories',
  'GET deleted marker',
  'GET fields',
  'GET jobs',
  'GET map',
  'GET marker',
  'GET me',
  'GET picture',
  'PATCH marker',
  'POST batch',
  'POST image',
  'POST marker',
  'export',
  'nearby',
  'nearby on one map',
  'nearby within a radius',
  'page of 100',
  'poll of a job',
  'search Chinese',
  'search box',
  'search category',
  'search circle',
  'search rare text',
  'search word',
  'search word in category',
  'upload',
];

t.test('a short run in two threads: all is right, what was used is told, nothing stays', async (t) => {
  const { all, use } = await run('mixed', { workers: 2 });
  t.match(all, { right: all.requests, wrong: 0, lost: 0, timeouts: 0, refused: {}, example: null });
  t.ok(all.requests >= OPTIONS.connections!);
  t.ok(use.generator! > 0 && use.generatorThread > 0);
  if (process.platform === 'linux')
    for (const name of ['processor', 'service', 'disk'] as const)
      t.ok(use[name] !== null && use[name] >= 0, `${name}: ${use[name]}`);
  t.equal(await mapCount(), 0);
});

t.test('a short run of imports: what was imported stays where it is to be kept', async (t) => {
  const { all, importedRows } = await run('imports', { keep: true, duration: 3 });
  t.equal(all.right, all.requests);
  t.ok(importedRows > 0);
  t.equal(await mapCount(), OPTIONS.connections);
});

/** A service whose p99 is above the goal from a load on. */
const servedUntil =
  (most: number, seen: number[]): Measure =>
  async ({ rate = null, connections = 32 }) => {
    const load = rate ?? connections;
    seen.push(load);
    const latencyMs = { p50: 1, p90: 1, 'p97.5': 1, p99: load <= most ? 90 : 110, 'p99.9': 1, max: 1 };
    const counts = { refused: {}, timeouts: 0, lost: 0, wrong: 0, example: null, statuses: {} };
    const all = { requests: 1000, right: 1000, latencyMs, ...counts };
    const shares = {
      processor: 0.95,
      service: 0.5,
      postgresql: 0.3,
      generator: 0.1,
      disk: 0,
      generatorThread: 0.2,
    };
    return {
      profile: 'reads',
      workers: 1,
      rate,
      connections,
      seconds: 1,
      requestsPerSecond: rate ?? 1000,
      bytesPerSecond: 1,
      all,
      kinds: {},
      spans: {},
      importedRows: 0,
      use: shares,
    };
  };

t.test('the largest rate that keeps the goal is found, and the largest number of connections', async (t) => {
  const quiet = { say: () => {}, stop: never };
  for (const most of [1, 37, 400, 740, 999]) {
    const seen: number[] = [];
    const { best } = await findCapacity('reads', servedUntil(most, seen), 100, quiet);
    const found = best?.rate ?? 0;
    t.ok(found <= most && found >= most * (11 / 12) - 8, `${found} of ${most} by ${seen}`);
    t.ok(seen.length <= 8);
  }
  for (const most of [1, 3, 17, 31, 32, 64]) {
    const { best } = await findCapacity('imports', servedUntil(most, []), 100, quiet);
    const least = Math.floor((Math.min(32, most) * 11) / 12);
    t.ok(
      best !== null && best.connections <= most && best.connections >= least,
      `${best?.connections} of ${most}`,
    );
  }
  t.equal((await findCapacity('imports', servedUntil(0, []), 100, quiet)).best, null);
});
