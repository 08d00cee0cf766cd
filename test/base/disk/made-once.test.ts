import { writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { readOrMake } from '../../../src/base/disk/made-once.js';

t.test('what is there is not made again', async (t) => {
  const path = join(t.testdir({ file: 'there' }), 'file');
  t.equal(await readOrMake(path, () => 'made again'), 'there');
});

t.test('what another process has made meanwhile is right', async (t) => {
  const directory = t.testdir();
  const path = join(directory, 'file');
  const make = () => {
    writeFileSync(path, 'theirs');
    return 'mine';
  };
  t.equal(await readOrMake(path, make), 'theirs');
  t.equal(await readOrMake(path, make), 'theirs');
  t.same(await readdir(directory), ['file']);
});
