import t from 'tap';
import { removeExpiredMarkers } from '../../src/store/retention.js';
import { asOwner, importCsv, startTestApp } from '../support/app.js';
import { assertCounts } from '../support/rows.js';

/*
 * Markers have no triggers, as tables that are distributed cannot have any: whoever writes them notes it, for
 * nearby search and the texts of search, and keeps those out of the counters whose expiry is settled.
 */

const { sql, call } = await asOwner(await startTestApp(t));

const csv = async (map: number, text: string, query = '') => {
  const job = await importCsv(call, map, text, query);
  t.equal(job.status, 'completed');
  return job;
};

/** A map with the markers P0 to P4. */
async function filledMap(): Promise<{ map: number; ids: number[] }> {
  const { body } = await call('POST', '/maps', { name: 'M' });
  await csv(body.id, `name,lat,lng\n${[0, 1, 2, 3, 4].map((i) => `P${i},${i},${i}`).join('\n')}\n`);
  const rows = await sql<{ id: number }[]>`SELECT id FROM markers WHERE map_id = ${body.id} ORDER BY id`;
  return { map: body.id, ids: rows.map(({ id }) => id) };
}

/** Notes made while something is done: `deleted`, and each id. */
async function notesOf(map: number, action: () => Promise<unknown>): Promise<[boolean, number][]> {
  await sql`DELETE FROM nearby_changes WHERE map_id = ${map}`;
  await action();
  const rows = await sql<{ deleted: boolean; id: number }[]>`
    SELECT c.deleted, i AS id FROM nearby_changes c, unnest(c.marker_ids) r, generate_series(lower(r), upper(r) - 1) i
    WHERE c.map_id = ${map} ORDER BY 1, 2`;
  return rows.map(({ deleted, id }) => [deleted, id]);
}

t.test('single writes and bulk deletes are noted, each with its markers', async (t) => {
  const { map, ids } = await filledMap();
  const [first, second, third, ...rest] = ids as [number, number, number, ...number[]];
  const path = `/maps/${map}/markers`;
  t.same(await notesOf(map, () => call('PATCH', `${path}/${first}`, { name: 'Other' })), [[false, first]]);
  t.same(await notesOf(map, () => call('DELETE', `${path}/${first}`)), [[true, first]]);
  const some = { confirm: true, marker_ids: [second, third, 999_999] };
  t.same(await notesOf(map, () => call('DELETE', `${path}/bulk`, some)), [
    [true, second],
    [true, third],
  ]);
  const all = { confirm: true, all: true };
  t.same(
    await notesOf(map, () => call('DELETE', `${path}/bulk`, all)),
    rest.map((id) => [true, id]),
  );
  const created: [boolean, number][] = [];
  const notes = await notesOf(map, async () => {
    const { body } = await call('POST', path, { name: 'N', lat: 1, lng: 1 });
    created.push([false, body.id]);
  });
  t.same(notes, created);
});

t.test(
  'an import notes what it adds, what it overwrites, and the expired markers that it takes the place of',
  async (t) => {
    const { map, ids } = await filledMap();
    const [, second, third] = ids as [number, number, number];
    const overwriting = '?on_duplicate=overwrite';
    t.same(await notesOf(map, () => csv(map, 'name,lat,lng,city\nP1,1,1,Oslo\nP2,2,2,\n', overwriting)), [
      [false, second],
    ]);
    await sql`UPDATE markers SET expires_at = now() - interval '1 hour' WHERE map_id = ${map} AND id = ${third}`;
    const notes = await notesOf(map, () => csv(map, 'name,lat,lng\nP2,2,2\n'));
    t.equal(notes.length, 2);
    t.same(notes[1], [true, third]);
    t.ok(notes[0]![1] > ids[4]!, 'the new one');
    await assertCounts(t, sql, map);
  },
);

t.test('retention notes the markers that it removes', async (t) => {
  const { map, ids } = await filledMap();
  await sql`UPDATE markers SET expires_at = now() - interval '9 days' WHERE map_id = ${map} AND id = ${ids[0]!}`;
  t.same(await notesOf(map, () => removeExpiredMarkers(sql, map, 8, 10)), [[true, ids[0]!]]);
});

t.test(
  'markers whose expiry is settled, or becomes so, are counted as they are after an import that overwrites them',
  async (t) => {
    const { map } = await filledMap();
    const settle = () => sql`SELECT settle_expired(${map})`;
    const overwrite = (expire: string, type = 'pin') =>
      csv(
        map,
        `name,lat,lng,expire,radius\nP1,1,1,${expire},2\nP2,2,2,${expire},2\n`,
        `?on_duplicate=overwrite&marker_type=${type}`,
      );
    await settle();
    await overwrite('2001-01-01');
    await assertCounts(t, sql, map);
    await settle();
    await assertCounts(t, sql, map);
    // They have expired, so that rows like them are new markers in their place.
    await overwrite('2999-01-01', 'circle');
    await assertCounts(t, sql, map);
    await overwrite('2001-01-01', 'pin');
    await assertCounts(t, sql, map);
  },
);

t.test(
  'a block of an earlier version, which does not say what it changed, has the whole map read anew',
  async (t) => {
    const { map } = await filledMap();
    await sql`INSERT INTO jobs (id, map_id, kind, task, total, first_marker_id, status, lease)
            VALUES ('old', ${map}, 'bulk_import', '{}', 1, 1, 'processing', 1)`;
    await sql`DELETE FROM nearby_changes WHERE map_id = ${map}`;
    const block = { block: 0, rows: 1, added: 0, updated: 1, unchanged: 0, skipped: 0, rejected: 0 };
    const times = { parsing_ms: 0, placing_ms: 0, deduplicating_ms: 0, writing_ms: 0 };
    await sql`SELECT record_block('old', 1, 0, 0, ${sql.json({ ...block, ...times })}::json)`;
    t.same(await sql`SELECT marker_ids, deleted FROM nearby_changes WHERE map_id = ${map}`, [
      { marker_ids: null, deleted: false },
    ]);
  },
);
