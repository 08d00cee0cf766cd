import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import t from 'tap';

const root = normalize(join(import.meta.dirname ?? dirname(new URL(import.meta.url).pathname), '..', '..'));

/** What the files of a folder may import from other folders; a folder that is not named here is free. */
const ALLOWED: Record<string, readonly string[]> = {
  'src/schema': [],
  'src/geo': [],
  'src/http': ['src/errors', 'src/log', 'src/json'],
  'src/limits': ['src/errors', 'src/log', 'src/http/route', 'src/store'],
  'src/auth': ['src/http/route', 'src/store'],
  'src/store': ['src/schema', 'src/errors', 'src/log'],
  'src/jobs': ['src/store', 'src/log', 'src/alarm'],
  'src/retention': ['src/store', 'src/log', 'src/alarm'],
};

/** Stages of the import that run on threads: they know neither database nor HTTP. */
const KERNEL_ENTRY = 'src/import/prepare-block';

function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(/^(?:import|export)[^;]*? from '(\.[^']+)'/gm)].map(([, path]) =>
    relative(root, join(root, dirname(file), path!)).replace(/\.js$/, ''),
  );
}

const files = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name));

t.test('imports run one way', (t) => {
  for (const [folder, allowed] of Object.entries(ALLOWED)) {
    const foreign = files(folder).flatMap((file) =>
      importsOf(file)
        .filter(
          (path) =>
            !path.startsWith(`${folder}/`) &&
            !allowed.some((prefix) => path === prefix || path.startsWith(`${prefix}/`)),
        )
        .map((path) => `${file} imports ${path}`),
    );
    t.same(foreign, [], folder);
  }
  t.end();
});

t.test('what runs on the threads that parse knows neither database nor HTTP', (t) => {
  const seen = new Set<string>();
  const visit = (path: string): void => {
    if (seen.has(path)) return;
    seen.add(path);
    for (const next of importsOf(`${path}.ts`)) visit(next);
  };
  visit(KERNEL_ENTRY);
  t.same(
    [...seen].filter((path) => /^src\/(store|http|api|app)/.test(path)),
    [],
  );
  t.end();
});

t.test('only one file touches uWebSockets', (t) => {
  const touching = files('src').filter((file) =>
    /from '.*\buws(-node20)?(\.js)?'/.test(readFileSync(join(root, file), 'utf8')),
  );
  t.same(
    touching.filter((file) => !file.startsWith('src/http/')),
    [],
  );
  t.end();
});
