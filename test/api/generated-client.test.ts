import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import t from 'tap';
import { sharedTestApp } from '../support/app.js';
import { document } from '../support/documented.js';

// Where packages are found, for the compiler and for Node.
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const FIXTURES = join(ROOT, 'test/fixtures/client');

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
const run = (...args: string[]): string =>
  spawnSync('env', ['-u', 'NODE_OPTIONS', process.execPath, ...args], { encoding: 'utf8' }).stdout;

t.test('a client is generated from the document, type-checks, and works', async (t) => {
  const folder = mkdtempSync(join(ROOT, 'dist/client-test-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'document.json'), JSON.stringify(document));
  const generator = join(ROOT, 'node_modules/openapi-typescript/bin/cli.js');
  const types = ['-o', join(folder, 'schema.d.ts')];
  run('--import', dataUrl(toTypeScript5), generator, join(folder, 'document.json'), ...types);
  copyFileSync(join(FIXTURES, 'client.ts'), join(folder, 'client.ts'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  // The types say something: each line with something misspelt is an error.
  const lines = readFileSync(join(FIXTURES, 'client.ts'), 'utf8').split('\n');
  const misspelt = [
    ["category: 'Open'", "categry: 'Open'"],
    ["'location_missing'", "'location_mising'"],
    ["on_duplicate: 'overwrite'", "on_duplicate: 'overwite'"],
    ["preset: 'pin_coverage'", "preset: 'pins'"],
    ["'Idempotency-Key': 'file", "'Idempotency-Kex': 'file"],
    ['done.error_count', 'done.image_url'],
  ].map(([right, wrong]) => {
    const at = lines.findIndex((line) => line.includes(right!));
    lines[at] = lines[at]!.replace(right!, wrong!);
    return `misspelt.ts(${at + 1}`;
  });
  writeFileSync(join(folder, 'misspelt.ts'), lines.join('\n'));
  const compilerOptions = {
    ...{ target: 'ES2023', module: 'NodeNext', lib: ['ES2023', 'DOM', 'DOM.Iterable'], types: [] },
    ...{ strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true },
  };
  const config = { compilerOptions, files: ['client.ts', 'misspelt.ts'] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
  const errors = run(compiler, '-p', folder)
    .split('\n')
    .filter((line) => line.includes('error TS'));
  const refused = errors.map((line) => line.split(',')[0]!.split('/').at(-1));
  t.same(new Set(refused), new Set(misspelt), 'without one error but of what is misspelt');

  const service = await sharedTestApp(t);
  const authorization = await service.authorization();
  const { makeMap } = await import(pathToFileURL(join(folder, 'client.js')).href);
  const { names, picture } = await makeMap(service.app.publicUrl, authorization.slice('Bearer '.length));
  t.same(names, ['A', 'B', 'C']);
  t.match(picture, /^http.*\/images\//);
});
