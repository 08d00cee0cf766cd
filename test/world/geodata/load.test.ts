import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import t from 'tap';
import { geodataDirectory } from '../../../src/world/geodata/files.js';
import { loadGeodata } from '../../../src/world/geodata/load.js';

t.test('files are read into memory that threads share, under one version', async (t) => {
  const geodata = await loadGeodata();
  t.match(geodata.version, /^[0-9a-f]{16}$/);
  t.equal((await loadGeodata()).version, geodata.version);
  for (const type of ['us_county', 'us_state', 'au_state', 'country'] as const) {
    t.type(geodata.layers[type], SharedArrayBuffer);
    t.same(Buffer.from(geodata.layers[type]!), readFileSync(new URL(`${type}.bin`, geodataDirectory)));
  }
});

t.test('an error names the missing file, and how to build it', async (t) => {
  const directory = pathToFileURL(`${t.testdir()}/`);
  await t.rejects(loadGeodata(directory), /geodata is missing \(manifest\.json\): run "npm run build"/);
  writeFileSync(new URL('manifest.json', directory), '{"us_state.bin":"x","us_county.bin":"x"}');
  for (const file of ['gazetteer.bin', 'us_state.bin'])
    copyFileSync(new URL(file, geodataDirectory), new URL(file, directory));
  await t.rejects(loadGeodata(directory), /geodata is missing \(us_county\.bin\): run "npm run build"/);
});
