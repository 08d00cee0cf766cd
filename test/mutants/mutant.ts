import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A small change that breaks a promise, and the tests that must notice it. */
export interface Mutant {
  /** What the change breaks, in words. */
  name: string;
  /**
   * A file of the checkout; `sql/name()` is the function of that name where the last migration defines it, for later ones
   * replace what earlier ones made.
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
 * @throws Error that says why the mutant is stale: the file or the function is gone, the text is not there exactly once, or in a
 *   function that a later migration defines anew
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
  const dead = functionAround(before, at);
  if (path.startsWith('sql/') && dead !== null && findFunction(root, dead).path !== path)
    throw new Error(`${file} has ${JSON.stringify(find)} in ${dead}(), which a later migration defines anew`);
  return { path, before, after: before.slice(0, at) + replace + before.slice(at + find.length) };
}

/** Name of the function of a migration in whose definition a place is. */
function functionAround(text: string, at: number): string | null {
  const begin = [...text.slice(0, at).matchAll(/^CREATE (?:OR REPLACE )?FUNCTION (\w+)\(/gm)].at(-1);
  if (!begin) return null;
  return at < endOfFunction(text, begin.index) ? begin[1]! : null;
}

const endOfFunction = (text: string, from: number): number =>
  text.indexOf('$$', text.indexOf('$$', from) + 2);

/** Path and range of the definition of a SQL function that is in force when all migrations are applied. */
function findFunction(root: string, name: string): { path: string; from: number; to: number } {
  const begin = new RegExp(`^CREATE (OR REPLACE )?FUNCTION ${name}\\(`, 'gm');
  for (const file of readdirSync(join(root, 'sql')).sort().reverse()) {
    const path = `sql/${file}`;
    const text = readFileSync(join(root, path), 'utf8');
    const from = [...text.matchAll(begin)].at(-1)?.index;
    if (from === undefined) continue;
    return { path, from, to: endOfFunction(text, from) };
  }
  throw new Error(`no migration defines ${name}()`);
}
