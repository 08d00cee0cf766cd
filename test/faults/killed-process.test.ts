import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
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
import { arrangeUploads } from '../support/process-uploads.js';
import { startService } from '../support/service.js';
import { handMadeWorkbook, rowsXml } from '../support/workbook-file.js';

const ROWS = LONG ? 200_000 : 16_000;
const KILLS = LONG ? 50 : 3;
t.setTimeout(LONG ? 3_600_000 : 900_000);
// One of them waits for a lease to expire.
t.jobs = 2;

t.test(`${KILLS} SIGKILLs over three imports of ${ROWS} rows lose and double nothing`, async (t) => {
  const random = seededRandom(t);
  const { owner, dataDir, env, upload, retry, completed } = await arrangeUploads(t);
  let service = await startService(t, env);
  const maps = [await owner.createMap(), await owner.createMap(), await owner.createMap()];
  // One import into an empty map, one that appends and one that overwrites.
  for (const mapId of maps.slice(1)) {
    const { job_id } = await upload(service, mapId, faultyCsv(ROWS / 2, 'before'));
    await completed(service, job_id);
  }
  const jobs = [
    await upload(service, maps[0]!, faultyCsv(ROWS)),
    await upload(service, maps[1]!, faultyCsv(ROWS)),
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
  const first = await completed(service, jobs[0]!.job_id);
  const { job_id } = await retry(service, first.job_id);
  await service.kill('SIGKILL');
  await endLeases(owner.sql);
  service = await startService(t, env);
  const again = await completed(service, job_id);
  t.match(again, { status: 'completed', total: ROWS / 100, error_count: ROWS / 100, retries: first.job_id });
  t.same(
    again.errors.map(({ line }) => line),
    first.errors.map(({ line }) => line),
  );
  const [used] = await owner.sql`SELECT used FROM quota_use WHERE key_id = ${owner.keyId} AND kind = 'bulk'`;
  t.equal(used!.used, 6, 'charged once each');
  await service.kill('SIGTERM');
  t.same(
    (await readdir(join(dataDir, 'spool'))).filter((name) => /\.upload(\.part)?$/.test(name)),
    [],
    'the uploads are gone',
  );
});

const TITLE = [['Stores of the north'], [], ['All that are open']];
const FOOTER = [['Total'], [], ['Source: our own survey']];

/** Rows of faultyCsv between a title and a footer. */
const framedRows = (): string[][] => [
  ...TITLE,
  ...faultyCsv(ROWS)
    .trimEnd()
    .split('\n')
    .map((line) => line.split(',')),
  ...FOOTER,
];

function framedWorkbook(): Buffer<ArrayBuffer> {
  const cells = framedRows().map((row) => row.map((cell) => (/^-?\d/.test(cell) ? Number(cell) : cell)));
  return Buffer.from(handMadeWorkbook({ sheet: rowsXml(cells) }));
}

t.test('SIGKILLs over imports of framed tables, CSV and a workbook, lose and double no row', async (t) => {
  const { owner, env, upload, completed } = await arrangeUploads(t);
  let service = await startService(t, env);
  for (const file of [framedRows().join('\n'), framedWorkbook()]) {
    const mapId = await owner.createMap();
    const { job_id } = await upload(service, mapId, file);
    while ((await owner.sql`SELECT FROM import_blocks WHERE job_id = ${job_id}`).length === 0) await delay(5);
    await service.kill('SIGKILL');
    await endLeases(owner.sql);
    service = await startService(t, env);
    const job = await completed(service, job_id);
    t.match(job, expectedOf(ROWS));
    t.match(job.notes, [
      /^The header is row 4;/,
      /below the table were left out: a total(?:, an empty row)? and a footer\.$/,
    ]);
    await assertExact(t, owner.sql, mapId, ROWS);
  }
  await service.kill('SIGTERM');
});

t.test('a process that is stopped beyond its lease and wakes up writes nothing more', async (t) => {
  const { owner, env, upload, completed } = await arrangeUploads(t);
  const sleeper = await startService(t, env);
  const mapId = await owner.createMap();
  const job = await upload(sleeper, mapId, faultyCsv(ROWS));
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
    const { owner, env, upload, completed } = await arrangeUploads(t);
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

t.test('unfinished files of a process that was killed are gone after the next start', async (t) => {
  const { owner, dataDir, env, upload } = await arrangeUploads(t);
  const killed = await startService(t, env);
  const mapId = await owner.createMap();
  const spool = join(dataDir, 'spool');
  const unfinished = async () => (await readdir(spool)).filter((name) => name.endsWith('.part'));
  /** Begins an upload of which no more comes. */
  const begin = (query: string, type: string, head: string | Buffer) =>
    fetchDocumented(`${killed.url}/maps/${mapId}/markers/bulk${query}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.key}`, 'content-type': type },
      body: new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from(head)) }),
      duplex: 'half',
    } as RequestInit).catch(() => {});
  const csv = faultyCsv(1000);
  const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  const uploads = [begin('', 'text/csv', csv), begin('?dry_run=true', 'text/csv', csv)];
  uploads.push(begin('', workbook, framedWorkbook().subarray(0, 10_000)));
  while ((await unfinished()).length < uploads.length) await delay(5);
  const { job_id } = await upload(killed, mapId, csv);
  await killed.kill('SIGKILL');
  await Promise.all(uploads);
  // They are taken for those of a process that lives until they are as old as a request may be.
  for (const name of await unfinished()) await utimes(join(spool, name), 0, 0);
  const service = await startService(t, env);
  while ((await unfinished()).length > 0) await delay(20);
  const names = (await readdir(spool)).filter((name) => name !== 'identity' && !name.startsWith(job_id));
  t.same(names, [], 'the upload of the job alone may stay');
  await service.kill('SIGTERM');
});
