import t from 'tap';
import { failureReason } from '../../../src/background/jobs/reason.js';

const systemError = (code: string, text: string) => Object.assign(new Error(`${code}: ${text}`), { code });

t.test('what a disk does is told in words', async (t) => {
  for (const code of ['ENOSPC', 'EDQUOT'])
    t.match(failureReason(systemError(code, 'x, write')), /^the disk of the service is full;/);
  for (const code of ['EROFS', 'EACCES', 'EPERM'])
    t.match(
      failureReason(systemError(code, "x, open '/data/spool/a'")),
      /^the service cannot write to its disk;/,
    );
  t.match(failureReason(systemError('EIO', 'x, read')), /^the disk of the service is defective;/);
  t.match(failureReason(new Error('ENOSPC: no space left on device, write')), /is full/, 'from a thread');
});

t.test('no path of the server is told', async (t) => {
  for (const message of [
    "ENOENT: no such file or directory, open '/var/lib/cartload/spool/job_1.upload'",
    "EISDIR: illegal operation on a directory, read '/x'",
    "Cannot find module '/srv/app/dist/workers/import.js'",
    'Cannot find module C:\\app\\import.js',
    'imported from file:///srv/app/dist/main.js',
    'at load (/srv/app/main.js:1:2)',
  ])
    t.equal(failureReason(new Error(message)), 'an error inside the service', message);
});

t.test('everything else is told as it is', async (t) => {
  for (const message of [
    'canceling statement due to statement timeout',
    'value "1/2" or n/a and 2026/01/02 are no numbers',
    'invalid input syntax for type json: Token "/" is invalid',
    'EXTRA: is not a code of any system',
    'no luck',
  ])
    t.equal(failureReason(new Error(message)), message);
  t.equal(failureReason('no error at all'), 'no error at all');
});
