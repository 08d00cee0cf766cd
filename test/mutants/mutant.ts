import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A small change that breaks a promise, and the tests that must notice it. */
export interface Mutant {
  /** What the change breaks, in words. */
  name: string;
  /**
   * A file of the checkout; `sql/name()` is the SQL function of that name, where it is defined.
   */
  file: string;
  /** Stands there exactly once. Short, so that it survives what does not concern it. */
  find: string;
  replace: string;
  /** Test files, below `test` and without their ending: the fewest that notice. */
  tests: readonly string[];
}

/** A file with the change made, and without it. */
export interface Applied {
  path: string;
  before: string;
  after: string;
}

/**
 * Makes the change in memory.
 * @param root of a checkout
 * @throws Error that says why the mutant is stale: the file or the function is gone, or the text is not there exactly once
 */
export function applyMutant(root: string, { file, find, replace }: Mutant): Applied {
  const name = /^sql\/(\w+)\(\)$/.exec(file)?.[1];
  const { path, from, to } =
    name === undefined ? { path: file, from: 0, to: Infinity } : findFunction(root, name);
  const before = readFileSync(join(root, path), 'utf8');
  const at = before.indexOf(find, from);
  if (at < 0 || at + find.length > to) throw new Error(`${file} has no ${JSON.stringify(find)}`);
  const second = before.indexOf(find, at + 1);
  if (second >= 0 && second < to) throw new Error(`${file} has ${JSON.stringify(find)} more than once`);
  return { path, before, after: before.slice(0, at) + replace + before.slice(at + find.length) };
}

/** Path and range of the definition of a SQL function. */
function findFunction(root: string, name: string): { path: string; from: number; to: number } {
  const begin = new RegExp(`^CREATE (OR REPLACE )?FUNCTION ${name}\\(`, 'm');
  for (const file of readdirSync(join(root, 'sql'), { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.sql')) continue;
    const path = `sql/${file}`;
    const text = readFileSync(join(root, path), 'utf8');
    const from = text.search(begin);
    if (from < 0) continue;
    return { path, from, to: text.indexOf('$$', text.indexOf('$$', from) + 2) };
  }
  throw new Error(`no file of sql/ defines ${name}()`);
}
