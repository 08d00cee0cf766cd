import t from 'tap';
import { MAX_CUSTOM_FIELDS_BYTES } from '../../../src/schema/marker-terms.js';
import { readMap } from '../../../src/store/maps.js';
import { importBench } from '../../support/import.js';

const bench = await importBench(t);

/** 31 KB: 250 such fields fill most of the 8 MiB that a marker may have. */
const CELL = 'x'.repeat(31_000);
const header = (from: number, fields: number): string =>
  `name,lat,lng,${Array.from({ length: fields }, (_, i) => `f${from + i}`).join()}\n`;
const row = (name: string, fields: number): string => `${name},1,2,${Array(fields).fill(CELL).join()}\n`;
const TOO_LONG = {
  code: 'fields_too_long',
  message: /with those of the marker that it overwrites, .* over 8388608 bytes/,
};

const fieldsOf = async (mapId: number, name: string): Promise<number> => {
  const [{ fields }] = await bench.sql<[{ fields: number }]>`
    SELECT (SELECT count(*)::integer FROM json_object_keys(custom_fields)) AS fields FROM markers
    WHERE map_id = ${mapId} AND name = ${name}`;
  return fields;
};

t.test('a row that would make the marker that it overwrites longer than 8 MiB is an error', async (t) => {
  const mapId = await bench.createMap();
  await bench.importText(mapId, header(0, 250) + row('Long', 250));
  const text = header(250, 50) + row('Long', 50) + row('Other', 50);
  const job = await bench.importText(mapId, text, { on_duplicate: 'overwrite' });
  t.match(job, { status: 'completed', added: 1, updated: 0, unchanged: 0, error_count: 1 });
  t.match(job.errors, [{ index: 0, line: 2, ...TOO_LONG }]);
  t.match(job.error_summary, [{ code: 'fields_too_long', count: 1, hint: /^Put fewer custom fields/ }]);
  t.ok(job.errors_url);
  t.equal(await fieldsOf(mapId, 'Long'), 250, 'the marker is as it was');
  t.match(await readMap(bench.sql, 1, mapId), { marker_count: 2 });

  const again = await bench.importText(mapId, text, { on_duplicate: 'overwrite' });
  t.match(again, { added: 0, updated: 0, unchanged: 1, error_count: 1 });
  const same = await bench.importText(mapId, header(0, 250) + row('Long', 250), {
    on_duplicate: 'overwrite',
  });
  t.match(same, { unchanged: 1, error_count: 0 }, 'what it has already may come again');
});

t.test('rows of one upload fill a marker as long as it may be, one after the other', async (t) => {
  const mapId = await bench.createMap();
  await bench.importText(mapId, header(0, 200) + row('Long', 200));
  const at = (from: number): string =>
    `Long,1,2,${Array.from({ length: 130 }, (_, i) => (i >= from && i < from + 65 ? CELL : '')).join()}\n`;
  const job = await bench.importText(mapId, `${header(200, 130)}${at(0)}${at(65)}Long,1,2,last\n`, {
    on_duplicate: 'overwrite',
  });
  t.match(job, { status: 'completed', added: 0, updated: 2, unchanged: 0, error_count: 1 });
  t.match(job.errors, [{ index: 1, line: 3, ...TOO_LONG }]);
  t.equal(await fieldsOf(mapId, 'Long'), 265);
});

t.test('as PostgreSQL writes the fields, with spaces, they count', async (t) => {
  const mapId = await bench.createMap();
  await bench.importText(mapId, header(0, 200) + row('Long', 200));
  const cells = Array<string>(71).fill(CELL);
  const bytes = (last: string): number =>
    JSON.stringify(
      Object.fromEntries(
        [...Array(200).fill(CELL), ...cells.slice(1), last].map((cell, i) => [`f${i}`, cell]),
      ),
    ).length;
  cells[70] = 'x'.repeat(MAX_CUSTOM_FIELDS_BYTES - 100 - bytes(''));
  const job = await bench.importText(
    mapId,
    `city,${header(200, 71)}X,Long,1,2,${cells.join()}\nY,Long,1,2,${Array(71).fill('').join()}\n`,
    { on_duplicate: 'overwrite' },
  );
  t.match(job, { status: 'completed', added: 0, updated: 1, unchanged: 0, error_count: 1 });
  t.match(job.errors, [{ index: 0, line: 2, ...TOO_LONG }]);
  t.equal(await fieldsOf(mapId, 'Long'), 200);
});

t.test('what is refused only then is not unchanged for a row that repeats it', async (t) => {
  const mapId = await bench.createMap();
  await bench.importText(mapId, header(0, 200) + row('Long', 200));
  await bench.importText(mapId, header(200, 70) + row('Long', 70), { on_duplicate: 'overwrite' });
  const bytes = JSON.stringify(
    Object.fromEntries([...Array(270).fill(CELL), ''].map((cell, i) => [`f${i}`, cell])),
  ).length;
  const last = 'x'.repeat(MAX_CUSTOM_FIELDS_BYTES - 100 - bytes);
  const text = `f270,name,lat,lng\n${last},Long,1,2\n${last},Long,1,2\n`;
  const job = await bench.importText(mapId, text, { on_duplicate: 'overwrite' });
  t.match(job, { status: 'completed', added: 0, updated: 0, unchanged: 0, error_count: 2 });
  t.equal(await fieldsOf(mapId, 'Long'), 270);
});

t.test('a marker that is longer already can be overwritten with what does not make it longer', async (t) => {
  const mapId = await bench.createMap();
  // Escaped in JSON: a record of 4.3 MB is a marker of 8.7 MB.
  const backslashes = '\\'.repeat(31_000);
  const long = (city: string): string =>
    `city,${header(0, 140)}${city},Long,1,2,${Array(140).fill(backslashes).join()}\n`;
  await bench.importText(mapId, long('X'));
  for (const text of [long('Y'), 'f0,name,lat,lng\nshort,Long,1,2\n'])
    t.match(await bench.importText(mapId, text, { on_duplicate: 'overwrite' }), {
      updated: 1,
      error_count: 0,
    });
  const more = await bench.importText(mapId, 'new,name,lat,lng\nfield,Long,1,2\n', {
    on_duplicate: 'overwrite',
  });
  t.match(more, { updated: 0, error_count: 1 });
});

t.test('areas and expiry of a marker that would be too long stay, and so do their counts', async (t) => {
  const mapId = await bench.createMap();
  await bench.importText(mapId, header(0, 250) + row('Long', 250));
  const job = await bench.importText(
    mapId,
    `type,radius,expires,${header(250, 50)}circle,3,2099-01-01,${row('Long', 50)}`,
    { on_duplicate: 'overwrite' },
  );
  t.match(job, { updated: 0, error_count: 1 });
  const [marker] = await bench.sql`SELECT type, expires_at FROM markers WHERE map_id = ${mapId}`;
  t.same({ ...marker }, { type: 'pin', expires_at: null });
  t.match(await readMap(bench.sql, 1, mapId), { marker_count: 1, region_count: 0 });
});
