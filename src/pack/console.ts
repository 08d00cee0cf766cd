import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { assertNoEmptyPackage, assets, builtBy, compressFile, ROOT, recipeOf } from './static-files.js';

const SOURCES = join(ROOT, 'src/console');
/** Read by src/api/pages/console.ts. */
const TARGET = join(ROOT, 'dist/console');
const MANIFEST = join(TARGET, 'manifest.json');
const MAP_LIBRARY = join(ROOT, 'node_modules/maplibre-gl/src');

/**
 * Bundles src/console into dist/console: hashed files, each also compressed, index.html, and a manifest. Does
 * nothing when no input has changed.
 */
export async function buildConsole(): Promise<void> {
  const recipe = recipeOf(
    ['src/console', 'src/client', 'src/images', 'src/schema'],
    [],
    [import.meta.url, pathToFileURL(join(ROOT, 'package-lock.json')).href],
  );
  if (builtBy(MANIFEST) === recipe) return;
  rmSync(TARGET, { recursive: true, force: true });
  mkdirSync(TARGET, { recursive: true });
  const { metafile } = await build({
    entryPoints: { main: join(SOURCES, 'main.tsx') },
    outdir: TARGET,
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    legalComments: 'none',
    logLevel: 'warning',
    metafile: true,
    plugins: [assets],
    // Built from sources, so that the page and its threads share a chunk: the two bundles of the package hold
    // half twice, 86 KB of 365 compressed.
    alias: {
      'maplibre-gl': join(MAP_LIBRARY, 'index.ts'),
      'maplibre-gl/worker': join(MAP_LIBRARY, 'source/worker.ts'),
    },
    // The library builds itself so.
    tsconfigRaw: { compilerOptions: { useDefineForClassFields: false } },
  });
  assertNoEmptyPackage(metafile.inputs);
  const main = Object.entries(metafile.outputs).find(([, { entryPoint }]) =>
    entryPoint?.endsWith('main.tsx'),
  );
  const files = Object.keys(metafile.outputs).map((path) => basename(path));
  for (const file of files) compressFile(join(TARGET, file));
  const html = readFileSync(join(SOURCES, 'index.html'), 'utf8')
    .replace('MAIN_SCRIPT', `console/${basename(main![0])}`)
    .replace('MAIN_STYLE', `console/${basename(main![1].cssBundle!)}`);
  writeFileSync(join(TARGET, 'index.html'), html);
  writeFileSync(MANIFEST, JSON.stringify({ recipe, files: files.sort() }));
}
