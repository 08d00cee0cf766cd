import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import type { BulkJob } from '../../src/schema/job.js';
import { fetchDocumented } from '../support/documented.js';
import { endLeases, forgotten } from '../support/faults.js';
import { housesByNumber, startGeocoder } from '../support/geocoder.js';
import { createOwner } from '../support/owner.js';
import { startService } from '../support/service.js';

const ROWS = 4_000;
t.setTimeout(110_000);

t.test('after a SIGKILL no address is asked for again whose answer was kept', async (t) => {
  const owner = await createOwner(t, { rateLimit: 1_000_000 });
  const dataDir = await mkdtemp(join(tmpdir(), 'cartload-faults-'));
  t.teardown(() => rm(dataDir, { recursive: true, force: true }));
  const geocoder = await startGeocoder(t, (url, response, message) => {
    setTimeout(() => housesByNumber(url, response, message), 2);
  });
  const env = { DATABASE_URL: owner.url, DATA_DIR: dataDir, GEOCODER_URL: geocoder.nominatimUrl };
  const authorization = `Bearer ${owner.key}`;
  const mapId = await owner.createMap();
  const kept = async (): Promise<number> => {
    const [row] = await owner.sql<[{ n: number }]>`SELECT count(*)::integer AS n FROM geocoded_addresses`;
    return row.n;
  };

  const first = await startService(t, env);
  const lines = Array.from({ length: ROWS }, (_, i) => `Row ${i},${i} Main St,Qwertyville,US`);
  const response = await fetchDocumented(`${first.url}/maps/${mapId}/markers/bulk`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'text/csv' },
    body: `name,street,city,country\n${lines.join('\n')}\n`,
  });
  t.equal(response.status, 202);
  const { job_id } = (await response.json()) as BulkJob;
  while ((await kept()) < 500) await delay(5);
  await first.kill('SIGKILL');
  await forgotten(owner.sql);
  const keptThen = await kept();
  const askedThen = geocoder.requests.length;
  t.ok(keptThen < ROWS, `${keptThen} of ${askedThen} answers were kept`);

  await endLeases(owner.sql);
  const second = await startService(t, env);
  let job: BulkJob;
  do {
    await delay(50);
    job = (await (
      await fetchDocumented(`${second.url}/jobs/${job_id}`, { headers: { authorization } })
    ).json()) as BulkJob;
  } while (job.completed_at === null);
  t.match(job, { status: 'completed', added: ROWS, error_count: 0 });
  t.match(job.notes, [/4,000 by street/, /^4,000 rows were placed by the geocoding service, 0 by/]);
  t.equal(geocoder.requests.length - askedThen, ROWS - keptThen);
  const [row] = await owner.sql<
    [{ n: number; wrong: number }]
  >`SELECT count(*)::integer AS n, (count(*) FILTER (WHERE lat <> 40 + split_part(name, ' ', 2)::integer / 1000.0))::integer AS wrong
      FROM markers WHERE map_id = ${mapId}`;
  t.same(row, { n: ROWS, wrong: 0 });
});
