import { existsSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import t from 'tap';
import { ENTRIES, entryOf, freshBundles } from '../../../src/base/threads/entry.js';

t.test('every program is there', async (t) => {
  for (const name of ENTRIES) t.ok(existsSync(entryOf(name)), name);
});

t.test('bundles count until something is compiled', async (t) => {
  const programs = Object.fromEntries(ENTRIES.map((name) => [`${name}.js`, '0;']));
  const root = t.testdir({ compiled: '', bundles: { first: programs } });
  const directory = pathToFileURL(join(root, 'bundles/'));
  const [made, compiled] = [join(root, 'bundles/made'), join(root, 'compiled')];
  const fresh = (): boolean => freshBundles(directory, compiled) !== null;
  t.equal(fresh(), false, 'none were made, or not all');
  writeFileSync(made, 'first');
  t.equal(freshBundles(directory, compiled)?.href, new URL('first/', directory).href);
  const later = Date.now() / 1000 + 60;
  utimesSync(compiled, later, later);
  t.equal(fresh(), false, 'a module was compiled since');
  utimesSync(made, later, later);
  t.equal(fresh(), true, 'within one tick of the clock');
  writeFileSync(join(root, 'bundles/first/tasks.js'), '');
  t.equal(fresh(), false, 'a program is empty');
  rmSync(join(root, 'bundles/first/tasks.js'));
  t.equal(fresh(), false, 'a program is missing');
  writeFileSync(join(root, 'bundles/first/tasks.js'), '0;');
  t.equal(fresh(), true);
  writeFileSync(made, 'gone');
  utimesSync(made, later, later);
  t.equal(fresh(), false, 'their folder is gone');
  writeFileSync(made, 'first');
  rmSync(compiled);
  t.equal(fresh(), false, 'nobody knows when it was compiled');
});
