// Room pack: `npm run build` of the embedded data; the service does not import it.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Presets, SingleBar } from 'cli-progress';
import { Piscina } from 'piscina';
import { THREAD_ARGUMENTS } from '../base/threads/arguments.js';
import { geodataDirectory } from '../world/geodata/files.js';
import { buildOf } from './build-id.js';
import { buildBundles } from './bundles.js';
import { buildConsole } from './console.js';
import { buildDocs } from './docs.js';
import type { takeReplaced } from './gazetteer/confirmed-point.js';
import { modulesOf } from './modules-of.js';
import type { GeodataPart } from './part.js';
import { PARTS } from './parts.js';
import { Progress } from './progress.js';
import { replaceFile } from './replace-file.js';
import { sourceFile } from './sources.js';

const MANIFEST = 'manifest.json';
const REPLACED = 'replaced-points.json';
/** Read by src/base/version.ts. */
const BUILD = new URL('../../build.json', import.meta.url);
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** Each thread holds some packages' data, up to 500 MB. */
const MOST_THREADS = 4;

type Replaced = ReturnType<typeof takeReplaced>;

const require = createRequire(import.meta.url);

function sha256Of(...pieces: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const piece of pieces) hash.update(piece);
  return hash.digest('hex');
}

/** Hash of a module and everything it imports, which decides the contents of a file. */
const codeHashOf = (module: string): string =>
  sha256Of(...[...modulesOf(module)].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text));

/** Installed version of a package; packages that do not export package.json are found by their folder. */
function versionOf(name: string): string {
  const folders = require.resolve.paths(name) ?? [];
  for (const folder of folders) {
    try {
      return JSON.parse(readFileSync(`${folder}/${name}/package.json`, 'utf8')).version;
    } catch {
      // The package is installed in a parent folder.
    }
  }
  throw new Error(`${name} is not installed`);
}

/** Inputs of a part as one text; a change rebuilds its file. */
const recipeOf = ({ module, packages, sources = [] }: GeodataPart): string =>
  [
    codeHashOf(module),
    ...packages.map((name) => `${name}@${versionOf(name)}`),
    ...sources.map((name) => sha256Of(readFileSync(sourceFile(name)))),
  ].join(' ');

function readRecord<T>(file: string): Record<string, T> {
  try {
    return JSON.parse(readFileSync(new URL(file, geodataDirectory), 'utf8'));
  } catch {
    return {};
  }
}

/** Keeps the names of replaced points in a file, as there are too many for the build's output. */
function tellReplaced(replaced: ReadonlyMap<string, readonly string[]>): void {
  const count = [...replaced.values()].reduce((sum, { length }) => sum + length, 0);
  if (count === 0) return;
  const all = { ...readRecord<string[]>(REPLACED), ...Object.fromEntries(replaced) };
  replaceFile(REPLACED, JSON.stringify(all, null, 1));
  const file = relative(process.cwd(), fileURLToPath(new URL(REPLACED, geodataDirectory)));
  process.stdout.write(`replaced ${count} points that other sources contradict (${file} names them)\n`);
}

/** In the order of the parts, whichever is ready first: the same packages and code give the same bytes. */
const writeManifest = (): void =>
  replaceFile(
    MANIFEST,
    JSON.stringify(Object.fromEntries(PARTS.map(({ file }) => [file, made[file]] as const))),
  );

mkdirSync(geodataDirectory, { recursive: true });
const present = new Set(readdirSync(geodataDirectory, { recursive: true, encoding: 'utf8' }));
const made = readRecord<string>(MANIFEST);
/** The longest first, so that no thread is left with one in the end. */
const stale = PARTS.filter((part) => !present.has(part.file) || made[part.file] !== recipeOf(part)).toSorted(
  (a, b) => (b.seconds ?? 1) - (a.seconds ?? 1),
);
if (stale.length > 0) {
  const threadCount = Math.min(stale.length, availableParallelism(), MOST_THREADS);
  const threads = new Piscina({
    filename: new URL('build-part.js', import.meta.url).href,
    execArgv: [...THREAD_ARGUMENTS],
    maxThreads: threadCount,
  });
  // Draws nothing where stderr is no terminal.
  const bar = new SingleBar(
    {
      format: 'embedded data [{bar}] {files} of {of} files, {spent} s so far, about {left} s left',
      stream: process.stderr,
      gracefulExit: false,
    },
    Presets.shades_classic,
  );
  const beginMs = performance.now();
  const progress = new Progress(
    stale.map(({ seconds = 1 }) => seconds),
    threadCount,
    beginMs,
  );
  const replaced = new Map<string, readonly string[]>();
  let files = 0;
  const told = () => ({
    files,
    of: stale.length,
    spent: Math.round((performance.now() - beginMs) / 1000),
    left: progress.at(performance.now()).secondsLeft,
  });
  const show = (): void => {
    bar.update(progress.at(performance.now()).share, told());
  };
  bar.start(1, 0, told());
  const clock = setInterval(show, 1000);
  await Promise.all(
    stale.map(async (part, index) => {
      for (const [source, names] of (await threads.run(part.file)) as Replaced) replaced.set(source, names);
      files++;
      progress.end(index, performance.now());
      show();
      made[part.file] = recipeOf(part);
      writeManifest();
    }),
  );
  clearInterval(clock);
  bar.stop();
  await threads.destroy();
  tellReplaced(replaced);
}
await buildBundles();
await buildConsole();
await buildDocs();
writeFileSync(BUILD, JSON.stringify(buildOf(ROOT)));
