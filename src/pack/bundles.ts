import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { areBundlesFresh, bundlesDirectory, bundlesMade, ENTRIES } from '../base/threads/entry.js';
import { ROOT } from './static-files.js';

const TARGET = fileURLToPath(bundlesDirectory);

/** Keeps the paths that modules build from their own. */
const ownUrls: Plugin = {
  name: 'own URLs',
  setup({ onLoad }) {
    onLoad({ filter: /\/dist\/(?:src|workers)\/.*\.js$/ }, ({ path }) => {
      const contents = readFileSync(path, 'utf8').replaceAll(
        'import.meta.url',
        `new URL(${JSON.stringify(relative(TARGET, path))}, import.meta.url).href`,
      );
      return { contents, loader: 'js' };
    });
  },
};

/**
 * Bundles the programs of threads and processes into few files, which are loaded as few modules. Packages
 * stay outside. Does nothing when nothing was compiled since.
 */
export async function buildBundles(): Promise<void> {
  if (areBundlesFresh()) return;
  rmSync(TARGET, { recursive: true, force: true });
  mkdirSync(TARGET, { recursive: true });
  await build({
    absWorkingDir: ROOT,
    entryPoints: ENTRIES.map((name) => join(ROOT, 'dist/workers', `${name}.js`)),
    outdir: TARGET,
    bundle: true,
    // Else the packages of modules that are loaded when they are needed would be loaded at once.
    splitting: true,
    chunkNames: '[name]-[hash]',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    legalComments: 'none',
    logLevel: 'warning',
    plugins: [ownUrls],
  });
  writeFileSync(bundlesMade, '');
}
