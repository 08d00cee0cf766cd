import { execFileSync } from 'node:child_process';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { finished, startTestApp } from '../support/app.js';
import { faultyCsv } from '../support/faults.js';

const CSV = { 'content-type': 'text/csv' };

/** @returns false where mounting is impossible */
function mountSmallDisk(t: Test, directory: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=320k', 'tmpfs', directory], { stdio: 'ignore' });
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
