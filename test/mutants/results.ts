import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Applied, Mutant } from './mutant.js';

export interface Result {
  /** Hash of everything that the outcome depends on; any other key makes it void. */
  key: string;
  outcome: 'killed' | 'survived';
  /** Name of the test that noticed. */
  by: string;
}

/** Outcomes of mutants, kept in a file so that an interrupted run can continue. */
export class Results {
  readonly #path: string;
  readonly #known: Record<string, Result>;

  constructor(path: string) {
    this.#path = path;
    this.#known = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
  }

  find(name: string, key: string): Result | null {
    const known = this.#known[name];
    return known?.key === key ? known : null;
  }

  keep(name: string, result: Result): void {
    this.#known[name] = result;
    mkdirSync(dirname(this.#path), { recursive: true });
    writeFileSync(this.#path, `${JSON.stringify(this.#known, null, 2)}\n`);
  }
}

/** Hash of the change, its file, its tests and what all tests share. */
export function keyOf(root: string, { name, tests }: Mutant, { path, before, after }: Applied): string {
  const hash = createHash('sha256').update(JSON.stringify([name, path, before, after]));
  const support = readdirSync(join(root, 'test/support'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(join(root, 'test'), join(entry.parentPath, entry.name)))
    .sort();
  for (const file of [...tests.map((test) => `${test}.test.ts`), ...support]) {
    hash.update(file).update(readFileSync(join(root, 'test', file)));
  }
  return hash.digest('hex').slice(0, 16);
}
