// The first step of `npm run build`: writes src/client/api-types.ts, the types of the client, from the OpenAPI
// document of the routes. In JavaScript because the types must be there before anything is compiled.
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire, register } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const ROOT = new URL('../../', import.meta.url);
const TYPES = new URL('src/client/api-types.ts', ROOT);
const ROUTES = `
  import { apiRoutes } from './src/api/index.js';
  import { openApiDocument, openApiRoute } from './src/http/openapi.js';
  const routes = apiRoutes({ publicUrl: () => '', work: {} });
  export const document = openApiDocument([...routes, openApiRoute(routes, () => '')]);`;

/** The OpenAPI document of the sources as they are. */
async function readDocument() {
  // Below the checkout, where its packages are found.
  const bundle = new URL('dist/routes.mjs', ROOT);
  await build({
    stdin: { contents: ROUTES, resolveDir: fileURLToPath(ROOT), loader: 'ts' },
    outfile: fileURLToPath(bundle),
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  });
  try {
    return (await import(bundle.href)).document;
  } finally {
    rmSync(bundle);
  }
}

const UNTOLD = ['example', 'headers'];

/**
 * A document without what the types of the client do not tell: headers, and refusals, which are thrown.
 * Members of a schema stay, whatever their names.
 */
function bare(value, parent = '') {
  if (Array.isArray(value)) return value.map((each) => bare(each));
  if (typeof value !== 'object' || value === null) return value;
  const isTold = (name) =>
    parent === 'responses' ? Number(name) < 400 : parent === 'properties' || !UNTOLD.includes(name);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => isTold(name))
      .map(([name, member]) => [name, bare(member, parent === 'properties' ? '' : name)]),
  );
}

async function typesOf(document) {
  // The generator builds on the JavaScript API of TypeScript, which the compiler of this project no longer has;
  // what builds the test runner has the last release with it.
  const require = createRequire(new URL('node_modules/tshy/package.json', ROOT));
  const typeScript5 = pathToFileURL(require.resolve('typescript')).href;
  const hooks = `export const resolve = (name, context, next) =>
    next(name === 'typescript' ? ${JSON.stringify(typeScript5)} : name, context);`;
  register(`data:text/javascript,${encodeURIComponent(hooks)}`);
  const { default: generate, astToString } = await import('openapi-typescript');
  return astToString(await generate(document, { silent: true }))
    .replace(/^ *\/\*\*?[\s\S]*?\*\/\n/gm, '')
    .replace(/^ +\w+\?: never;\n/gm, '')
    .replace(/^( +)headers: \{\n +\[name: string\]: unknown;\n +\};\n/gm, '')
    .replace(/ \{\n +\}/g, ' {}');
}

function readTypes() {
  try {
    return readFileSync(TYPES, 'utf8');
  } catch {
    return '';
  }
}

const document = bare(await readDocument());
const recipe = createHash('sha256')
  .update(JSON.stringify(document))
  .update(readFileSync(new URL(import.meta.url)));
const head = `// Made by src/pack/api-types.js, from ${recipe.digest('hex')}.\n`;
if (!readTypes().startsWith(head)) writeFileSync(TYPES, head + (await typesOf(document)));
