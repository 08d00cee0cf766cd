import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import type { BulkJob } from '../../src/schema/job.js';
import { storeRoads } from '../../src/store/roads.js';
import { fetchDocumented } from '../support/documented.js';
import { placeAt, town } from '../support/drive-times.js';
import { endLeases, forgotten } from '../support/faults.js';
import { createOwner } from '../support/owner.js';
import { startService } from '../support/service.js';

const ROWS = 600;
t.setTimeout(110_000);

t.test('after a SIGKILL no area is drawn again that was kept, and none is lost', async (t) => {
  const owner = await createOwner(t, { rateLimit: 1_000_000 });
  const dataDir = await mkdtemp(join(tmpdir(), 'cartload-faults-'));
  t.teardown(() => rm(dataDir, { recursive: true, force: true }));
  const env = { DATABASE_URL: owner.url, DATA_DIR: dataDir };
  const authorization = `Bearer ${owner.key}`;
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
  const response = await fetchDocumented(`${first.url}/maps/${mapId}/markers/bulk?marker_type=drive_time`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'text/csv' },
    body: `name,lat,lng\n${lines.join('\n')}\n`,
  });
  t.equal(response.status, 202);
  const { job_id } = (await response.json()) as BulkJob;
  while ((await kept()).length < 50) await delay(5);
  await first.kill('SIGKILL');
  await forgotten(owner.sql);
  const keptThen = await kept();
  t.ok(keptThen.length < ROWS, `${keptThen.length} areas were kept`);

  await endLeases(owner.sql);
  const second = await startService(t, env);
  let job: BulkJob;
  do {
    await delay(50);
    job = (await (
      await fetchDocumented(`${second.url}/jobs/${job_id}`, { headers: { authorization } })
    ).json()) as BulkJob;
  } while (job.completed_at === null);
  t.match(job, {
    status: 'completed',
    added: ROWS,
    error_count: 0,
    notes: ['600 rows have drive-time areas.'],
  });
  const all = new Map((await kept()).map(({ key, made }) => [key, made]));
  t.equal(all.size, ROWS);
  t.ok(
    keptThen.every(({ key, made }) => all.get(key) === made),
    'what was kept was not drawn again',
  );
  const [counts] = await owner.sql`
    SELECT count(*)::integer AS markers, count(DISTINCT m.area)::integer AS areas,
      (SELECT u.bytes FROM drive_time_area_use u) = (SELECT sum(a.bytes) FROM drive_time_areas a) AS counted
    FROM markers m JOIN drive_time_areas a ON a.key = m.area WHERE m.map_id = ${mapId}`;
  t.same(counts, { markers: ROWS, areas: ROWS, counted: true });
});
