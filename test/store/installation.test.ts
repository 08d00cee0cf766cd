import t from 'tap';
import { cellOf } from '../../src/geo/cell.js';
import type { Sql } from '../../src/store/client.js';
import { settleInstallation } from '../../src/store/installation.js';
import { EVERY_MARKER } from '../../src/store/marker-filter.js';
import { searchMarkers } from '../../src/store/search.js';
import { advanceSearchIndex } from '../../src/store/search-index.js';
import { createOwner } from '../support/owner.js';
import { parseMarker } from '../support/parse-marker.js';

/** Row that pg_restore leaves: the same row, written by another transaction. */
const copyRow = (sql: Sql) => sql`
  WITH gone AS (DELETE FROM installation RETURNING *)
  INSERT INTO installation SELECT false, g.id, g.copied_from, g.database, g.relation, g.xid, g.cluster FROM gone g`;
const finishCopy = (sql: Sql) => sql`UPDATE installation SET is_only = true`;

const copy = async (sql: Sql): Promise<void> => {
  await sql`ALTER TABLE installation DROP CONSTRAINT installation_is_only_check`;
  await copyRow(sql);
  await finishCopy(sql);
};

t.test('an installation is the same at every start, of many processes at once', async (t) => {
  const { sql } = await createOwner(t);
  const first = await settleInstallation(sql);
  t.match(first.id, /^[\da-f-]{36}$/);
  const others = await Promise.all(Array.from({ length: 8 }, () => settleInstallation(sql)));
  t.same(others, Array(8).fill(first));
});

t.test('a vacuumed, rewritten row is still the same installation', async (t) => {
  const { sql } = await createOwner(t);
  const first = await settleInstallation(sql);
  await sql.unsafe('VACUUM FULL FREEZE installation');
  t.same(await settleInstallation(sql), first);
});

t.test('a copy is another installation, which knows of which it is one, and stays that', async (t) => {
  const { sql } = await createOwner(t);
  const original = await settleInstallation(sql);
  await copy(sql);
  const copied = await Promise.all(Array.from({ length: 4 }, () => settleInstallation(sql)));
  t.equal(copied[0]!.copiedFrom, original.id);
  t.not(copied[0]!.id, original.id);
  t.same(new Set(copied.map(({ id }) => id)).size, 1);
  t.same(await settleInstallation(sql), copied[0]);
});

t.test('a search in a copy finds what was written before and after, by text and by category', async (t) => {
  const { sql, createMap } = await createOwner(t);
  await settleInstallation(sql);
  const mapId = await createMap();
  const insert = (id: number, name: string) => sql`
    WITH noted AS MATERIALIZED (SELECT note_marker(${mapId}, ${id}))
    INSERT INTO markers (map_id, id, name, category, type, lat, lng, cell)
    SELECT ${mapId}, ${id}, ${name}, 'Hub', 'pin', 0, 0, ${cellOf(0, 0)} FROM noted`;
  const find = async (filter: { text?: string; category?: string }) =>
    (
      await searchMarkers(
        (step) => step(sql),
        mapId,
        { ...EVERY_MARKER, ...filter },
        { afterId: 0, limit: 100, signal: AbortSignal.timeout(30_000) },
        () => {},
      )
    ).map((marker) => parseMarker(marker).id);
  const index = async () => {
    while (await advanceSearchIndex(sql, mapId, 5000));
  };
  await insert(1, 'old harbour');
  await index();
  // The cluster that it was dumped from had come further in its transactions.
  await sql`UPDATE search_indexes SET snapshot = '4000000000:4000000000:'`;
  await sql`UPDATE nearby_changes SET xid = '3999999999'`;
  await copy(sql);
  await settleInstallation(sql);
  await insert(2, 'new harbour');
  t.same(await find({ text: 'harbour' }), [1, 2]);
  t.same(await find({ category: 'Hub' }), [1, 2]);
  await index();
  t.same(await find({ text: 'harbour' }), [1, 2]);
  await insert(3, 'newest harbour');
  t.same(await find({ text: 'harbour' }), [1, 2, 3]);
  t.same(await sql`SELECT FROM nearby_changes WHERE xid = '3999999999'`, []);
});

t.test(
  'where the server alone is new, as after pg_upgrade, it is the same installation, searched anew',
  async (t) => {
    const { sql, createMap } = await createOwner(t);
    const first = await settleInstallation(sql);
    const mapId = await createMap();
    await sql`INSERT INTO search_indexes (map_id, snapshot, stale) VALUES (${mapId}, '4000000000:4000000000:', '{}')`;
    // pg_upgrade writes no row anew, but this test must.
    await sql`UPDATE installation SET cluster = 'of before', xid = pg_current_xact_id()::xid`;
    t.same(await settleInstallation(sql), first);
    t.same(await sql`SELECT stale::text FROM search_indexes WHERE map_id = ${mapId}`, [{ stale: '{[1,)}' }]);
  },
);
