import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { loadSpoolIdentity } from '../../../src/import/spool/spool-identity.js';

t.test('a spool has one identity, also when several processes ask for the first one at once', async (t) => {
  const directory = t.testdir();
  const identities = await Promise.all(Array.from({ length: 20 }, () => loadSpoolIdentity(directory)));
  identities.push(await loadSpoolIdentity(directory));
  t.equal(new Set(identities).size, 1);
  t.match(identities[0], /^[\da-f-]{36}$/);
  t.same(await readdir(directory), ['identity']);
});

t.test('no two spools have the same', async (t) => {
  const directory = t.testdir({ a: {}, b: {} });
  t.not(await loadSpoolIdentity(join(directory, 'a')), await loadSpoolIdentity(join(directory, 'b')));
});

t.test('a damaged one is named, not replaced', async (t) => {
  const path = join(t.testdir(), 'identity');
  await writeFile(path, '');
  await t.rejects(loadSpoolIdentity(join(path, '..')), {
    message: `${path} is damaged: put the column spool of this directory's jobs into it`,
  });
});
