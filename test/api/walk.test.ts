import { type Profiler, Session } from 'node:inspector/promises';
import t from 'tap';
import { asOwner, sharedTestApp } from '../support/app.js';
import { connectTest } from '../support/database.js';

const { service, call } = await asOwner(await sharedTestApp(t));
const authorization = await service.authorization();
const sql = connectTest(t, service.databaseUrl);
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
t.teardown(() => session.disconnect());

/** The way of a GET to its statement, as docs/architecture.md has it, by name. */
const WALK = [
  'access/keys/authenticator.js',
  'access/limits/rate-limiter.js',
  'base/threads/fair-queue.js',
  'http/deadlines.js',
  'http/dispatch.js',
  'http/endpoint.js',
  'http/exchange.js',
  'http/path-matcher.js',
  'http/server.js',
  'http/validate.js',
  'store/client.js',
  'store/maps.js',
];

/** Has the statement that waits. */
const STATEMENT = 'store/maps.js';

const ran = ({ functions }: Profiler.ScriptCoverage): boolean =>
  functions.some(({ ranges }) => ranges[0]!.count > 0);

/** Measures itself every few milliseconds. */
const ALWAYS_RUNS = 'base/metrics/event-loop-delay.js';

/** Files of the service of which a function was called since the last call. */
async function filesSince(): Promise<string[]> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  return result
    .filter((script) => script.url.includes('/dist/src/') && ran(script))
    .map(({ url }) => url.split('/dist/src/')[1]!)
    .filter((file) => file !== ALWAYS_RUNS);
}

/** Files that a request has passed when its statement waits for a lock. */
const passedBy = (url: string): Promise<string[]> =>
  sql.begin(async (tx) => {
    await tx`LOCK TABLE maps IN ACCESS EXCLUSIVE MODE`;
    await filesSince();
    const answer = fetch(url, { headers: { authorization } });
    answer.catch(() => {});
    for (let waiting = false; !waiting; ) {
      const [row] = await tx`
        SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted AND relation = 'maps'::regclass) AS waiting`;
      waiting = row!.waiting;
    }
    return filesSince();
  });

/**
 * Leaves out what the service does beside requests now and then: it is not seen at each of some tries. At
 * others a statement of the service's own waits for the lock before that of the request.
 */
async function walkOf(url: string): Promise<string[]> {
  let walk = null as string[] | null;
  for (let tries = 0; tries < 40 && (walk === null || walk.length > WALK.length); tries++) {
    const passed = await passedBy(url);
    if (passed.includes(STATEMENT)) walk = walk?.filter((file) => passed.includes(file)) ?? passed;
  }
  return walk!.sort();
}

t.test('a GET passes these files before its statement runs', async (t) => {
  const { body: map } = await call('POST', '/maps', { name: 'M' });
  await call('GET', `/maps/${map.id}`);
  const walk = await walkOf(`${service.app.publicUrl}/maps/${map.id}`);
  t.same(walk, WALK);
});
