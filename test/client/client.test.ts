import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import t from 'tap';
import { createClient, dataOf } from '../../src/client/index.js';
import { sharedTestApp } from '../support/app.js';
import { runCompiler } from '../support/run-compiler.js';

// Where the package finds itself by its name, and the compiler its packages.
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const FIXTURES = join(ROOT, 'test/fixtures/client');

t.test('a program that uses the client type-checks, and works', async (t) => {
  const folder = mkdtempSync(join(ROOT, 'dist/client-test-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  copyFileSync(join(FIXTURES, 'client.ts'), join(folder, 'client.ts'));
  // The types say something: each line with something misspelt is an error.
  const lines = readFileSync(join(FIXTURES, 'client.ts'), 'utf8').split('\n');
  const misspelt = [
    ["category: 'Open'", "categry: 'Open'"],
    ["'location_missing'", "'location_mising'"],
    ["on_duplicate: 'overwrite'", "on_duplicate: 'overwite'"],
    ["preset: 'pin_coverage'", "preset: 'pins'"],
    ["idempotencyKey: 'file", "idempotencyKex: 'file"],
    ['done.error_count', 'done.image_url'],
    ["'UNAUTHORIZED'", "'UNAUTHORISED'"],
  ].map(([right, wrong]) => {
    const at = lines.findIndex((line) => line.includes(right!));
    lines[at] = lines[at]!.replace(right!, wrong!);
    return `misspelt.ts(${at + 1}`;
  });
  writeFileSync(join(folder, 'misspelt.ts'), lines.join('\n'));
  const compilerOptions = {
    ...{ target: 'ES2023', module: 'NodeNext', lib: ['ES2023', 'DOM', 'DOM.Iterable'], types: [] },
    ...{ strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true, rootDir: '.' },
  };
  const config = { compilerOptions, files: ['client.ts', 'misspelt.ts'] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const errors = runCompiler(folder)
    .split('\n')
    .filter((line) => line.includes('error TS'));
  const refused = errors.map((line) => line.split(',')[0]!.split('/').at(-1));
  t.same(new Set(refused), new Set(misspelt), 'without one error but of what is misspelt');

  const service = await sharedTestApp(t);
  const authorization = await service.authorization();
  const { makeMap, failures } = await import(pathToFileURL(join(folder, 'client.js')).href);
  const { publicUrl } = service.app;
  const { names, found, picture } = await makeMap(publicUrl, authorization.slice('Bearer '.length));
  t.same(names, ['A', 'B', 'C']);
  t.same(found, ['D']);
  t.match(picture, /^http.*\/images\//);
  t.same(await failures(publicUrl), [
    { status: 401, code: 'UNAUTHORIZED', isPassing: false, isMine: true },
    { status: 0, code: null, isPassing: true, isMine: false },
  ]);
});

t.test('a search filters by a field of any name', async (t) => {
  const service = await sharedTestApp(t);
  const key = (await service.authorization()).slice('Bearer '.length);
  const api = createClient({ baseUrl: service.app.publicUrl, key });
  const { id } = await dataOf(api.POST('/maps', { body: { name: 'Fields' } }));
  const params = { path: { map_id: id } };
  const field = 'R&D #1 = 100 % + <b>';
  for (const value of ['yes', 'no & no'])
    await api.POST('/maps/{map_id}/markers', {
      params,
      body: { name: value, lat: 1, lng: 2, custom_fields: { [field]: value } },
    });
  for (const value of ['yes', 'no & no']) {
    const query = { others: { [`field:${field}`]: value }, page_size: 10 };
    const { data } = await dataOf(api.GET('/maps/{map_id}/markers/search', { params: { ...params, query } }));
    t.same(
      data.map(({ name }) => name),
      [value],
    );
  }
});
