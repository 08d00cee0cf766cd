import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';
import type { BulkJob } from '../../src/schema/job.js';
import { fetchDocumented } from '../support/documented.js';
import {
  assertExact,
  endLeases,
  expectedOf,
  expectedOfOverwriting,
  faultyCsv,
  LONG,
  seededRandom,
} from '../support/faults.js';
import { createOwner } from '../support/owner.js';
import { type ServiceProcess, startService } from '../support/service.js';

const ROWS = LONG ? 200_000 : 16_000;
const KILLS = LONG ? 50 : 3;
t.setTimeout(LONG ? 3_600_000 : 110_000);
// One of them waits for a lease to expire.
t.jobs = 2;

async function arrange(t: Test) {
  const owner = await createOwner(t, { rateLimit: 1_000_000, quotaBulk: 1000 });
  const dataDir = await mkdtemp(join(tmpdir(), 'cartload-faults-'));
  t.teardown(() => rm(dataDir, { recursive: true, force: true }));
  const env = { DATABASE_URL: owner.url, DATA_DIR: dataDir };
  const authorization = `Bearer ${owner.key}`;
  const upload = async (
    service: ServiceProcess,
    mapId: number,
    body = faultyCsv(ROWS),
    query = '',
  ): Promise<BulkJob> => {
    const response = await fetchDocumented(`${service.url}/maps/${mapId}/markers/bulk${query}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'text/csv' },
      body,
    });
    if (response.status !== 202) throw new Error(`${response.status}: ${await response.text()}`);
    return (await response.json()) as BulkJob;
  };
  const read = async (service: ServiceProcess, jobId: string): Promise<BulkJob> => {
    const response = await fetchDocumented(`${service.url}/jobs/${jobId}`, { headers: { authorization } });
    return (await response.json()) as BulkJob;
  };
  const completed = async (service: ServiceProcess, jobId: string): Promise<BulkJob> => {
    for (;;) {
      const job = await read(service, jobId);
      if (job.completed_at) return job;
      await delay(50);
    }
  };
  return { owner, dataDir, env, upload, completed };
}

t.test(`${KILLS} SIGKILLs over three imports of ${ROWS} rows lose and double nothing`, async (t) => {
  const random = seededRandom(t);
  const { owner, dataDir, env, upload, completed } = await arrange(t);
  let service = await startService(t, env);
  const maps = [await owner.createMap(), await owner.createMap(), await owner.createMap()];
  // One import into an empty map, one that appends and one that overwrites.
  for (const mapId of maps.slice(1)) {
    const { job_id } = await upload(service, mapId, faultyCsv(ROWS / 2, 'before'));
    await completed(service, job_id);
  }
  const jobs = [
    await upload(service, maps[0]!),
    await upload(service, maps[1]!),
    await upload(service, maps[2]!, faultyCsv(ROWS, 'after'), '?on_duplicate=overwrite'),
  ];
  const half = expectedOf(ROWS / 2);
  const expected = [
    expectedOf(ROWS),
    { ...expectedOf(ROWS), added: half.added, skipped: expectedOf(ROWS).skipped + half.added },
    expectedOfOverwriting(ROWS),
  ];
  for (let kill = 0; kill < KILLS; kill++) {
    await delay(random() * (LONG ? 3000 : 700));
    await service.kill('SIGKILL');
    await endLeases(owner.sql);
    service = await startService(t, env);
  }
  for (const [i, job] of jobs.entries()) {
    t.match(await completed(service, job.job_id), expected[i]!);
    await assertExact(t, owner.sql, maps[i]!, ROWS, (i === 0 ? 1 : 1.5) * (ROWS / 100));
  }
  const [used] = await owner.sql`SELECT used FROM quota_use WHERE key_id = ${owner.keyId} AND kind = 'bulk'`;
  t.equal(used!.used, 5, 'charged once each');
  await service.kill('SIGTERM');
  t.same(
    (await readdir(join(dataDir, 'spool'))).filter((name) => /\.upload(\.part)?$/.test(name)),
    [],
    'the uploads are gone',
  );
});

t.test('a process that is stopped beyond its lease and wakes up writes nothing more', async (t) => {
  const { owner, env, upload, completed } = await arrange(t);
  const sleeper = await startService(t, env);
  const mapId = await owner.createMap();
  const job = await upload(sleeper, mapId);
  while ((await owner.sql`SELECT FROM import_blocks WHERE job_id = ${job.job_id}`).length === 0)
    await delay(5);
  sleeper.child.kill('SIGSTOP');
  const other = await startService(t, env);
  t.match(await completed(other, job.job_id), expectedOf(ROWS));
  sleeper.child.kill('SIGCONT');
  await delay(1000);
  await assertExact(t, owner.sql, mapId, ROWS);
  t.match(await completed(sleeper, job.job_id), expectedOf(ROWS), 'it serves on');
  await sleeper.kill('SIGTERM');
  await other.kill('SIGTERM');
});

t.test(
  'a SIGKILL within an import of addresses doubles neither areas nor what the notes count',
  async (t) => {
    const { owner, env, upload, completed } = await arrange(t);
    const mapId = await owner.createMap();
    const zips = ['94103', '94110', '00000', '10001'];
    const csv = `name,zip,lat,lng\n${Array.from(
      { length: ROWS },
      // Every fourth zip has no area, but coordinates.
      (_, i) => `Place ${i},${zips[i % 4]},${i % 4 === 2 ? '37.5,-122.5' : ','}\n`,
    ).join('')}`;
    const killed = await startService(t, env);
    const job = await upload(killed, mapId, csv, '?marker_type=us_zip');
    while ((await owner.sql`SELECT FROM import_blocks WHERE job_id = ${job.job_id}`).length === 0)
      await delay(5);
    await killed.kill('SIGKILL');
    await endLeases(owner.sql);
    const service = await startService(t, env);
    const { added, notes } = await completed(service, job.job_id);
    t.equal(added, ROWS);
    const number = (n: number): string => n.toLocaleString('en');
    const areas = (3 * ROWS) / 4;
    t.match(notes, [
      `${number(areas)} rows were placed by their address: ${number(areas)} by postal code.`,
      new RegExp(`^${number(areas)} rows became areas`),
      `${number(ROWS / 4)} rows became pins, as no area was found for them.`,
    ]);
    t.equal(notes.length, 3);
    const [found] = await owner.sql`
    SELECT count(*)::int AS markers, count(region_source)::int AS areas, count(DISTINCT name)::int AS names,
           (SELECT sum(c.areas)::int FROM map_counts c WHERE c.map_id = ${mapId}) AS counted
    FROM markers WHERE map_id = ${mapId}`;
    t.same({ ...found }, { markers: ROWS, areas, names: ROWS, counted: areas });
    await service.kill('SIGTERM');
  },
);
