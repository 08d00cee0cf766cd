import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import type { Script } from '../../../load/profiles/ask.js';
import type { Here } from '../../../load/profiles/here.js';
import { picture } from '../../../load/profiles/images.js';
import { importFile } from '../../../load/profiles/imports.js';
import { laneFile, makeLane } from '../../../load/profiles/lane.js';
import { NEARBY } from '../../../load/profiles/nearby.js';
import type { LoadOptions } from '../../../load/profiles/options.js';
import type { ProfileName } from '../../../load/profiles/profiles.js';
import { READS } from '../../../load/profiles/reads.js';
import { runProfile } from '../../../load/profiles/run-profile.js';
import type { Scenario } from '../../../load/profiles/scenario.js';
import { SEARCH } from '../../../load/profiles/search.js';
import { SeedMaps } from '../../../load/profiles/seeded-maps.js';
import { verifyImports } from '../../../load/profiles/verify-imports.js';
import { WRITES } from '../../../load/profiles/writes.js';
import { createRandom } from '../../../load/seeded-csv.js';
import { startTestApp } from '../../support/app.js';

const app = await startTestApp(t);
const authorization = await app.authorization({
  rateLimit: 10_000_000,
  quotaMarkers: 10_000_000,
  quotaBulk: 10_000_000,
});
const service = { baseUrl: app.app.publicUrl, key: authorization.slice('Bearer '.length) };
const call = app.clientWith(authorization);
const never = new AbortController().signal;
const POLL_EVERY_MS = 10;

const OPTIONS: LoadOptions = {
  duration: 0.3,
  warmUp: 0,
  connections: 3,
  workers: 1,
  timeout: 30,
  interval: 60,
  seed: 1,
  maps: 1,
  markers: 200,
  rows: 40,
};

const run = (name: ProfileName, options: Partial<LoadOptions> = {}, said: string[] = []) =>
  runProfile(service, name, { ...OPTIONS, ...options }, (line) => said.push(line), never);

const mapCount = async (): Promise<number> => (await call('GET', '/maps')).body.data.length;

/** Runs a script at once, as a connection would, without a generator. @returns kinds of its requests */
async function follow(script: Script): Promise<string[]> {
  const kinds: string[] = [];
  for (let step = script.next(); !step.done; ) {
    const { kind, method = 'GET', path, body, contentType, expected = [200], defect, pauseMs } = step.value;
    if (pauseMs) await delay(POLL_EVERY_MS);
    kinds.push(kind);
    const answered = await call(method, path, body, { 'content-type': contentType ?? 'application/json' });
    const text = typeof answered.body === 'string' ? answered.body : JSON.stringify(answered.body);
    const answer = { ok: true, status: answered.status, body: text, dueMs: 0, answeredMs: 1 };
    if (!expected.includes(answered.status) || defect?.(answer))
      throw new Error(`${kind}: ${answered.status} ${text} ${defect?.(answer)}`);
    step = script.next(answer);
  }
  return kinds;
}

t.test('each scenario of each profile is answered as it expects', async (t) => {
  const maps = new SeedMaps(service);
  const plan = { seed: 1, maps: 1, markersAMap: 400, small: true, lanes: 1 };
  const seeded = await maps.make(plan, 'Scenarios');
  t.equal(await mapCount(), 3);
  const told: string[] = [];
  let count = 0;
  const here: Here = {
    seeded,
    random: createRandom(1),
    connection: 0,
    count: () => count++,
    freeLanes: [makeLane(1, seeded.laneMapIds[0]!, 0, 20)],
    pictures: { left: 1, free: 1 },
    span: (kind) => told.push(kind),
    wrong: (kind, why) => t.fail(`${kind}: ${why}`),
    imported: (rows) => told.push(`${rows} rows`),
  };
  const kinds = new Set<string>();
  const play = async (scenario: Scenario): Promise<void> => {
    for (const kind of await follow(scenario(here)!)) kinds.add(kind);
  };
  for (const [, scenario] of [...READS, ...WRITES, ...SEARCH, ...NEARBY]) await play(scenario);
  while (here.pictures.left > 0) await play(picture);
  // The fifth upload finds the map full and empties it.
  for (let upload = 0; upload < 5; upload++) await play(importFile);
  t.same([...kinds].sort(), KINDS);
  t.same(told, ['picture until completed', ...Array(5).fill(['import until completed', '20 rows']).flat()]);
  t.match(here.freeLanes, [{ contents: { imported: 1, next: 'unsent', unknown: false } }]);
  t.equal(here.pictures.free, 1);
  await maps.remove();
  t.equal(await mapCount(), 0);
});

const KINDS = [
  'DELETE all markers',
  'DELETE batch',
  'DELETE marker',
  'GET categories',
  'GET deleted marker',
  'GET fields',
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

t.test('a short run in two threads: all is right, each interval is told, nothing stays', async (t) => {
  const said: string[] = [];
  const { result, verified, trend } = await run('mixed', { workers: 2, soak: true, interval: 0.1 }, said);
  const { all } = result;
  t.match(all, { right: all.requests, wrong: 0, lost: 0, timeouts: 0, refused: {}, example: null });
  t.ok(all.requests >= OPTIONS.connections!);
  t.match(verified, { inexact: [], unknownMaps: 0 });
  t.match(said[0], /^second 0\.\d: [\d,]+ requests\/s, (p99 .* ms|no answer), 0 failed, (memory|resident)/);
  t.not(trend, null);
  t.equal(await mapCount(), 0);
});

t.test('a short run of imports: what was imported is exact, and stays where it is to be kept', async (t) => {
  const { result, verified } = await run('imports', { keep: true });
  t.equal(result.all.right, result.all.requests);
  t.match(verified, { inexact: [], unknownMaps: 0, exactMaps: OPTIONS.connections });
  t.equal(await mapCount(), OPTIONS.connections);
});

t.test('an import that is not there as it was sent is found', async (t) => {
  const { body: map } = await call('POST', '/maps', { name: 'Lane' });
  const upload = async (csv: string): Promise<void> => {
    const { body } = await call('POST', `/maps/${map.id}/markers/bulk`, csv, { 'content-type': 'text/csv' });
    t.match(body, { status: 'queued' });
  };
  const verify = (changes: object) =>
    verifyImports(service, [{ ...makeLane(1, map.id, 0, 40).contents, ...changes }], {
      seed: 1,
      rowsAnUpload: 40,
    });
  const csv = laneFile(1, 0, 0, 40).toString();
  t.equal(csv, laneFile(1, 0, 0, 40).toString(), 'the same each time');
  t.not(csv, laneFile(2, 0, 0, 40).toString());

  await upload(csv.split('\n').slice(0, -2).join('\n'));
  t.match(await verify({ imported: 1 }), {
    exactMaps: 0,
    inexact: [`map ${map.id} has 39 rows instead of 40`],
  });
  await upload(csv);
  t.match(await verify({ imported: 1 }), { exactMaps: 1, rows: 40, inexact: [] });
  t.match(await verify({ next: 'accepted' }), { exactMaps: 1 });
  t.match(await verify({ next: 'unanswered' }), { exactMaps: 1 });
  t.match(await verify({ unknown: true }), { exactMaps: 0, unknownMaps: 1, inexact: [] });

  const { body: page } = await call('GET', `/maps/${map.id}/markers?page_size=1`);
  await call('PATCH', `/maps/${map.id}/markers/${page.data[0].id}`, { category: 'Elsewhere' });
  t.match(await verify({ imported: 1 }), {
    inexact: [`map ${map.id} has 40 rows, but not those that were sent`],
  });
});
