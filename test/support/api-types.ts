import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

// The generator builds on the JavaScript API of TypeScript, which the compiler of this project no longer has;
// what builds the test runner has the last release with it.
const typeScript5 = createRequire(join(ROOT, 'node_modules/tshy/package.json')).resolve('typescript');
const resolve = `export const resolve = (name, context, next) =>
  next(name === "typescript" ? ${JSON.stringify(pathToFileURL(typeScript5).href)} : name, context)`;
const toTypeScript5 = `import { register } from "node:module"; register(${JSON.stringify(dataUrl(resolve))})`;

function dataUrl(script: string): string {
  return `data:text/javascript,${encodeURIComponent(script)}`;
}

/**
 * Runs a program of a package. tap puts its loader into the environment of every child: `env` takes it away.
 */
export const runProgram = (...args: string[]): string =>
  spawnSync('env', ['-u', 'NODE_OPTIONS', process.execPath, ...args], { encoding: 'utf8' }).stdout;

/** A document without what the types of the client do not tell: headers, and refusals, which are thrown. */
function bare(value: unknown, isOfResponses = false): unknown {
  if (Array.isArray(value)) return value.map((each) => bare(each));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => (isOfResponses ? Number(name) < 400 : name !== 'example' && name !== 'headers'))
      .map(([name, member]) => [name, bare(member, name === 'responses')]),
  );
}

/** Types of a document, as src/client/api-types.ts has them. */
export function apiTypesOf(document: object): string {
  const folder = mkdtempSync(join(ROOT, 'dist/api-types-'));
  try {
    const file = join(folder, 'document.json');
    writeFileSync(file, JSON.stringify(bare(document)));
    const generator = join(ROOT, 'node_modules/openapi-typescript/bin/cli.js');
    const types = join(folder, 'types.ts');
    runProgram('--import', dataUrl(toTypeScript5), generator, file, '-o', types);
    return readFileSync(types, 'utf8')
      .replace(/^ *\/\*\*?[\s\S]*?\*\/\n/gm, '')
      .replace(/^ +\w+\?: never;\n/gm, '')
      .replace(/^( +)headers: \{\n +\[name: string\]: unknown;\n +\};\n/gm, '')
      .replace(/ \{\n +\}/g, ' {}');
  } finally {
    rmSync(folder, { recursive: true });
  }
}
