import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build, type Plugin } from 'esbuild';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const SOURCES = join(ROOT, 'src/console');
/** Read by src/api/pages/console.ts. */
const TARGET = join(ROOT, 'dist/console');
const MANIFEST = join(TARGET, 'manifest.json');
const PACKAGES = ['esbuild', 'maplibre-gl', 'preact'];
/** Below this size compression saves no packet. */
const LEAST_BYTES = 1024;

const require = createRequire(import.meta.url);
const sha256Of = (...pieces: readonly (string | Uint8Array)[]): string => {
  const hash = createHash('sha256');
  for (const piece of pieces) hash.update(piece).update('\0');
  return hash.digest('hex');
};

/**
 * Inputs of the console as one hash: its sources, what they import of src/schema, the packages, and this
 * file.
 */
function recipe(): string {
  const files = ['src/console', 'src/schema'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|tsx|css|html)$/.test(name))
      .map((name) => join(folder, name)),
  );
  const versions = PACKAGES.map((name) => `${name}@${require(`${name}/package.json`).version}`);
  const texts = files.sort().map((file) => file + readFileSync(join(ROOT, file), 'utf8'));
  return sha256Of(readFileSync(fileURLToPath(import.meta.url)), ...versions, ...texts);
}

function readManifest(): { recipe?: string } {
  try {
    return JSON.parse(readFileSync(MANIFEST, 'utf8'));
  } catch {
    return {};
  }
}

/**
 * `asset:PATH` is the address of a file of a package that is served as it is: the worker and the style sheet
 * of the map library.
 */
const assets: Plugin = {
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

/**
 * Bundles src/console into dist/console: hashed files, each also compressed, index.html, and a manifest. Does
 * nothing when no input has changed.
 */
export async function buildConsole(): Promise<void> {
  const made = recipe();
  if (readManifest().recipe === made) return;
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
  for (const file of files) compressFile(file);
  const html = readFileSync(join(SOURCES, 'index.html'), 'utf8')
    .replace('MAIN_SCRIPT', `console/${basename(main![0])}`)
    .replace('MAIN_STYLE', `console/${basename(main![1].cssBundle!)}`);
  writeFileSync(join(TARGET, 'index.html'), html);
  writeFileSync(MANIFEST, JSON.stringify({ recipe: made, files: files.sort() }));
}

function compressFile(file: string): void {
  const bytes = readFileSync(join(TARGET, file));
  if (bytes.length < LEAST_BYTES || extname(file) === '.png') return;
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  writeFileSync(join(TARGET, `${file}.br`), brotliCompressSync(bytes, { params }));
  writeFileSync(join(TARGET, `${file}.gz`), gzipSync(bytes, { level: 9 }));
}
