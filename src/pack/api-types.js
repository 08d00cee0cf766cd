// The first step of `npm run build`: writes src/client/api-types.ts, the types of the client, anew where the
// OpenAPI document of the routes has changed. In JavaScript because the types must be there before anything is
// compiled.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
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
  // Only those who change the API have the generator.
  execFileSync(process.execPath, [fileURLToPath(new URL('.ci/install.js', ROOT))], { stdio: 'inherit' });
  const { default: generate, astToString } = createRequire(new URL('.ci/package.json', ROOT))(
    'openapi-typescript',
  );
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
if (!readTypes().startsWith(head)) {
  if (process.argv.includes('--check')) {
    process.stderr.write('src/client/api-types.ts is of another API: run `npm run build`, and commit it\n');
    process.exit(1);
  }
  writeFileSync(TYPES, head + (await typesOf(document)));
}
