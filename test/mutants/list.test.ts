import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { MUTANTS } from './list/index.js';
import { applyMutant } from './mutant.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

t.test('every mutant fits the sources, changes something and names tests that exist', async (t) => {
  for (const mutant of MUTANTS) {
    const { before, after } = applyMutant(ROOT, mutant);
    t.not(before, after, mutant.name);
    t.ok(mutant.tests.length > 0);
    for (const test of mutant.tests) t.ok(existsSync(join(ROOT, `test/${test}.test.ts`)), test);
  }
  t.equal(new Set(MUTANTS.map(({ name }) => name)).size, MUTANTS.length, 'each has a name of its own');
});
