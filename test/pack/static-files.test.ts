import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import t from 'tap';
import { assertNoEmptyPackage } from '../../src/pack/static-files.js';

/** Inputs of the bundle of a script that imports from a package of this name. */
async function inputsWith(folder: string, imported: string, name: string): Promise<object> {
  const home = join(folder, 'node_modules', imported);
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'package.json'), JSON.stringify({ name, main: 'index.js' }));
  writeFileSync(join(home, 'index.js'), 'exports.printMsg = function() {}');
  const script = join(folder, 'script.js');
  writeFileSync(script, `import { turn } from '${imported}'; turn();`);
  const { metafile } = await build({ entryPoints: [script], bundle: true, write: false, metafile: true });
  return metafile.inputs;
}

t.test('a bundle with a package that an override has emptied is refused by its name', async (t) => {
  const emptied = await inputsWith(t.testdir(), '@maps/matrices', 'empty-npm-package');
  t.throws(() => assertNoEmptyPackage(emptied), {
    message: /node_modules\/@maps\/matrices is emptied by the overrides in package\.json/,
  });
  assertNoEmptyPackage(await inputsWith(t.testdir(), '@maps/matrices', '@maps/matrices'));
  assertNoEmptyPackage({
    'src/main.tsx': {},
    '<define:X>': {},
    'asset:/a/node_modules/b/dist/node_modules/c/d.js': {},
  });
});
