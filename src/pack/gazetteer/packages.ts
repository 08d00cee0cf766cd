import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** A file of an installed package, also of one whose `exports` do not name it. */
export function readPackageFile(name: string, path: string): string {
  for (const folder of require.resolve.paths(name) ?? []) {
    try {
      return readFileSync(`${folder}/${name}/${path}`, 'utf8');
    } catch {
      // Installed further up.
    }
  }
  throw new Error(`${name} has no file ${path}`);
}

export function readPackageJson<T>(name: string, path: string): T {
  return JSON.parse(readPackageFile(name, path));
}

/** What a CommonJS module of a package exports. */
export function loadPackage<T>(path: string): T {
  return require(path);
}
