import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { isBackupUnderWay } from '../../src/store/backup.js';
import { connect } from '../../src/store/client.js';
import { readQueueState } from '../../src/store/queue-state.js';
import { finished, importCsv } from '../support/app.js';
import { connectTest } from '../support/database.js';
import { housesByNumber, startGeocoder } from '../support/geocoder.js';
import { addAccounts, arrange, backUp, CSV, fill, restore, seen, serve } from '../support/installations.js';
import {
  CLASSED,
  classedQuery,
  fillWithReferenceData,
  GEOCODED,
  importerOf,
  KEPT_CLASSES,
  loadReferenceData,
  REMEMBERED,
} from '../support/reference-data.js';
import { startS3 } from '../support/s3-server.js';

const s3 = await startS3(t);
const { BLOB_URL: _, ...credentials } = s3.env as Record<string, string>;
// Credentials of this process and of the commands that it runs.
Object.assign(process.env, credentials);
let prefixes = 0;
const newBucket = (): string => s3.url.replace('a-prefix', `backup-${++prefixes}`);

const SECRET = 'sixteen characters';

// Further tests go from a directory to a directory.
for (const [kind, places] of [
  ['a bucket, then a directory', () => [{ BLOB_URL: newBucket() }, {}]],
  [
    'a directory, then a bucket, and a secret of its own',
    () => [{ SECRET }, { SECRET, BLOB_URL: newBucket() }],
  ],
] as const) {
  t.test(`what was backed up and restored answers the same, with ${kind}`, async (t) => {
    const { backup, before, after } = await arrange(t, places() as never);
    const first = await serve(t, before);
    await addAccounts(first);
    const ids = await fill(first);
    // Its texts are indexed as of a snapshot of this database.
    await first.call('GET', `/maps/${ids.map}/markers/search?q=harbour`);
    const kept = await seen(first, ids);
    for (const { path, status } of kept) t.equal(status, 200, path);
    const made = await backUp(t, backup, before);
    t.match(made, { backup, version: /^\d+\.\d+\.\d+/, missing: 0, uploads_elsewhere: 0 });
    t.type((await readQueueState(first.app.sql)).backupAge, 'number', 'its age is known');
    await first.call('POST', '/maps', { name: 'Later' });
    await first.call('DELETE', `/maps/${ids.empty}`);
    t.match(await restore(t, backup, after), {
      restored: backup,
      rows: made.rows,
      files: made.files,
      applied: [],
    });

    const second = await serve(t, after);
    t.equal((await readQueueState(second.app.sql)).backupAge, null, 'the restored one has none yet');
    t.same(await seen(second, ids), kept);
    // Numbers go on where they were, and what is new is found.
    const { body: map } = await second.call('POST', '/maps', { name: 'New' });
    t.equal(map.id, ids.empty + 1);
    t.match(await importCsv(second.call, ids.map, CSV), { status: 'completed', added: 0, skipped: 2 });
    t.equal(
      (await second.call('POST', `/maps/${ids.map}/markers`, { name: 'Harbour 2', lat: 1, lng: 1 })).status,
      201,
    );
    t.match((await second.call('GET', `/maps/${ids.map}/markers/search?q=harb`)).body.data, [
      { name: 'Harbour' },
      { name: 'Harbour 2' },
    ]);
    t.equal((await second.call('DELETE', `/maps/${ids.map}`)).status, 204);
    await first.call('GET', '/me');
    t.equal((await first.call('GET', `/maps/${ids.map}`)).status, 200, 'the first one has its own');
  });
}

t.test('nothing is lost of what operators load, services tell and imports keep', async (t) => {
  const { backup, before, after } = await arrange(t);
  const geocoder = await startGeocoder(t, housesByNumber);
  const services = { GEOCODER_URL: geocoder.nominatimUrl };
  const first = await serve(t, { ...before, ...services });
  await addAccounts(first);
  await loadReferenceData(first, before.DATABASE_URL);
  const ids = { ...(await fill(first)), reference: await fillWithReferenceData(first) };
  const kept = await seen(first, ids);
  for (const { path, status } of kept) t.equal(status, 200, path);
  await backUp(t, backup, before);
  const { tables } = JSON.parse(readFileSync(join(backup, 'manifest.json'), 'utf8')) as {
    tables: { name: string; rows: number }[];
  };
  const empty = tables.filter(({ rows }) => rows === 0).map(({ name }) => name);
  t.same(empty, [], 'every table has rows to restore');
  await restore(t, backup, after);

  const second = await serve(t, { ...after, ...services });
  t.same(await seen(second, ids), kept);
  const asked = geocoder.requests.length;
  const importAgain = importerOf(second, ids.reference);
  t.match(await importAgain(GEOCODED), { status: 'completed', added: 0, skipped: 1 });
  t.equal(geocoder.requests.length, asked, 'what the geocoding service said is known');
  const { mapping } = await importAgain(REMEMBERED);
  t.same(
    mapping.map(({ field, how }) => [field, how]),
    [
      ['name', 'memory'],
      ['lat', 'memory'],
      ['lng', 'memory'],
    ],
  );
  t.match(await importAgain(`${CLASSED}D,94103,55\n`, classedQuery(KEPT_CLASSES)), { added: 1, skipped: 3 });
  const { body: legend } = await second.call('GET', `/maps/${ids.reference}/categories`);
  t.equal(legend.categories.length, 3, 'ranges are those of before');
});

