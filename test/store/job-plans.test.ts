import t from 'tap';
import { addOwner, createOwner } from '../support/owner.js';

/*
 * The pages that a claim and a list of jobs read must not grow with what lies in the table. It is counted in
 * pages, and before the table was looked at by ANALYZE: the plans do not depend on statistics.
 */

const { sql, accountId, createMap: newMap } = await createOwner(t);
const ENDED = Number(process.env.ENDED_JOBS ?? 20_000);
const QUEUED = 10_000;

await sql`ALTER TABLE jobs SET (autovacuum_enabled = off)`;
const { accountId: neighbour, createMap: newMapOfTheirs } = await addOwner(sql, 'neighbour@example.com');
const theirMap = await newMapOfTheirs();
const [old, busy] = [await newMap(), await newMap()];
await sql`
  INSERT INTO maps (account_id, name) SELECT ${accountId}, 'M' FROM generate_series(1, 500)`;

/** Jobs with ids of their own, a second apart; `ago` is where they end. */
const fill = (name: string, mapId: number, rows: number, status: string, ago: string) => sql`
  INSERT INTO jobs (id, map_id, kind, task, total, first_marker_id, status, created_at, started_at, completed_at, spool)
  SELECT ${name} || n, ${mapId}, 'test', '{}', 1000, 1, ${status}::text, at, CASE WHEN ${status}::text <> 'queued' THEN at END,
         CASE WHEN ${status}::text = 'completed' THEN at END, 'here'
  FROM (SELECT n, now() - ${ago}::interval - (${rows}::int - n) * interval '1 second' AS at
        FROM generate_series(1, ${rows}::int) n) x`;
await fill('ended', old, ENDED, 'completed', '10 days');
await fill('failed', old, 1, 'failed', '60 days');
await fill('queued', busy, QUEUED, 'queued', '1 day');
// One on each of 500 maps, younger than those.
await sql`
  INSERT INTO jobs (id, map_id, kind, task, total, first_marker_id, spool)
  SELECT 'of' || m.id, m.id, 'test', '{}', 1000, 1, 'here' FROM maps m WHERE m.account_id = ${accountId} AND m.id > ${busy}`;
await fill('theirs', theirMap, 1, 'queued', '1 hour');

/** Rows of the answer, and pages that were read for it, by the functions that the statement calls, too. */
async function cost(query: string): Promise<{ pages: number; rows: number; ms: number }> {
  const [explained] = await sql.unsafe<
    [{ 'QUERY PLAN': [{ Plan: Record<string, number>; 'Execution Time': number }] }]
  >(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${query}`);
  const { Plan: plan, 'Execution Time': ms } = explained['QUERY PLAN'][0];
  return {
    pages: plan['Shared Hit Blocks']! + plan['Shared Read Blocks']!,
    rows: plan['Actual Rows']!,
    ms,
  };
}

const claim = (atMost: number) =>
  cost(`SELECT FROM claim_job_in_turn('{test}', 60000, 'one', 'here', ${atMost}, ${atMost})`);

t.test('a claim looks at few pages, whatever has ended and whatever waits', async (t) => {
  await claim(2); // the functions' plans are made
  for (let i = 0; i < 3; i++) {
    const { pages, rows, ms } = await claim(2);
    t.equal(rows, i < 2 ? 1 : 0);
    t.ok(pages < 300, `${pages} pages`);
    t.comment(`${ms} ms, ${pages} pages`);
  }
  const running = await sql`SELECT account_id, map_id FROM jobs WHERE status = 'processing' ORDER BY id`;
  t.match(running, [{ account_id: accountId }, { account_id: accountId }, { account_id: neighbour }]);
});

t.test('maps that wait for a running job of theirs are passed over at once', async (t) => {
  const { pages, rows } = await claim(3);
  t.equal(rows, 1);
  t.ok(pages < 300, `${pages} pages`);
});

t.test('a page of jobs reads a page', async (t) => {
  const list = (of: number, map: number | 'NULL', status: string, more = 'NULL, NULL') =>
    cost(`SELECT FROM list_jobs(${of}, ${map}, ${status}, ${more}, 50)`);
  await list(accountId, 'NULL', 'NULL');
  const pages = {
    all: await list(accountId, 'NULL', 'NULL'),
    next: await list(accountId, 'NULL', 'NULL', "now() - interval '10 days 1 hour', 'z'"),
    ofStatus: await list(accountId, 'NULL', "'completed'"),
    rareStatus: await list(accountId, 'NULL', "'failed'"),
    ofMap: await list(accountId, old, 'NULL'),
    ofMapAndStatus: await list(accountId, old, "'failed'"),
    none: await list(accountId, old, "'cancelled'"),
    notTheirs: await list(neighbour, old, 'NULL'),
  };
  t.same(
    Object.values(pages).map(({ rows }) => rows),
    [50, 50, 50, 1, 50, 1, 0, 0],
  );
  for (const [name, { pages: read, ms }] of Object.entries(pages)) {
    t.ok(read < 400, `${name}: ${read} pages`);
    t.comment(`${name}: ${ms} ms, ${read} pages`);
  }
});
