import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import t from 'tap';
import type { BulkMeta } from '../../../src/import/options.js';
import { KeyRoom, MAX_HELD_KEYS } from '../../../src/import/plan/key-room.js';
import { listMarkers } from '../../../src/store/markers.js';
import { importBench, sharedImportBench } from '../../support/import.js';
import { parseMarker } from '../../support/parse-marker.js';
import { runs } from '../../support/runs.js';

/*
 * An import of many rows reads the keys of its map at once, one of few rows looks each up. Markers elsewhere
 * make the same rows few.
 */

const bench = await sharedImportBench(t);
const { sql } = bench;

const HEADER = 'name,lat,lng,street,city,state,zip,expire,Note\n';
const ELSEWHERE = 8 * 12 + 1;
const elsewhere = `name,lat,lng\n${Array.from({ length: ELSEWHERE }, (_, i) => `Elsewhere,-${i % 80}.5,${i}.5\n`).join('')}`;

/** Rows with places of their own, branches that only their address tells apart, and expired ones. */
const row = fc
  .record({
    name: fc.constantFrom('A', 'é "B"', '東'),
    place: fc.constantFrom('50.5,8.5,', '50.5,8.500000,1 Main St', ',,', '51.25,-180,', '51.25,180,'),
    zip: fc.constantFrom('98101', '98104'),
    street: fc.constantFrom('Unknown Kiosk 1', 'Unknown Kiosk 2'),
    expire: fc.constantFrom('', '', '2001-01-01'),
    note: fc.constantFrom('', 'n', 'm'),
  })
  .map(({ name, place, zip, street, expire, note }) => {
    const quoted = `"${name.replaceAll('"', '""')}"`;
    return place === ',,'
      ? `${quoted},,,${street},Seattle,WA,${zip},${expire},${note}\n`
      : `${quoted},${place},,,,${expire},${note}\n`;
  });
const file = fc.array(row, { minLength: 1, maxLength: 12 });

t.test('rows come to the same whether the keys of the map are read or each is looked up', async (t) => {
  const outcomeOf = async (files: readonly string[], meta: BulkMeta, isFew: boolean) => {
    const mapId = await bench.createMap();
    if (isFew) await bench.importText(mapId, elsewhere);
    const counts = [];
    for (const [i, text] of files.entries()) {
      const job = await bench.importText(mapId, text, i === 0 ? {} : meta);
      const { status, added, updated, unchanged, skipped, error_count } = job;
      counts.push({ status, added, updated, unchanged, skipped, error_count });
    }
    const markers = (await listMarkers(sql, mapId, 0, 1000)).map(parseMarker);
    const shown = markers
      .filter(({ name }) => name !== 'Elsewhere')
      .map(({ name, lat, lng, address, custom_fields }) => [name, lat, lng, address, custom_fields]);
    return JSON.stringify({ counts, shown });
  };
  const meta = fc.constantFrom<BulkMeta>(
    { on_duplicate: 'skip' },
    { on_duplicate: 'error' },
    { on_duplicate: 'overwrite' },
    { on_duplicate: 'overwrite', on_new: 'skip' },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(file, { minLength: 2, maxLength: 4 }), meta, async (files, meta) => {
      const texts = files.map((rows) => HEADER + rows.join(''));
      const again = [...texts, texts.at(-1)!];
      return (await outcomeOf(again, meta, true)) === (await outcomeOf(again, meta, false));
    }),
    { numRuns: runs(4, 25) },
  );
  t.pass('counts and markers are the same');
});

t.test(
  'an import by place without room for the keys looks its rows up, one by code waits for room',
  async (t) => {
    const { keyRoom } = bench;
    const mapId = await bench.createMap();
    const text = `name,lat,lng,location_code\nA,1,1,7\nB,2,2,8\n`;
    await bench.importText(mapId, text);
    const others = keyRoom.begin();
    t.teardown(others.end);
    others.take(MAX_HELD_KEYS);
    const byPlace = await bench.importText(mapId, `${text}C,3,3,9\n`);
    t.match(byPlace, { status: 'completed', added: 1, skipped: 2 });
    const byCode = bench.importText(mapId, text.replace('A,1', 'Z,1'), { match: 'location_code' });
    while (keyRoom.waiting === 0) await setImmediate();
    others.end();
    t.match(await byCode, { status: 'completed', updated: 1, unchanged: 1 });
    t.equal(keyRoom.held, 0, 'and the keys go with their import');
  },
);

t.test('an import by code that finds no room for long makes way for others, and comes back', async (t) => {
  const keyRoom = new KeyRoom(10, 1);
  const { sql, createMap, importText } = await importBench(t, { keyRoom });
  const mapId = await createMap();
  const text = 'name,lat,lng,location_code\nA,1,1,7\n';
  await importText(mapId, text);
  const others = keyRoom.begin();
  others.take(10);
  const byCode = importText(mapId, text.replace('A,1', 'Z,1'), { match: 'location_code' });
  for (let isPostponed = false; !isPostponed; )
    isPostponed = (await sql`SELECT FROM jobs WHERE postponements > 0 AND status = 'queued'`).length > 0;
  t.equal(keyRoom.waiting, 0);
  others.end();
  await sql`UPDATE jobs SET not_before = NULL WHERE status = 'queued'`;
  t.match(await byCode, { status: 'completed', updated: 1 });
});
