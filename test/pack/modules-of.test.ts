import t from 'tap';
import { modulesOf } from '../../src/pack/modules-of.js';
import { PARTS } from '../../src/pack/parts.js';

const root = new URL('../../src/', import.meta.url).href;
const modules = new Map(
  PARTS.map(({ file, module }) => [file, [...modulesOf(module).keys()].map((url) => url.slice(root.length))]),
);

t.test('a part is made anew when a module changes that it imports, however far away', async (t) => {
  for (const [file, module] of [
    ['gazetteer.bin', 'pack/gazetteer/columns.js'],
    ['gazetteer.bin', 'geo/gazetteer/name-hash.js'],
    ['us_county.bin', 'geo/regions/layer-file.js'],
    ['us_zip.bin', 'geo/regions/pack-region-layer.js'],
    ['fonts/index.json', 'render/fonts/font-index.js'],
    ['imagery.bin', 'render/imagery/packed-form.js'],
  ] as const)
    t.ok(modules.get(file)?.includes(module), `${file}: ${module}`);
});

t.test('a part stays when any other module changes', async (t) => {
  for (const [file, module] of [
    ['gazetteer.bin', 'pack/postal/us-zip.js'],
    ['demographics.json', 'geo/gazetteer/name-hash.js'],
    ['us_zip.bin', 'geo/gazetteer/gazetteer.js'],
    ['country.bin', 'geo/isochrone/networks.js'],
  ] as const)
    t.notOk(modules.get(file)?.includes(module), `${file}: ${module}`);
});
