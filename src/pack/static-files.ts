import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'esbuild';

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** Below this size compression saves no packet. */
const LEAST_BYTES = 1024;

const require = createRequire(import.meta.url);

/**
 * Inputs of files that a browser gets, as one hash: the sources in these folders, the packages, and the files
 * that build them.
 */
export function recipeOf(
  folders: readonly string[],
  packages: readonly string[],
  builders: readonly string[],
): string {
  const files = folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|tsx|css|html|md)$/.test(name))
      .map((name) => join(folder, name)),
  );
  const hash = createHash('sha256');
  for (const file of files.sort())
    hash
      .update(file)
      .update(readFileSync(join(ROOT, file)))
      .update('\0');
  for (const name of packages) {
    // Read as a file: not every package exports it.
    const { version } = JSON.parse(readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8'));
    hash.update(`${name}@${version}\0`);
  }
  for (const url of [...builders, import.meta.url]) hash.update(readFileSync(fileURLToPath(url)));
  return hash.digest('hex');
}

/** Recipe by which a folder was built. */
export function builtBy(manifest: string): string | undefined {
  try {
    return JSON.parse(readFileSync(manifest, 'utf8')).recipe;
  } catch {
    return undefined;
  }
}

/**
 * `asset:PATH` is the address of a file of a package that is served as it is: the style sheet of the map
 * library.
 */
export const assets: Plugin = {
  name: 'assets',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^asset:/ }, ({ path }) => ({
      path: require.resolve(path.slice('asset:'.length)),
      namespace: 'asset',
    }));
    onLoad({ filter: /./, namespace: 'asset' }, ({ path }) => ({
      // The map it names is not served.
      contents: readFileSync(path, 'utf8').replace(/\n\/[/*]# sourceMappingURL=.*$/m, ''),
      loader: 'file',
    }));
  },
};

/** Folder of the package that a file of a bundle is of. */
const PACKAGE = /^(?:asset:)?(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;
const EMPTY = 'empty-npm-package';

/**
 * Checks that a bundle has no package that an override in package.json has emptied: all that is imported from
 * it would be undefined in the browser, and esbuild says nothing of it.
 * @param inputs of the bundle's metafile
 * @throws Error that names the package
 */
export function assertNoEmptyPackage(inputs: object): void {
  for (const folder of new Set(Object.keys(inputs).map((path) => PACKAGE.exec(path)?.[1])))
    if (folder !== undefined && nameOf(folder) === EMPTY)
      throw new Error(
        `${folder} is emptied by the overrides in package.json, and a script of the browser imports it: take it out of them`,
      );
}

/** undefined: what a package has bundled itself. */
function nameOf(folder: string): string | undefined {
  const path = join(folder, 'package.json');
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).name : undefined;
}

/** Writes a file also compressed, beside itself. */
export function compressFile(path: string): void {
  const bytes = readFileSync(path);
  if (bytes.length < LEAST_BYTES || extname(path) === '.png') return;
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }));
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
}
