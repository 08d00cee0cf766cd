import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { storeRoads } from '../../src/store/roads.js';
import { placeAt, town } from '../support/drive-times.js';
import { endLeases, forgotten } from '../support/faults.js';
import { arrangeUploads } from '../support/process-uploads.js';
import { startService } from '../support/service.js';

const ROWS = 600;
t.setTimeout(900_000);

t.test('after a SIGKILL no area is drawn again that was kept, and none is lost', async (t) => {
  const { owner, env, upload, completed } = await arrangeUploads(t);
  const mapId = await owner.createMap();
  const { stored, packed } = town();
  await storeRoads(owner.url, stored, packed);
  const kept = () => owner.sql<{ key: string; made: string }[]>`
    SELECT key, created_at::text AS made FROM drive_time_areas ORDER BY key`;

  const first = await startService(t, env);
  const lines = Array.from({ length: ROWS }, (_, i) => {
    const { lat, lng } = placeAt((i % 50) * 100, Math.floor(i / 50) * 100);
    return `Row ${i},${lat},${lng}`;
  });
  const csv = `name,lat,lng\n${lines.join('\n')}\n`;
  const { job_id } = await upload(first, mapId, csv, '?marker_type=drive_time');
  while ((await kept()).length < 50) await delay(5);
  await first.kill('SIGKILL');
  await forgotten(owner.sql);
  const keptThen = await kept();
  t.ok(keptThen.length < ROWS, `${keptThen.length} areas were kept`);

  await endLeases(owner.sql);
  const second = await startService(t, env);
  t.match(await completed(second, job_id), {
    status: 'completed',
    added: ROWS,
    error_count: 0,
    notes: ['600 rows have drive-time areas.'],
  });
  const all = new Map((await kept()).map(({ key, made }) => [key, made]));
  t.equal(all.size, ROWS);
  t.ok(
    keptThen.every(({ key, made }) => all.get(key) === made),
    'stored areas were not drawn again',
  );
  const [counts] = await owner.sql`
    SELECT count(*)::integer AS markers, count(DISTINCT m.area)::integer AS areas,
      (SELECT u.bytes FROM drive_time_area_use u) = (SELECT sum(a.bytes) FROM drive_time_areas a) AS counted
    FROM markers m JOIN drive_time_areas a ON a.key = m.area WHERE m.map_id = ${mapId}`;
  t.same(counts, { markers: ROWS, areas: ROWS, counted: true });
});
