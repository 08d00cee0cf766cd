import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { temporaryFolder } from '../support/temporary-folder.js';
import { applyMutant } from './mutant.js';

const root = temporaryFolder(t);
mkdirSync(join(root, 'sql/functions'), { recursive: true });
writeFileSync(join(root, 'a.ts'), 'if (a < b) return a;\n');
writeFileSync(join(root, 'sql/0001-a.sql'), 'CREATE TABLE a (a int);\n');
writeFileSync(
  join(root, 'sql/functions/b.sql'),
  'CREATE OR REPLACE FUNCTION f(a int) AS $$\n  SELECT a + 2\n$$;\nCREATE OR REPLACE FUNCTION g(a int) AS $$\n  SELECT a + 2\n$$;\n',
);

const apply = (file: string, find: string, replace = '') =>
  applyMutant(root, { name: 'n', file, find, replace, tests: [] });

t.test('the text is replaced where it stands', async (t) => {
  t.match(apply('a.ts', 'a < b', 'a <= b'), { path: 'a.ts', after: 'if (a <= b) return a;\n' });
});

t.test('of a SQL function the definition is changed, and nothing beside it', async (t) => {
  const { path, before, after } = apply('sql/f()', 'a + 2', 'a');
  t.equal(path, 'sql/functions/b.sql');
  t.equal(after, before.replace('a + 2', 'a'));
  t.equal(apply('sql/g()', 'a + 2', 'a').after, before.replace(/a \+ 2(?=\n\$\$;\n$)/, 'a'));
});

t.test('a mutant is stale when its text is gone or there twice, or its file or function gone', async (t) => {
  t.throws(() => apply('a.ts', 'a > b'), { message: 'a.ts has no "a > b"' });
  t.throws(() => apply('a.ts', 'a'), { message: 'a.ts has "a" more than once' });
  t.throws(() => apply('sql/f()', 'a + 1'), { message: 'sql/f() has no "a + 1"' });
  t.throws(() => apply('sql/functions/b.sql', 'a + 2'), { message: /more than once/ });
  t.throws(() => apply('b.ts', 'a'), { code: 'ENOENT' });
  t.throws(() => apply('sql/h()', 'a'), { message: 'no file of sql/ defines h()' });
});
