import { existsSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { areBundlesFresh, ENTRIES, entryOf } from '../../../src/base/threads/entry.js';

t.test('every program is there', async (t) => {
  for (const name of ENTRIES) t.ok(existsSync(entryOf(name)), name);
});

t.test('bundles count until something is compiled', async (t) => {
  const folder = t.testdir({ compiled: '' });
  const [made, compiled] = [join(folder, 'made'), join(folder, 'compiled')];
  t.equal(areBundlesFresh(made, compiled), false, 'none were made, or not all');
  writeFileSync(made, '');
  t.equal(areBundlesFresh(made, compiled), true);
  const later = Date.now() / 1000 + 60;
  utimesSync(compiled, later, later);
  t.equal(areBundlesFresh(made, compiled), false, 'a module was compiled since');
  utimesSync(made, later, later);
  t.equal(areBundlesFresh(made, compiled), true, 'within one tick of the clock');
  rmSync(compiled);
  t.equal(areBundlesFresh(made, compiled), false, 'nobody knows when it was compiled');
});
