import { existsSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { areBundlesFresh, ENTRIES, entryOf, INPUTS } from '../../../src/base/threads/entry.js';

t.test('every program is there', (t) => {
  for (const name of ENTRIES) t.ok(existsSync(entryOf(name)), name);
  t.end();
});

t.test('bundles count while no module is newer than they are', (t) => {
  const modules = t.testdir({ 'a.js': '', 'b.js': '', bundles: {} });
  const bundles = join(modules, 'bundles');
  t.equal(areBundlesFresh(bundles), false, 'none were made');
  writeFileSync(join(bundles, INPUTS), JSON.stringify(['../a.js', '../b.js']));
  t.equal(areBundlesFresh(bundles), true);
  const later = Date.now() / 1000 + 60;
  utimesSync(join(modules, 'b.js'), later, later);
  t.equal(areBundlesFresh(bundles), false, 'a module was compiled since');
  utimesSync(join(bundles, INPUTS), later, later);
  t.equal(areBundlesFresh(bundles), true);
  rmSync(join(modules, 'a.js'));
  t.equal(areBundlesFresh(bundles), false, 'a module is gone');
  writeFileSync(join(bundles, INPUTS), '[');
  t.equal(areBundlesFresh(bundles), false, 'the build was ended while it wrote');
  t.end();
});
