import t from 'tap';
import { viewBulkJobs } from '../../src/api/job-view.js';
import type { BulkJob } from '../../src/schema/job.js';
import type { RejectionRuns } from '../../src/schema/rejection-runs.js';
import type { Sql } from '../../src/store/client.js';
import { findOwnedJob, listJobs, withPlans } from '../../src/store/jobs.js';
import { importBench, TEST_LINKS } from '../support/import.js';
import { eachRejection } from '../support/rejections.js';

/** The same connections, with the number of statements that are sent over them. */
function counting(sql: Sql): { sql: Sql; statements: () => number } {
  let statements = 0;
  const counted = new Proxy(sql, {
    apply: (target, self, args) => {
      if (Array.isArray(args[0]) && 'raw' in args[0]) statements++;
      return Reflect.apply(target, self, args);
    },
  });
  return { sql: counted, statements: () => statements };
}

const bench = await importBench(t);
const mapId = await bench.createMap();
/** Three blocks and more, some 160 rows of each rejected, for one of two reasons. */
const large = `name,lat,lng,note\n${Array.from({ length: 12_000 }, (_, i) => `${i % 40 ? `P${i}` : ''},${i % 39 ? 1 : 'x'},2,${'n'.repeat(150)}\n`).join('')}`;
const jobs: BulkJob[] = [];
for (const text of [
  large,
  'name,lat,lng,,\nA,1,2,,seen\nB,1,3,,\n',
  'name,lat,lng,,\nC,1,4,seen,\nD,y,3,,\n',
  'name,lat,lng\n',
])
  jobs.unshift(await bench.importText(mapId, text));
const [{ account }] = await bench.sql<[{ account: number }]>`SELECT account_id AS account FROM maps`;
const page = { mapId: null, status: null, before: null, limit: 100 };

t.test('a list of jobs is read in five statements, and shows of each what the job itself does', async (t) => {
  const { sql, statements } = counting(bench.sql);
  const listed = await listJobs(sql, account, page);
  const shown = await viewBulkJobs(sql, await withPlans(sql, listed), TEST_LINKS, 10);
  t.equal(statements(), 5);
  t.same(
    shown,
    jobs.map((job) => ({ ...job, errors: job.errors.slice(0, 10) })),
  );
  t.same(await viewBulkJobs(sql, [], TEST_LINKS, 10), []);
});

t.test('errors are the first in file order, over the borders of blocks', async (t) => {
  const { id } = (await listJobs(bench.sql, account, page)).at(-1)!;
  const blocks = await bench.sql<{ rejections: RejectionRuns }[]>`
    SELECT rejections FROM import_blocks WHERE job_id = ${id} AND rejections IS NOT NULL ORDER BY block`;
  t.ok(blocks.length >= 3);
  const errors = blocks.map(({ rejections }) => [...eachRejection(rejections)]);
  const all = errors.flat();
  t.equal(jobs.at(-1)!.error_count, all.length);
  const job = (await findOwnedJob(bench.sql, account, id))!;
  const inFirst = errors[0]!.length;
  for (const limit of [1, inFirst, inFirst + 1, all.length, all.length + 1]) {
    const [shown] = await viewBulkJobs(bench.sql, [job], TEST_LINKS, limit);
    t.same(shown!.errors, all.slice(0, limit), `${limit}`);
    t.equal(
      shown!.error_summary.reduce((sum, { count }) => sum + count, 0),
      all.length,
    );
  }
});

t.test('of columns without a header those that have values are shown, of each job its own', async (t) => {
  t.same(
    jobs.map(({ mapping }) => mapping.filter(({ how }) => how === 'custom').map(({ index }) => index)),
    [[], [3], [4], [3]],
  );
});

t.test('no job is read with its blocks', async (t) => {
  const listed = await listJobs(bench.sql, account, page);
  const single = await findOwnedJob(bench.sql, account, listed[0]!.id);
  for (const job of [...(await withPlans(bench.sql, listed)), single])
    t.same(Object.keys((job as { plan: object }).plan), [
      'mapping',
      'unnamed',
      'receivingMs',
      'shownOptions',
      'sheet',
      'undoes',
      'retries',
    ]);
  t.notMatch(JSON.stringify([listed, single]), /startByte/);
});
