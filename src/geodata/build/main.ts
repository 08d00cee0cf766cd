import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { geodataDirectory } from '../files.js';
import type { GeodataPart } from './part.js';
import { PARTS } from './parts.js';

/** Compiled code that decides what the files hold. */
const CODE = ['./', '../../geo/', '../../import/columns/header/data/'].map(
  (path) => new URL(path, import.meta.url),
);
const MANIFEST = 'manifest.json';

const require = createRequire(import.meta.url);

function sha256Of(...pieces: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const piece of pieces) hash.update(piece);
  return hash.digest('hex');
}

function codeHash(): string {
  const files = CODE.flatMap((directory) =>
    readdirSync(directory, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.js'))
      .sort()
      .map((name) => new URL(name, directory)),
  );
  return sha256Of(...files.map((file) => readFileSync(file)));
}

/** The installed version; packages that do not export their package.json are found by the folder they are resolved from. */
function versionOf(name: string): string {
  const folders = require.resolve.paths(name) ?? [];
  for (const folder of folders) {
    try {
      return JSON.parse(readFileSync(`${folder}/${name}/package.json`, 'utf8')).version;
    } catch {
      // Installed further up.
    }
  }
  throw new Error(`${name} is not installed`);
}

/** What a part is made from, as one text; files are made anew when it changes. */
const recipeOf = ({ packages }: GeodataPart, code: string): string =>
  [code, ...packages.map((name) => `${name}@${versionOf(name)}`)].join(' ');

function readManifest(): Record<string, string> {
  try {
    return JSON.parse(readFileSync(new URL(MANIFEST, geodataDirectory), 'utf8'));
  } catch {
    return {};
  }
}

/** Whole or not at all: several builds may run at once. */
function replaceFile(name: string, contents: Uint8Array | string): void {
  const draft = new URL(`${name}.${process.pid}`, geodataDirectory);
  mkdirSync(new URL('.', draft), { recursive: true });
  writeFileSync(draft, contents);
  renameSync(draft, new URL(name, geodataDirectory));
}

mkdirSync(geodataDirectory, { recursive: true });
const present = new Set(readdirSync(geodataDirectory, { recursive: true, encoding: 'utf8' }));
const made = readManifest();
const code = codeHash();
for (const part of PARTS) {
  const recipe = recipeOf(part, code);
  if (present.has(part.file) && made[part.file] === recipe) continue;
  replaceFile(part.file, await part.build(replaceFile));
  made[part.file] = recipe;
  replaceFile(MANIFEST, JSON.stringify(made));
}
