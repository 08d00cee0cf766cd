import postgres from 'postgres';
import t from 'tap';
import { CSV, finished, startTestApp } from '../support/app.js';

const service = await startTestApp(t);
const IMPORTS = 8;
/** A block: it holds a thread for as long as it waits. */
const ROWS = 2_000;

const rows = (count: number) =>
  `name,lat,lng\n${Array.from({ length: count }, (_, i) => `P${i},${i % 90},${i % 180}`).join('\n')}`;

t.test("a neighbour's small uploads are done while eight long imports of one account are not", async (t) => {
  const { sql } = service.app;
  const busy = await service.client({ email: 'busy@example.com' });
  const neighbour = await service.client({ email: 'neighbour@example.com' });
  const maps: number[] = [];
  for (let i = 0; i < IMPORTS; i++) maps.push((await busy('POST', '/maps', { name: 'M' })).body.id);
  const { body: map } = await neighbour('POST', '/maps', { name: 'N' });

  // Blocks cannot be counted while these rows are locked: imports hold the threads that they get.
  await sql`
    INSERT INTO map_counts (map_id, shard, markers, areas) SELECT m.id, s, 0, 0 FROM maps m, generate_series(0, 7) s
    WHERE m.id IN ${sql(maps)} ON CONFLICT DO NOTHING`;
  const locker = postgres(service.databaseUrl, { max: 1, fetch_types: false });
  t.teardown(() => locker.end({ timeout: 1 }));
  await locker`BEGIN`;
  await locker`SELECT FROM map_counts FOR UPDATE`;

  const imports = [];
  for (const id of maps) {
    const { status, body } = await busy('POST', `/maps/${id}/markers/bulk`, rows(ROWS), CSV);
    t.equal(status, 202);
    imports.push(body);
  }
  const batch = { markers: [{ name: 'A', lat: 1, lng: 2 }] };
  const json = await neighbour('POST', `/maps/${map.id}/markers/bulk`, batch);
  t.equal(json.status, 200, 'a JSON batch is answered when it is done');
  t.match(json.body, { added: 1 });
  const csv = await neighbour('POST', `/maps/${map.id}/markers/bulk`, 'name,lat,lng\nB,3,4\n', CSV);
  t.equal(csv.status, 202);
  t.match(await finished(neighbour, csv.body), { status: 'completed', added: 1 });

  const open = await sql<{ status: string }[]>`
    SELECT status FROM jobs WHERE map_id IN ${sql(maps)} AND completed_at IS NULL ORDER BY status`;
  t.same(
    open.map(({ status }) => status),
    ['processing', 'processing', ...Array(IMPORTS - 2).fill('queued')],
  );
  await locker`COMMIT`;
  for (const job of imports)
    t.match(await finished(busy, job), { status: 'completed', added: ROWS, error_count: 0 });
});
