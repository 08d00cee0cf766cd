import t from 'tap';
import { KINDS } from '../../../src/background/retention/kinds.js';
import { findRestorableMap, restoreMap } from '../../../src/store/map-life.js';
import type { RetentionDays } from '../../../src/store/retention.js';
import { advanceSearchIndex } from '../../../src/store/search-index.js';
import { createOwner, type Owner } from '../../support/owner.js';
import { addJob, addMarkers, countOf } from '../../support/rows.js';
import { KEEP, retentionOf } from './run-retention.js';

let owner: Owner;
t.beforeEach(async (t) => {
  owner = await createOwner(t);
});

const retention = (keep?: RetentionDays) => retentionOf(owner, keep);

/** Everything that can belong to a map. */
async function fillMap(mapId: number): Promise<void> {
  await addMarkers(owner.sql, mapId, 50, mapId * 1000, null);
  await owner.sql`INSERT INTO legend_entries (map_id, layer_id, name, color, ordering)
    SELECT map_id, id, 'C' || n, 'red', n FROM layers, generate_series(1, 20) n WHERE map_id = ${mapId}`;
  await owner.sql`SELECT ensure_fields(${mapId}, '{a,b}', '{text,number}')`;
  await owner.sql`SELECT FROM share_map(${owner.accountId}, ${mapId}, ${`friend-${mapId}@example.com`}, 'viewer', 10)`;
  await addJob(owner.sql, `done ${mapId}`, mapId, 'completed', 1);
  await addJob(owner.sql, `waiting ${mapId}`, mapId, 'queued', null);
  while (await advanceSearchIndex(owner.sql, mapId, 100));
  // Its text stays behind.
  await owner.sql`DELETE FROM markers WHERE map_id = ${mapId} AND id = ${mapId * 1000}`;
}

const TABLES = [
  'markers',
  'layers',
  'legend_entries',
  'field_definitions',
  'map_counts',
  'shares',
  'outbox',
  'jobs',
  'search_texts',
  'search_indexes',
] as const;

t.test(
  'a deleted map goes after 90 days with all that belongs to it; what is younger or not deleted stays',
  async (t) => {
    const [gone, young, live] = [await owner.createMap(), await owner.createMap(), await owner.createMap()];
    for (const mapId of [gone, young, live]) await fillMap(mapId);
    await owner.sql`UPDATE maps SET deleted_at = now() - interval '90.1 days' WHERE id = ${gone}`;
    await owner.sql`UPDATE maps SET deleted_at = now() - interval '89.9 days' WHERE id = ${young}`;
    const rowsOf = async (mapId: number) =>
      Promise.all(TABLES.map(async (table) => countOf(owner.sql, `${table} WHERE map_id = ${mapId}`)));
    const [youngRows, liveRows] = [await rowsOf(young), await rowsOf(live)];
    t.notOk(youngRows.includes(0), `nothing is missing: ${youngRows}`);
    const { run } = retention();
    t.same(Object.keys(await run()), ['deletedMaps']);
    t.same(
      await rowsOf(gone),
      TABLES.map(() => 0),
    );
    t.equal(await countOf(owner.sql, `maps WHERE id = ${gone}`), 0);
    t.equal(await countOf(owner.sql, 'import_blocks'), 4);
    t.same([await rowsOf(young), await rowsOf(live)], [youngRows, liveRows]);
    t.same(await run(), {});
  },
);

t.test('a large map goes in steps of 10,000 markers; once begun it cannot be restored', async (t) => {
  const mapId = await owner.createMap();
  await addMarkers(owner.sql, mapId, 25_000, 1, null);
  await owner.sql`UPDATE maps SET deleted_at = now() - interval '91 days' WHERE id = ${mapId}`;
  t.match(await findRestorableMap(owner.sql, owner.accountId, mapId), { id: mapId });
  const steps: number[] = [];
  for await (const rows of KINDS.deletedMaps(owner.sql, KEEP, (error) => t.fail(String(error)))) {
    steps.push(rows);
    t.equal(await findRestorableMap(owner.sql, owner.accountId, mapId), null);
    await t.rejects(restoreMap(owner.sql, owner, mapId), { code: 'CL404' });
  }
  t.same(
    steps.filter((rows) => rows > 1),
    [10_000, 10_000, 5_000],
  );
  t.equal(await countOf(owner.sql, 'maps'), 0);
});

t.test(
  'a step passes no markers that earlier ones removed, also where a snapshot still sees them',
  async (t) => {
    const mapId = await owner.createMap();
    await addMarkers(owner.sql, mapId, 4000, 1, null);
    await owner.sql`UPDATE maps SET deleted_at = now() - interval '91 days' WHERE id = ${mapId}`;
    // One transaction keeps in the index what it has removed, as an old snapshot does.
    const blocks = await owner.sql.begin(async (sql) => {
      const seen: number[] = [];
      for (let after = 0; after < 4000; after += 100) {
        const [row] =
          await sql`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) SELECT remove_map_part(${mapId}, 90, 100, ${after})`;
        seen.push(row!['QUERY PLAN'][0].Plan['Shared Hit Blocks']);
      }
      return seen;
    });
    t.equal(await countOf(owner.sql, 'markers'), 0);
    t.ok(blocks.at(-1)! < 2 * blocks[1]!, `${blocks}`);
  },
);

t.test('an open import of a map that goes is cancelled first, so that it writes nothing more', async (t) => {
  const mapId = await owner.createMap();
  await addMarkers(owner.sql, mapId, 1, 1, null);
  await addJob(owner.sql, 'running', mapId, 'processing', null);
  await owner.sql`UPDATE maps SET deleted_at = now() - interval '91 days' WHERE id = ${mapId}`;
  const steps = KINDS.deletedMaps(owner.sql, KEEP, (error) => t.fail(String(error)));
  await steps.next();
  t.match((await owner.sql`SELECT status, lease FROM jobs`)[0], { status: 'cancelled', lease: 1 });
  t.equal(await countOf(owner.sql, 'markers'), 1);
});

t.test('a map that cannot be removed keeps neither other maps nor other kinds', async (t) => {
  const [stuck, gone] = [await owner.createMap(), await owner.createMap()];
  await owner.sql`UPDATE maps SET deleted_at = now() - (200 - id) * interval '1 day'`;
  await owner.sql`CREATE TABLE notes (map_id bigint REFERENCES maps)`;
  await owner.sql`INSERT INTO notes VALUES (${stuck})`;
  await owner.sql`INSERT INTO accounts (email, plan, pending, created_at) VALUES ('p@example.com', 'free', true, now() - interval '91 days')`;
  const { run, entries } = retention();
  t.same(Object.keys(await run()), ['deletedMaps', 'pendingAccounts']);
  t.same(
    (await owner.sql`SELECT id FROM maps`).map(({ id }) => id),
    [stuck],
  );
  t.match(
    entries.filter(({ level }) => level > 30),
    [{ kind: 'deletedMaps', msg: 'could not remove expired rows of a kind: trying again in the next run' }],
  );
  t.not(gone, stuck);
});
