import { readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { FileBlobStore } from '../../src/blob/file-store.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { blobStoreContract } from './contract.js';

blobStoreContract(t, async (t) => {
  const directory = join(temporaryFolder(t), 'deep', 'blobs');
  return () => FileBlobStore.open(directory);
});

t.test('other users of the machine cannot read the files', async (t) => {
  const directory = join(temporaryFolder(t), 'blobs');
  const store = await FileBlobStore.open(directory);
  await store.put(
    'images/a',
    (async function* () {
      yield Buffer.from('x');
    })(),
  );
  const mode = async (...path: string[]) => ((await stat(join(directory, ...path))).mode & 0o777).toString(8);
  t.same(await Promise.all([mode(), mode('images'), mode('images', 'a'), mode('identity')]), [
    '700',
    '700',
    '600',
    '600',
  ]);
});

t.test('unfinished puts of a dead process are swept, puts under way are not', async (t) => {
  const directory = temporaryFolder(t);
  const store = await FileBlobStore.open(directory);
  const unfinished = join(directory, 'in-progress');
  await writeFile(join(unfinished, 'dead'), 'half');
  await writeFile(join(unfinished, 'alive'), 'half');
  const longAgo = new Date(Date.now() - 7_200_000);
  await utimes(join(unfinished, 'dead'), longAgo, longAgo);
  t.equal(await store.removeAbandoned(3_600_000), 1);
  t.same(await readdir(unfinished), ['alive']);
});

t.test('a directory that cannot be made is told', async (t) => {
  const directory = temporaryFolder(t);
  await writeFile(join(directory, 'file'), '');
  await t.rejects(FileBlobStore.open(join(directory, 'file', 'blobs')), { code: 'ENOTDIR' });
});
