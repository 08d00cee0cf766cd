import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A small change that breaks a promise, and the tests that must notice it. */
export interface Mutant {
  /** The broken promise, in words. */
  name: string;
  /** A file of the checkout; `sql/name()` is the definition of that SQL function. */
  file: string;
  /** Occurs exactly once. Short, so that unrelated changes leave it valid. */
  find: string;
  replace: string;
  /** Test files, below `test` and without their ending: the fewest that notice. */
  tests: readonly string[];
}

/** A file with and without the change. */
export interface Applied {
  path: string;
  before: string;
  after: string;
}

/**
 * Applies a mutant in memory.
 * @param root root of a checkout
 * @throws Error that says why the mutant is stale: its file or function is gone, or its text does not occur
 * exactly once
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

/** Path and range of a SQL function's definition. */
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
