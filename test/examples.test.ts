import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t, { type Test } from 'tap';
import { sharedTestApp } from './support/app.js';
import { runCompiler } from './support/run-compiler.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PAGE = readFileSync(join(ROOT, 'docs/examples.md'), 'utf8');
const blocksOf = (language: string): string[] =>
  [...PAGE.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)]
    .filter(([, of]) => of === language)
    .map(([, , text]) => text!);

const cannotRun = (program: string): string | false =>
  spawnSync(program, ['--version']).status === 0 ? false : `there is no ${program}`;

interface Place {
  folder: string;
  env: Record<string, string>;
}

const service = await sharedTestApp(t);

/** A folder with the file of the examples, and a key, as a reader has them. */
async function arrange(t: Test): Promise<Place> {
  const folder = mkdtempSync(join(ROOT, 'dist/examples-test-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const stores = 'Name,Latitude,Longitude\nLeeds,53.8,-1.55\nYork,53.96,-1.08\nHull,53.74,-0.33\n';
  writeFileSync(join(folder, 'stores.csv'), stores);
  const key = (await service.authorization()).slice('Bearer '.length);
  return { folder, env: { CARTLOAD_URL: service.app.publicUrl, CARTLOAD_KEY: key } };
}

/** Runs a program in the folder, without the loader that the runner puts into the environment of children. */
const run = ({ folder, env }: Place, program: string, ...args: string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const { NODE_OPTIONS: _, ...around } = process.env;
    execFile(program, args, { cwd: folder, env: { ...around, ...env } }, (error, stdout, stderr) =>
      error ? reject(new Error(`${error.message}\n${stdout}\n${stderr}`)) : resolve(stdout),
    );
  });

function checkFiles(t: Test, { folder }: Place): void {
  t.match(readFileSync(join(folder, 'export.csv'), 'utf8'), /Leeds[\s\S]*York[\s\S]*Hull/);
  t.match(readFileSync(join(folder, 'map.pdf'), 'latin1'), /^%PDF-/);
}

t.test('the examples in curl run', { skip: cannotRun('curl') || cannotRun('bash') }, async (t) => {
  const place = await arrange(t);
  const answers: Record<string, unknown>[] = [];
  for (const block of blocksOf('sh')) {
    const said = await run(place, 'bash', '-euc', block);
    const json = said.split('\n').findLast((line) => line.startsWith('{'));
    const answer: Record<string, unknown> = json === undefined ? {} : JSON.parse(json);
    answers.push(answer);
    // Names that the page gives to parts of the answers.
    const { id, job_id, kind, image_url } = answer;
    if (id !== undefined) place.env.MAP = String(id);
    if (job_id !== undefined) place.env[kind === 'image' ? 'PICTURE' : 'JOB'] = String(job_id);
    if (image_url) place.env.IMAGE_URL = String(image_url);
  }
  t.match(answers, [
    { name: 'Stores' },
    { counts: { added: 3, rejected: 0 } },
    { status: /^(queued|processing)$/ },
    { status: 'completed', added: 3 },
    { results: [{ title: 'Leeds' }, { title: 'York' }, { title: 'Hull' }] },
    {},
    { kind: 'image' },
    { status: 'completed' },
    {},
    { kind: 'undo' },
  ]);
  checkFiles(t, place);
});

t.test('the examples in TypeScript are type-checked, and run', async (t) => {
  const place = await arrange(t);
  writeFileSync(join(place.folder, 'example.ts'), blocksOf('ts').join('\n'));
  const options = { target: 'ES2023', module: 'NodeNext', types: ['node'], strict: true, rootDir: '.' };
  writeFileSync(
    join(place.folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: options, files: ['example.ts'] }),
  );
  t.equal(runCompiler(place.folder), '');
  const said = await run(place, process.execPath, '--no-warnings', 'example.js');
  for (const line of ['Name -> name', 'rows that would be added: 3', 'added: 3 rejected: 0', 'Leeds 0 km'])
    t.ok(said.includes(`${line}\n`), line);
  t.match(said, 'undo: completed\nonce only: 400 BAD_REQUEST\n');
  checkFiles(t, place);
});

t.test('the examples in Python run', { skip: cannotRun('python3') }, async (t) => {
  const place = await arrange(t);
  writeFileSync(join(place.folder, 'example.py'), blocksOf('python').join('\n'));
  const said = await run(place, 'python3', 'example.py');
  for (const line of ['rows that would be added: 3', 'added: 3 rejected: 0', 'undo: completed'])
    t.ok(said.includes(`${line}\n`), line);
  checkFiles(t, place);
});
