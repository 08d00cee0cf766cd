import t from 'tap';
import { connect } from '../../src/store/client.js';
import { finished, sharedTestApp } from '../support/app.js';

const service = await sharedTestApp(t);
const call = service.clientWith(await service.authorization());

const upload = async (map: number, text: string, query: string) => {
  const path = `/maps/${map}/markers/bulk?${query}`;
  return finished(call, (await call('POST', path, text, { 'content-type': 'text/csv' })).body);
};
const HEADER = 'name,lat,lng,location_code,category,expire,Phone,Fax\n';
const linesOf = async (url: string | null): Promise<string[]> =>
  ((await call<string>('GET', url!)).body as string).split('\r\n').filter((line) => line !== '');

t.test('a job lists what it changed in the map, member by member', async (t) => {
  const map = (await call('POST', '/maps', { name: 'M' })).body.id;
  const first = await upload(
    map,
    `${HEADER}A,50.5,8.5,7,Open,,1,9\nB,51.5,8.5,8,Open,,2,\nC,52.5,8.5,9,,,3,\nD,53.5,8.5,10,,,,\n`,
    '',
  );
  const ids = (await call('GET', `/maps/${map}/markers`)).body.data.map(({ id }: { id: number }) => id);
  t.same(await linesOf(first.changes_url), [
    'marker_id,code,name,change,member,old,new',
    `${ids[0]},7,A,added,,,`,
    `${ids[1]},8,B,added,,,`,
    `${ids[2]},9,C,added,,,`,
    `${ids[3]},10,D,added,,,`,
  ]);
  const text = `${HEADER}"=A, too",50.5,8.25,7,Closed,2099-01-01,1,8\nC,52.5,8.5,9,,,3,\nD,53.5,8.5,10,,,4,\nE,54.5,8.5,11,,,,\n`;
  const job = await upload(map, text, 'match=location_code&missing=delete');
  t.match(job, { added: 1, updated: 2, unchanged: 1, deleted: 1 });
  const lines = await linesOf(job.changes_url);
  const added = (await call('GET', `/maps/${map}/markers`)).body.data.at(-1).id;
  const name = `"'=A, too"`;
  t.same(lines, [
    'marker_id,code,name,change,member,old,new',
    `${ids[0]},7,${name},updated,name,A,${name}`,
    `${ids[0]},7,${name},updated,lng,8.5,8.25`,
    `${ids[0]},7,${name},updated,custom_fields.Fax,9,8`,
    `${ids[0]},7,${name},updated,expire,,2099-01-01`,
    `${ids[0]},7,${name},updated,category,Open,Closed`,
    ...lines.slice(6, 7),
    `${ids[3]},10,D,updated,custom_fields.Phone,,4`,
    `${ids[1]},8,B,deleted,,,`,
    `${added},11,E,added,,,`,
  ]);
  t.match(lines[6], new RegExp(`^${ids[0]},7,"'=A, too",updated,color,\\w+,\\w+$`));
});

t.test('an import that changed nothing has no list, and neither has one before its end', async (t) => {
  const map = (await call('POST', '/maps', { name: 'M' })).body.id;
  await upload(map, `${HEADER}A,50.5,8.5,7,,,,\n`, '');
  const job = await upload(map, `${HEADER}A,50.5,8.5,7,,,,\n`, 'on_duplicate=overwrite');
  t.match(job, { unchanged: 1, changes_url: null });
  t.equal((await call('GET', `/jobs/${job.job_id}/changes.csv`)).status, 404);
});

t.test('a list longer than a page is whole, and goes with its job', async (t) => {
  const map = (await call('POST', '/maps', { name: 'M' })).body.id;
  const rows = Array.from({ length: 1203 }, (_, i) => `P${i},${i / 20},8.5,${i},,,`);
  await upload(map, HEADER + rows.map((row) => `${row}1,\n`).join(''), '');
  const job = await upload(map, HEADER + rows.map((row) => `${row}2,\n`).join(''), 'on_duplicate=overwrite');
  t.equal(job.updated, rows.length);
  const lines = await linesOf(job.changes_url);
  t.equal(lines.length, 1 + rows.length);
  t.equal(new Set(lines).size, lines.length);
  const sql = connect(service.databaseUrl, {
    applicationName: 'test',
    maxConnections: 1,
    statementTimeoutMs: 30_000,
  });
  t.teardown(() => sql.end());
  await sql`UPDATE jobs SET completed_at = now() - interval '40 days' WHERE id = ${job.job_id}`;
  const steps = [];
  for (let removed = 1; removed > 0; steps.push(removed))
    removed = (await sql`SELECT remove_finished_jobs(30, 500) AS removed`)[0]!.removed;
  t.ok(
    steps.every((removed) => removed <= 501),
    String(steps),
  );
  t.same(await sql`SELECT FROM import_changes WHERE job_id = ${job.job_id}`, []);
  t.same(await sql`SELECT FROM jobs WHERE id = ${job.job_id}`, []);
});
