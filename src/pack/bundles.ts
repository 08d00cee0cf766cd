import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { bundlesDirectory, bundlesMade, ENTRIES, freshBundles } from '../base/threads/entry.js';
import { ROOT } from './static-files.js';

const DIRECTORY = fileURLToPath(bundlesDirectory);

/** Time for which bundles stay after newer ones were made: a service that runs goes on with its own. */
const KEEP_MS = 24 * 60 * 60 * 1000;

/** Keeps the paths that modules build from their own. */
const ownUrls = (folder: string): Plugin => ({
  name: 'own URLs',
  setup({ onLoad }) {
    onLoad({ filter: /\/dist\/(?:src|workers)\/.*\.js$/ }, ({ path }) => {
      const contents = readFileSync(path, 'utf8').replaceAll(
        'import.meta.url',
        `new URL(${JSON.stringify(relative(folder, path))}, import.meta.url).href`,
      );
      return { contents, loader: 'js' };
    });
  },
});

/**
 * Bundles the programs of threads and processes into few files, which are loaded as few modules. Packages
 * stay outside. Does nothing when nothing was compiled since, and no bundle is missing.
 */
export async function buildBundles(): Promise<void> {
  if (freshBundles() !== null) return;
  const before = freshBundles(bundlesDirectory, bundlesMade);
  const name = `${Date.now().toString(36)}-${process.pid}`;
  const folder = join(DIRECTORY, name);
  mkdirSync(folder, { recursive: true });
  await build({
    absWorkingDir: ROOT,
    entryPoints: ENTRIES.map((entry) => join(ROOT, 'dist/workers', `${entry}.js`)),
    outdir: folder,
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
    plugins: [ownUrls(folder)],
  });
  const draft = join(DIRECTORY, `made-${name}`);
  writeFileSync(draft, name);
  renameSync(draft, bundlesMade);
  if (before) utimesSync(before, new Date(), new Date());
  for (const each of readdirSync(DIRECTORY)) {
    const path = join(DIRECTORY, each);
    if (each !== name && each !== 'made' && Date.now() - statSync(path).mtimeMs > KEEP_MS)
      rmSync(path, { recursive: true, force: true });
  }
}
