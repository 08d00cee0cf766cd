import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { run, runForComplaint, runForResult, serve, until } from '../support/cartload-process.js';
import { createDatabase } from '../support/database.js';
import { fetchDocumented } from '../support/documented.js';
import { writeOsmPbf } from '../support/osm-pbf.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { gridTown } from '../support/town.js';

const { url } = await createDatabase(t);
const folder = temporaryFolder(t);
const env = { DATABASE_URL: url, DATA_DIR: join(folder, 'data') };
async function write(name: string, contents: Uint8Array | string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, contents);
  return path;
}
const townFile = (streets: number): Buffer => {
  const { nodes, ways } = gridTown(streets, streets, 200, { highway: 'residential', maxspeed: '40' });
  return writeOsmPbf(nodes, ways, { bounds: [-0.1, -0.1, 0.1, 0.1] });
};
const list = async (): Promise<Record<string, unknown>[]> => {
  const { code, stdout } = await run(t, ['roads', 'list'], { env });
  t.equal(code, 0);
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
};

t.test('a file is loaded, listed, replaced and removed', async (t) => {
  t.same(await list(), []);
  const file = townFile(4);
  const path = await write('my-town.osm.pbf', file);
  const result = await runForResult(t, ['roads', 'load', path], { env });
  t.match(result, {
    name: 'my-town',
    version: /^[\da-f]{64}$/,
    file: 'my-town.osm.pbf',
    osm_timestamp: null,
    bounds: { west: -0.1, south: -0.1, east: 0.1, north: 0.1 },
    vertices: 16,
    arcs: 48,
    edge_vertices: 0,
    tile_bytes: Number,
    file_bytes: file.length,
  });
  t.match(await list(), [{ ...result, loaded_at: String }]);
  // The same file a second time is the same network.
  t.same(await runForResult(t, ['roads', 'load', path], { env }), result);

  const other = await runForResult(t, ['roads', 'load', path, '--name', 'other-1'], { env });
  t.same(other, { ...result, name: 'other-1' });
  const larger = await write('larger.osm.pbf', townFile(5));
  const replaced = await runForResult(t, ['roads', 'load', larger, '--name', 'my-town'], { env });
  t.match(replaced, { name: 'my-town', file: 'larger.osm.pbf', vertices: 25 });
  t.match(await list(), [replaced, other]);

  for (const name of ['my-town', 'other-1'])
    t.same(await runForResult(t, ['roads', 'remove', '--name', name], { env }), { removed: true });
  t.same(await list(), []);
  t.equal(
    await runForComplaint(t, ['roads', 'remove', '--name', 'my-town'], { env }),
    'there is no network my-town',
  );
});

t.test('what is refused is told in one line, and what was there stays', async (t) => {
  const file = townFile(4);
  const path = await write('town.osm.pbf', file);
  await runForResult(t, ['roads', 'load', path], { env });
  const before = await list();
  const cut = await write('cut.osm.pbf', file.subarray(0, -7));
  const xml = await write('town.osm', '<?xml version="1.0"?><osm/>');
  const noStreets = await write('sea.osm.pbf', writeOsmPbf([{ id: 1, lon: 0, lat: 0 }], []));
  for (const [path, reason] of [
    [cut, 'cut.osm.pbf cannot be loaded: it is cut off: its last block has 7 bytes less than it says'],
    [xml, 'town.osm cannot be loaded: it does not look like an .osm.pbf'],
    [noStreets, 'sea.osm.pbf cannot be loaded: no street in it can be driven'],
  ] as const)
    t.equal(await runForComplaint(t, ['roads', 'load', path, '--name', 'town'], { env }), reason);
  t.match(
    await runForComplaint(t, ['roads', 'load', '/nowhere.osm.pbf'], { env }),
    /^nowhere\.osm\.pbf cannot be loaded: ENOENT/,
  );
  t.match(
    await runForComplaint(t, ['roads', 'load', path, '--name', 'A b'], { env }),
    /a name has 1 to 40 of a-z, 0-9 and -/,
  );
  const unnamed = await write('North Rhine.osm.pbf', file);
  t.equal(
    await runForComplaint(t, ['roads', 'load', unnamed], { env }),
    '"North Rhine" is not a valid name (1 to 40 of a-z, 0-9 and -): give one with --name NAME',
  );
  t.same(await list(), before);
});

t.test('a service that runs has what is loaded, and says whose data it is', async (t) => {
  const { url: base, seen } = await serve(t, { env });
  const key = await runForResult(t, ['account', 'create', '--email', 'roads@example.com'], { env }).then(() =>
    runForResult(t, ['key', 'create', '--email', 'roads@example.com'], { env }),
  );
  const roads = async (): Promise<string> => {
    const headers = { authorization: `Bearer ${key.key}` };
    const answer = (await (await fetchDocumented(`${base}/attributions`, { headers })).json()) as {
      attributions: { use: string; name: string; licence: string }[];
    };
    const found = answer.attributions.filter(({ use }) => use === 'roads');
    return found.map(({ name, licence }) => `${name}, ${licence}`).join();
  };
  t.equal(await roads(), 'OpenStreetMap, town, ODbL-1.0');
  t.ok(await seen('stderr', (line) => line.includes('replaced road networks') || null));
  await runForResult(t, ['roads', 'remove', '--name', 'town'], { env });
  await until(async () => (await roads()) === '');
});
