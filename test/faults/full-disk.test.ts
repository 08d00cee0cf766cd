import { execFileSync } from 'node:child_process';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { finished, startTestApp } from '../support/app.js';
import { faultyCsv } from '../support/faults.js';

const CSV = { 'content-type': 'text/csv' };

t.test('an upload that the disk has no room for is refused, and nothing is half made', async (t) => {
  const service = await startTestApp(t);
  const spool = join(service.dataDir, 'spool');
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', spool], { stdio: 'ignore' });
  } catch {
    return t.comment('skipped: a small file system cannot be mounted here');
  }
  t.teardown(() => execFileSync('umount', ['-l', spool]));
  const call = await service.client();
  const { body: map } = await call('POST', '/maps', { name: 'M' });
  const refused = await call('POST', `/maps/${map.id}/markers/bulk`, faultyCsv(20_000), CSV);
  t.match([refused.status, refused.body.error.code], [500, 'INTERNAL_ERROR']);
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
