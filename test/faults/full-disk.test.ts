import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { readdir, rm, statfs } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { CSV, finished, startTestApp } from '../support/app.js';
import { arrange } from '../support/embedded.js';
import { expectedOf, faultyCsv } from '../support/faults.js';

/** @returns false where mounting is impossible */
function mountSmallDisk(t: Test, directory: string, size = '320k'): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', directory], {
      stdio: 'ignore',
    });
  } catch {
    t.comment('skipped: a small file system cannot be mounted here');
    return false;
  }
  t.teardown(() => execFileSync('umount', ['-l', directory]));
  return true;
}

t.test('an upload that the disk has no room for is refused, and nothing is half made', async (t) => {
  const service = await startTestApp(t);
  const spool = join(service.dataDir, 'spool');
  if (!mountSmallDisk(t, spool)) return;
  const call = await service.client();
  const { body: map } = await call('POST', '/maps', { name: 'M' });
  const refused = await call('POST', `/maps/${map.id}/markers/bulk`, faultyCsv(20_000), CSV);
  t.match([refused.status, refused.body.error.code], [429, 'RATE_LIMITED']);
  t.same(await readdir(spool), []);
  t.equal((await call('GET', '/me')).body.quotas.bulk.used, 0);
  t.same((await call('GET', '/jobs')).body.data, []);
  const { body } = await call('POST', `/maps/${map.id}/markers/bulk`, faultyCsv(100), CSV);
  t.match(await finished(call, body), { status: 'completed', added: 90 }, 'what has room is imported');
});

t.test('a spool that cannot be written is a 500, and the service goes on', async (t) => {
  const service = await startTestApp(t);
  const call = await service.client();
  const { body: map } = await call('POST', '/maps', { name: 'M' });
  await rm(join(service.dataDir, 'spool'), { recursive: true });
  t.equal((await call('POST', `/maps/${map.id}/markers/bulk`, faultyCsv(100), CSV)).status, 500);
  t.equal((await call('GET', '/me')).body.quotas.bulk.used, 0);
});

t.test(
  'without room for the rejected rows an import fails in words, keeps its rows and goes out of the way',
  async (t) => {
    const service = await startTestApp(t, { DISK_RESERVE_BYTES: '0' });
    const spool = join(service.dataDir, 'spool');
    if (!mountSmallDisk(t, spool)) return;
    const call = await service.client();
    const rejected = Array.from({ length: 3000 }, (_, i) => `Nowhere ${i},north,${'x'.repeat(25)}`);
    const text = `name,lat,Note\n${rejected.join('\n')}\n`
      .replace('name,lat', 'name,lat,lng')
      .replaceAll(',north,', ',north,1,');
    // One for each job slot.
    const maps = [1, 2].map(async () => (await call('POST', '/maps', { name: 'M' })).body.id);
    for (const map of await Promise.all(maps)) {
      const { status, body } = await call('POST', `/maps/${map}/markers/bulk`, `${text}Here,1,2,x\n`, CSV);
      t.equal(status, 202);
      const job = await finished(call, body);
      t.match(job, {
        status: 'failed',
        error: 'the disk of the service is full; rows imported so far stay',
        added: 1,
        error_count: 3000,
      });
      t.equal((await call('GET', `/maps/${map}`)).body.marker_count, 1);
      while ((await readdir(spool)).length > 0) await delay(10);
    }
    const { body: map } = await call('POST', '/maps', { name: 'M' });
    const { body } = await call('POST', `/maps/${map.id}/markers/bulk`, faultyCsv(100), CSV);
    t.match(await finished(call, body), { status: 'completed', added: 90 }, 'the next one runs');
  },
);

const UPLOADS = 32;
const MB = Buffer.from(`${`${'x'.repeat(1023)}\n`.repeat(1024)}`);
const CHUNK = Buffer.concat([Buffer.from(`${MB.length.toString(16)}\r\n`), MB, Buffer.from('\r\n')]);
const HEADER = 'name,lat,lng\n';

/**
 * Sends an upload without end or length, until it is answered.
 * @returns the status; null when the connection was cut
 */
function uploadWithoutEnd(url: URL, key: string): Promise<string | null> {
  const socket = connect(Number(url.port), url.hostname);
  socket.write(
    `POST ${url.pathname}?dry_run=true HTTP/1.1\r\nHost: ${url.host}\r\nAuthorization: ${key}\r\nContent-Type: text/csv\r\n` +
      `Transfer-Encoding: chunked\r\n\r\n${HEADER.length.toString(16)}\r\n${HEADER}\r\n`,
  );
  const send = (): void => {
    while (!socket.destroyed && socket.write(CHUNK));
  };
  socket.on('drain', send);
  send();
  return new Promise((resolve) => {
    socket.on('data', (head) => {
      resolve(/^HTTP\/1\.1 (\d+)/.exec(head.toString())?.[1] ?? null);
      socket.destroy();
    });
    socket.on('error', () => {}).on('close', () => resolve(null));
  });
}

t.test('32 uploads without end leave a database on the same disk its room', async (t) => {
  const { dataDir } = arrange(t);
  mkdirSync(dataDir, { recursive: true });
  if (!mountSmallDisk(t, dataDir, '400m')) return;
  const service = await startTestApp(t, { DATABASE_URL: '', DATA_DIR: dataDir });
  const [wal] = await service.app.sql`SELECT setting::int AS mb FROM pg_settings WHERE name = 'max_wal_size'`;
  t.match(wal, { mb: 128 }, 'the write-ahead log of a small disk is short');
  const call = await service.client();
  const { body: map } = await call('POST', '/maps', { name: 'M' });
  const { body: job } = await call('POST', `/maps/${map.id}/markers/bulk`, faultyCsv(5000), CSV);
  let leastFree = Number.POSITIVE_INFINITY;
  const look = async (): Promise<void> => {
    const { bavail, blocks } = await statfs(dataDir);
    leastFree = Math.min(leastFree, bavail / blocks);
  };
  const attacks = await Promise.all(
    [1, 2].map(async (account) => {
      const options = { email: `attacker${account}@example.com` };
      const { body } = await (await service.client(options))('POST', '/maps', { name: 'A' });
      const url = new URL(`${service.app.publicUrl}/maps/${body.id}/markers/bulk`);
      return { url, key: await service.authorization(options) };
    }),
  );
  let under = UPLOADS;
  const statuses = Promise.all(
    Array.from({ length: UPLOADS }, (_, i) => {
      const { url, key } = attacks[i % attacks.length]!;
      return uploadWithoutEnd(url, key).finally(() => under--);
    }),
  );
  for (let i = 0; under > 0; i++) {
    // Not beyond the daily quota on a slow machine.
    if (i < 100)
      t.equal((await call('POST', `/maps/${map.id}/markers`, { name: `P${i}`, lat: 1, lng: 1 })).status, 201);
    await look();
    await delay(10);
  }
  // The connection of a refused upload that is still sent may be cut before its client reads the answer.
  t.strictSame(
    [...new Set(await statuses)].filter((status) => status !== null),
    ['429'],
  );
  t.ok(leastFree > 0.05, `${leastFree} of the disk stayed free`);
  t.match(await finished(call, job), expectedOf(5000));
  const { status, body } = await call('POST', `/maps/${map.id}/markers/bulk`, faultyCsv(100, 'then'), CSV);
  t.match([status, await finished(call, body)], [202, { status: 'completed' }], 'the next upload has room');
});
