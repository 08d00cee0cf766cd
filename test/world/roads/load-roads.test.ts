import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import {
  blobOf,
  headerBlob,
  message,
  type OsmPbfOptions,
  waysBlob,
  writeOsmPbf,
} from '../../../load/osm-pbf/osm-pbf.js';
import { openGraph } from '../../../src/geo/roads/road-graph.js';
import { type LoadProgress, loadRoads } from '../../../src/world/roads/load-roads.js';
import { realExtracts } from '../../support/real-extracts.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { gridTown, packedGraphOf } from '../../support/town.js';

const folder = temporaryFolder(t);
let files = 0;
async function write(contents: Uint8Array): Promise<string> {
  const path = join(folder, `${files++}.osm.pbf`);
  await writeFile(path, contents);
  return path;
}

const expectedOf = (file: Uint8Array): Buffer => Buffer.from(packedGraphOf(file));

const town = gridTown(30, 30, 150, { highway: 'residential', maxspeed: '40' });
const fileOf = (options: OsmPbfOptions = {}) =>
  writeOsmPbf(town.nodes, town.ways, { blockSize: 50, ...options });

t.test('on any number of threads and in any order the graph has the same bytes', async (t) => {
  for (const options of [{}, { unsorted: true }, { plainNodes: true }, { bounds: [-1, -1, 1, 1] as never }]) {
    const file = fileOf(options);
    const path = await write(file);
    for (const threads of [1, 2, 5]) {
      const { graph, fileBytes } = await loadRoads(path, threads);
      t.ok(expectedOf(file).equals(Buffer.from(graph)), `${threads} threads, ${JSON.stringify(options)}`);
      t.equal(fileBytes, file.length);
    }
  }
});

t.test('progress never goes back within a phase, and each phase ends at the size of the file', async (t) => {
  const file = fileOf();
  const seen: LoadProgress[] = [];
  await loadRoads(await write(file), 2, (progress) => seen.push({ ...progress }));
  for (const phase of ['streets', 'places', 'graph'] as const) {
    const bytes = seen.filter((progress) => progress.phase === phase).map((progress) => progress.bytes);
    t.equal(bytes.at(-1), file.length, phase);
    t.same(
      bytes,
      [...bytes].sort((a, b) => a - b),
    );
  }
  t.ok(seen.every(({ totalBytes }) => totalBytes === file.length));
});

t.test('an error within a blob is told', async (t) => {
  const file = fileOf();
  // In the middle of the compressed bytes of a blob.
  const damaged = Buffer.from(file);
  damaged.fill(0xff, Math.floor(file.length / 2), Math.floor(file.length / 2) + 200);
  await t.rejects(loadRoads(await write(damaged), 2), { message: /damaged|block/ });
  await t.rejects(loadRoads(await write(writeOsmPbf(town.nodes, town.ways, { compression: 7 })), 2), {
    message: /compressed with zstd: recompress it with zlib \(`osmium cat`\)/,
  });
  await t.rejects(
    loadRoads(await write(writeOsmPbf(town.nodes, [], { features: ['HistoricalInformation'] })), 1),
    {
      message: 'it requires the feature "HistoricalInformation", which this reader does not support',
    },
  );
  await t.rejects(loadRoads(await write(writeOsmPbf(town.nodes, [])), 1), {
    message: 'no street in it can be driven',
  });
  // Detected in the second pass, beside other tasks.
  const dense = message((pbf) => pbf.writePackedSVarint(1, [1, 1]));
  const group = message((pbf) => pbf.writeBytesField(2, dense));
  const placeless = message((pbf) => pbf.writeBytesField(2, group));
  const blobs = [headerBlob(), blobOf('OSMData', placeless, 3), waysBlob(town.ways)];
  await t.rejects(loadRoads(await write(Buffer.concat(blobs)), 2), { message: 'nodes have no positions' });
  await t.rejects(loadRoads(join(folder, 'nowhere.osm.pbf'), 1), { code: 'ENOENT' });
});

const ARCS = new Map([
  ['porto', 146_675],
  ['columbus', 56_792],
  ['baltimore', 13_705],
  ['liechtenstein', 7_979],
]);

t.test('real extracts load, with at most 75 bytes an arc', { skip: realExtracts.skip }, async (t) => {
  for (const { name, path } of realExtracts.files) {
    const { graph } = await loadRoads(path, 2);
    const { arcs } = openGraph(graph);
    t.equal(arcs, ARCS.get(name), name);
    t.ok(graph.byteLength / arcs < 75, name);
  }
});

t.test('a copy of a real extract that is cut off is refused', { skip: realExtracts.skip }, async (t) => {
  for (const { name, path } of realExtracts.files) {
    const whole = await readFile(path);
    for (const share of [0.2, 0.7, 0.999]) {
      const cut = await write(whole.subarray(0, Math.floor(whole.length * share)));
      await t.rejects(loadRoads(cut, 2), { message: /^it is cut off|^it is damaged/ }, `${name} ${share}`);
    }
  }
});
