import { type FileHandle, open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { headerBlob, nodesBlob, waysBlob } from '../../../load/osm-pbf/osm-pbf.js';
import { loadRoads } from '../../../src/world/roads/load-roads.js';
import { readBlobs, scanBlobs } from '../../../src/world/roads/scan-blobs.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { blobsOf, gridTown } from '../../support/town.js';

const folder = temporaryFolder(t);

async function fileOf(t: Test, contents: Uint8Array): Promise<FileHandle> {
  const path = join(folder, `${Math.random()}.osm.pbf`);
  await writeFile(path, contents);
  const file = await open(path);
  t.teardown(() => file.close());
  return file;
}

const { nodes, ways } = gridTown(4, 4, 200, { highway: 'residential' });
const header = headerBlob();
const whole = Buffer.concat([header, nodesBlob(nodes), waysBlob(ways)]);

t.test('each blob is found where it lies', async (t) => {
  const file = await fileOf(t, whole);
  const { header, data } = await scanBlobs(file);
  const expected = blobsOf(whole).map(({ blob }) => Buffer.from(blob).toString('hex'));
  t.same(
    (await readBlobs(file, [header, ...data])).map((blob) => blob.toString('hex')),
    expected,
  );
  t.equal(expected.length, 3);
});

t.test('a file is refused wherever it is cut off, but behind a blob', async (t) => {
  const ends = [header.length, header.length + nodesBlob(nodes).length, whole.length];
  for (let length = 1; length < whole.length; length++) {
    const file = await fileOf(t, whole.subarray(0, length));
    if (ends.includes(length)) await scanBlobs(file);
    else
      await t.rejects(
        scanBlobs(file),
        { message: /it is cut off|it is damaged at byte|it does not look like an \.osm\.pbf/ },
        `${length} bytes`,
      );
  }
});

t.test('the missing part of a truncated file is told', async (t) => {
  const file = await fileOf(t, whole.subarray(0, -5));
  await t.rejects(scanBlobs(file), {
    message: 'it is cut off: its last block has 5 bytes less than it says',
  });
});

t.test('files of other kinds are refused', async (t) => {
  for (const [what, contents] of [
    ['an empty file', ''],
    ['XML', '<?xml version="1.0" encoding="UTF-8"?>\n<osm version="0.6" generator="x">\n</osm>'],
    ['a zip', 'PK\u0003\u0004\u0014\u0000\u0000\u0000\u0008\u0000abcdefgh'],
    ['zeros', '\0'.repeat(1000)],
    ['three bytes', 'abc'],
  ] as const)
    await t.rejects(
      scanBlobs(await fileOf(t, Buffer.from(contents))),
      { message: /^it does not look like an \.osm\.pbf/ },
      what,
    );
  await t.rejects(scanBlobs(await fileOf(t, nodesBlob(nodes))), {
    message: 'it does not look like an .osm.pbf: it has no header',
  });
  const damaged = Buffer.concat([whole, Buffer.from('\0\0\0\0 and more')]);
  await t.rejects(scanBlobs(await fileOf(t, damaged)), {
    message: `it is damaged at byte ${whole.length}`,
  });
});

t.test('blobs behind 2 GiB are read like others', async (t) => {
  const path = join(folder, 'sparse.osm.pbf');
  const file = await open(path, 'w+');
  t.teardown(() => file.close());
  await file.write(header, 0, header.length, 0);
  let at = header.length;
  // Blobs that readers pass, 32 MiB of nothing each: the file is sparse.
  for (const hole of [
    Buffer.from('\u0000\u0000\u0000\u000b\n\u0004Hole\u0018\u0080\u0080\u0080\u0010', 'latin1'),
  ]) {
    while (at <= 2 ** 31) {
      await file.write(hole, 0, hole.length, at);
      at += hole.length + 32 * 1024 * 1024;
    }
  }
  const behind = Buffer.concat([waysBlob(ways), nodesBlob(nodes)]);
  await file.write(behind, 0, behind.length, at);
  const { data } = await scanBlobs(file);
  t.equal(data.length, 2);
  t.ok(data[0]!.position > 2 ** 31);
  const phases = new Set<string>();
  const { graph, fileBytes } = await loadRoads(path, 1, ({ phase }) => phases.add(phase));
  t.equal(fileBytes, at + behind.length);
  const near = join(folder, 'near.osm.pbf');
  await writeFile(near, whole);
  t.ok(Buffer.from(graph).equals(Buffer.from((await loadRoads(near, 1)).graph)));
});
