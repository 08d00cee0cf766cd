import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { findFreePort } from '../../load/nginx.js';
import { openMarkerRows } from '../../src/store/export.js';
import { createOwner } from '../support/owner.js';

const { sql, url, createMap } = await createOwner(t);

/** A map with markers A0, A1, … whose custom field has `bytes` bytes. */
async function fill(markers: number, bytes: number): Promise<number> {
  const map = await createMap();
  await sql`
    INSERT INTO markers (map_id, id, name, type, lat, lng, cell, custom_fields)
    SELECT ${map}, nextval('marker_ids'), 'A' || i, 'pin', 1, 2, 0, json_build_object('f', repeat('x', ${bytes}))
    FROM generate_series(0, ${markers - 1}) i`;
  return map;
}

const open = (mapId: number, blockBytes = 64 * 1024) =>
  openMarkerRows({
    databaseUrl: url,
    mapId,
    expressions: ['name', 'custom_fields'],
    blockBytes,
    timeoutMs: 30_000,
  });

const backends = async (): Promise<number[]> =>
  (
    await sql<{ pid: number }[]>`SELECT pid FROM pg_stat_activity WHERE application_name = 'cartload export'`
  ).map(({ pid }) => pid);
const untilNone = async (): Promise<void> => {
  while ((await backends()).length > 0) await delay(10);
};

t.test('blocks end with a row, and hold each row once, in order', async (t) => {
  for (const [markers, bytes] of [
    [0, 0],
    [1, 3],
    [3000, 100],
    [5, 300_000],
  ] as const) {
    const { blocks, close } = await open(await fill(markers, bytes));
    let text = '';
    for await (const block of blocks) {
      t.equal(block.at(-1), 10);
      text += block.toString();
    }
    close();
    const line = (_: unknown, i: number) => `A${i}\t{"f" : "${'x'.repeat(bytes)}"}\n`;
    t.equal(text, Array.from({ length: markers }, line).join(''));
  }
  await untilNone();
});

t.test('what changes meanwhile is not seen', async (t) => {
  const map = await fill(200, 50_000);
  const { customFields, blocks, close } = await open(map);
  await sql`DELETE FROM markers WHERE map_id = ${map}`;
  let bytes = 0;
  for await (const block of blocks) bytes += block.length;
  close();
  t.ok(bytes > 200 * 50_000);
  t.same(customFields, []);
});

t.test('a field of an import that goes on is one of the map, behind those that are defined', async (t) => {
  const map = await createMap();
  await sql`SELECT ensure_fields(${map}, ${sql.typed.texts(['z', 'a'])}, ${sql.typed.texts(['text', 'text'])})`;
  await sql`INSERT INTO jobs (id, map_id, kind, task, total, first_marker_id) VALUES ('j', ${map}, 'bulk_import', '{}', 9, 1)`;
  const block = async (at: number, fields: string | null) =>
    await sql`INSERT INTO import_blocks (map_id, job_id, block, rows, added, updated, skipped, rejected, fields,
        parsing_ms, placing_ms, deduplicating_ms, writing_ms)
      VALUES (${map}, 'j', ${at}, 3, 3, 0, 0, 0, ${fields}::text::json, 0, 0, 0, 0)`;
  await block(0, '[["y",1],["a",0]]');
  await block(1, null);
  await block(2, '[["b",1],["y",0]]');
  const { customFields, close } = await open(map);
  close();
  t.same(customFields, ['z', 'a', 'y', 'b']);
});

t.test('a marker that is written while its field is removed as unused has it in an export', async (t) => {
  const map = await createMap();
  const define = (db: typeof sql) =>
    db`SELECT ensure_fields(${map}, ${sql.typed.texts(['f'])}, ${sql.typed.texts(['text'])})`;
  await define(sql);
  const removed = await sql.begin(async (transaction) => {
    await define(transaction as unknown as typeof sql);
    await transaction`
      INSERT INTO markers (map_id, id, name, type, lat, lng, cell, custom_fields)
      VALUES (${map}, nextval('marker_ids'), 'A', 'pin', 1, 2, 0, '{"f":"x"}')`;
    const [row] = await sql`SELECT remove_unused_fields(${map}) AS fields`;
    return row!.fields;
  });
  t.equal(removed, 1);
  const { customFields, close } = await open(map);
  close();
  t.same(customFields, ['f']);
});

t.test('it can be closed at any time, and leaves no connection', async (t) => {
  const map = await fill(300, 100_000);
  const unread = await open(map);
  unread.close();
  unread.close();
  await untilNone();
  await t.rejects(async () => {
    for await (const _ of unread.blocks);
  });
  const begun = await open(map);
  const iterator = begun.blocks[Symbol.asyncIterator]();
  t.ok((await iterator.next()).value.length > 0);
  begun.close();
  await t.rejects(async () => {
    while (!(await iterator.next()).done);
  });
  await untilNone();
});

t.test('a backend that dies is an error, before the first block and after it', async (t) => {
  const map = await fill(300, 100_000);
  for (const before of [true, false]) {
    const { blocks, close } = await open(map);
    const iterator = blocks[Symbol.asyncIterator]();
    if (!before) await iterator.next();
    const [pid] = await backends();
    await sql`SELECT pg_terminate_backend(${pid!}::integer)`;
    await untilNone();
    await t.rejects(async () => {
      while (!(await iterator.next()).done);
    });
    close();
  }
});

t.test('an address where nothing listens is an error', async (t) => {
  const port = await findFreePort();
  const request = { expressions: ['name'], blockBytes: 1, timeoutMs: 1000, mapId: 1 };
  await t.rejects(openMarkerRows({ ...request, databaseUrl: `postgresql://u:p@127.0.0.1:${port}/d` }));
  await t.rejects(
    openMarkerRows({ ...request, databaseUrl: url, mapId: 1.5 }),
    /mapId must be an integer, got 1.5/,
  );
});