for (const [kind, places] of [
  ['a directory, then a bucket', () => [{}, { BLOB_URL: newBucket() }]],
  ['a bucket, then a directory', () => [{ BLOB_URL: newBucket() }, {}]],
] as const) {
  t.test(`what waits in line is imported by the restored installation: ${kind}`, async (t) => {
    const { backup, before, after } = await arrange(t, places() as never);
    const first = await serve(t, before, 'http');
    await addAccounts(first);
    const { body: map } = await first.call('POST', '/maps', { name: 'Waits' });
    const { body: job } = await first.call('POST', `/maps/${map.id}/markers/bulk`, CSV, {
      'content-type': 'text/csv',
    });
    await backUp(t, backup, before);
    await restore(t, backup, after);
    const second = await serve(t, after);
    t.match(
      await finished(second.call, {
        ...job,
        status_url: job.status_url.replace(first.app.publicUrl, second.app.publicUrl),
      }),
      {
        status: 'completed',
        added: 2,
        error_count: 1,
      },
    );
    t.equal((await second.call('GET', `/maps/${map.id}/markers`)).body.data.length, 2);
  });
}

t.test('a back-up that takes long is of the moment when it began, files and all', async (t) => {
  const { backup, before, after } = await arrange(t);
  const first = await serve(t, before);
  await addAccounts(first);
  const ids = await fill(first);
  const kept = await seen(first, ids);
  const connectTo = (name: string) =>
    connect(before.DATABASE_URL, { applicationName: name, maxConnections: 1, statementTimeoutMs: 60_000 });
  const [locker, watcher] = [connectTo('locker'), connectTo('watcher')];
  t.teardown(() => Promise.all([locker.end({ timeout: 5 }), watcher.end({ timeout: 5 })]));
  let backing: Promise<unknown> = Promise.resolve();
  await locker.begin(async (own) => {
    // Its turn comes after those of imports and jobs, and before those of maps and markers.
    await own`LOCK TABLE key_uses IN ACCESS EXCLUSIVE MODE`;
    backing = backUp(t, backup, before);
    const isWaiting = async () => {
      const rows = await watcher`
        SELECT FROM pg_stat_activity WHERE application_name = 'cartload backup' AND wait_event_type = 'Lock'
          AND datname = current_database()`;
      return rows.length > 0;
    };
    while (!(await isWaiting())) await delay(20);
    t.equal(await isBackupUnderWay(watcher), true);
    await first.call('POST', `/maps/${ids.map}/markers`, { name: 'Harbour of later', lat: 1, lng: 1 });
    await first.call('DELETE', `/maps/${ids.map}/markers/1`);
    const rows = { 'content-type': 'text/csv' };
    const job = (await first.call('POST', `/maps/${ids.empty}/markers/bulk`, CSV, rows)).body;
    t.match(await finished(first.call, job), { status: 'completed', added: 2 });
    // Retention does this when its day has come: the row goes, its file waits for the end of the back-up.
    await watcher`DELETE FROM import_blocks WHERE job_id = ${ids.job}`;
    await watcher`DELETE FROM jobs WHERE id = ${ids.job}`;
  });
  await backing;
  t.equal(await isBackupUnderWay(watcher), false);
  await restore(t, backup, after);
  t.same(await seen(await serve(t, after), ids), kept);
});

t.test('a back-up beside writes is of one moment', async (t) => {
  const { backup, before, after } = await arrange(t);
  const first = await serve(t, before);
  await addAccounts(first);
  const { body: map } = await first.call('POST', '/maps', { name: 'Written' });
  let isOver = false;
  let written = 0;
  // One after the other: what is there is a beginning of what was written, however the copy was cut.
  const writing = (async () => {
    while (!isOver) {
      const { status } = await first.call('POST', `/maps/${map.id}/markers`, {
        name: `n${written}`,
        lat: 1,
        lng: written / 1e4,
      });
      if (status !== 201) throw new Error(`answered ${status}`);
      written++;
    }
  })();
  const importing = (async () => {
    while (!isOver) {
      const rows = Array.from({ length: 700 }, (_, i) => `r${i},${(i % 80) + Math.random()},2\n`).join('');
      const { body } = await first.call(
        'POST',
        `/maps/${map.id}/markers/bulk?on_duplicate=skip`,
        `name,lat,lng\n${rows}`,
        {
          'content-type': 'text/csv',
        },
      );
      if (body.job_id) await finished(first.call, body);
    }
  })();
  const earliest = written;
  await backUp(t, backup, before);
  isOver = true;
  await Promise.all([writing, importing]);
  await restore(t, backup, after);
  const sql = connectTest(t, after.DATABASE_URL);
  const singles = await sql<{ n: number }[]>`
    SELECT substr(name, 2)::integer AS n FROM markers WHERE name LIKE 'n%' ORDER BY n`;
  t.ok(singles.length >= earliest && singles.length <= written);
  t.same(
    singles.map(({ n }) => n),
    Array.from(singles, (_, i) => i),
  );
  // The counts are those of what is there, block for block.
  t.same(
    await sql`
      SELECT (SELECT sum(markers)::integer FROM map_counts) AS counted, (SELECT count(*)::integer FROM markers) AS there`,
    await sql`SELECT count(*)::integer AS counted, count(*)::integer AS there FROM markers`,
  );
  t.same(
    await sql`SELECT sum(added)::integer AS added FROM import_blocks`,
    await sql`SELECT nullif(count(*), 0)::integer AS added FROM markers WHERE name LIKE 'r%'`,
  );
  t.same(
    await sql`SELECT FROM jobs j WHERE j.status = 'completed' AND j.total <> (SELECT sum(b.rows) FROM import_blocks b WHERE b.job_id = j.id)`,
    [],
  );
});
