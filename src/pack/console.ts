import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { assets, builtBy, compressFile, ROOT, recipeOf } from './static-files.js';

const SOURCES = join(ROOT, 'src/console');
/** Read by src/api/pages/console.ts. */
const TARGET = join(ROOT, 'dist/console');
const MANIFEST = join(TARGET, 'manifest.json');

/**
 * Bundles src/console into dist/console: hashed files, each also compressed, index.html, and a manifest. Does
 * nothing when no input has changed.
 */
export async function buildConsole(): Promise<void> {
  const recipe = recipeOf(
    ['src/console', 'src/client', 'src/images', 'src/schema'],
    ['esbuild', '@mapbox/vector-tile', 'maplibre-gl', 'pbf', 'preact'],
    [import.meta.url],
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
  });
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
