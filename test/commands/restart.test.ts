import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { findFreePort } from '../../load/nginx.js';
import { serve, start, until } from '../support/cartload-process.js';
import { connectTest, createDatabase } from '../support/database.js';
import { fetchDocumented } from '../support/documented.js';
import { placesCsv } from '../support/places-csv.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const ROWS = 45_000;

t.test('a SIGTERM gives a running import back, and the next start completes it exactly', async (t) => {
  const folder = temporaryFolder(t);
  const { url } = await createDatabase(t);
  const sql = connectTest(t, url);
  // Slow enough to be met in the middle.
  await sql
    .unsafe(`
      CREATE FUNCTION delay() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(0.3); RETURN NEW; END $$;
      CREATE TRIGGER delay BEFORE INSERT ON import_blocks FOR EACH ROW EXECUTE FUNCTION delay()`)
    .simple();
  // One that was given out for PORT=0 cannot be taken again before the last TIME_WAIT on it is over.
  const env = { DATABASE_URL: url, DATA_DIR: join(folder, 'data'), PORT: `${await findFreePort()}` };
  const first = await serve(t, { env });
  const key = await first.seen('stdout', (line) => (JSON.parse(line) as { key: string }).key);
  const made = await fetchDocumented(`${first.url}/maps`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: '{"name":"Places"}',
  });
  t.equal(made.status, 201);
  const { id } = (await made.json()) as { id: number };
  const file = join(folder, 'places.csv');
  writeFileSync(file, placesCsv(ROWS));
  const command = start(t, ['import', String(id), file], {
    env: { CARTLOAD_URL: first.url, CARTLOAD_KEY: key },
  });

  const committed = async () =>
    (await sql<{ n: number }[]>`SELECT count(*)::integer AS n FROM import_blocks`)[0]!.n;
  await until(async () => (await committed()) > 0);
  first.child.kill('SIGTERM');
  first.child.kill('SIGTERM');
  t.equal((await first.ended).code, 0);
  const [job] = await sql<{ status: string; free: boolean; blocks: number }[]>`
    SELECT status, lease_until <= clock_timestamp() AS free, json_array_length(task -> 'blocks') AS blocks FROM jobs`;
  t.match(job, { status: 'processing', free: true }, 'given back, not left to run out');
  const before = await committed();
  t.ok(before < job!.blocks, `${before} of ${job!.blocks} blocks`);

  await serve(t, { env });
  // The command has waited for the service to come back.
  const { code, stdout, stderr } = await command.ended;
  t.equal(code, 0);
  t.match(stderr, /^(cartload: waiting for the service: .* cannot be reached: .*\n)?$/);
  const counts = { total: ROWS, processed: ROWS, added: ROWS, updated: 0, skipped: 0, error_count: 0 };
  t.match(JSON.parse(stdout), { status: 'completed', ...counts });
  t.same(
    await sql`SELECT count(*)::integer AS markers, count(DISTINCT name)::integer AS names, min(map_id)::integer AS map FROM markers`,
    [{ markers: ROWS, names: ROWS, map: id }],
  );
});
