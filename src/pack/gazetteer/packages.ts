import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Reads a file of an installed package, also where its `exports` do not name it. */
function readPackageFile(name: string, path: string): string {
  for (const folder of require.resolve.paths(name) ?? []) {
    try {
      return readFileSync(`${folder}/${name}/${path}`, 'utf8');
    } catch {
      // The package is installed in a parent folder.
    }
  }
  throw new Error(`${name} has no file ${path}`);
}

export function readPackageJson<T>(name: string, path: string): T {
  return JSON.parse(readPackageFile(name, path));
}

/** Exports of a CommonJS module of a package. */
export function loadPackage<T>(path: string): T {
  return require(path);
}
