import { execFile, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t, { type Test } from 'tap';
import { run, start } from '../support/cartload-process.js';
import { removeServerIn } from '../support/test-server.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const readOut = (program: string, ...args: string[]): string =>
  spawnSync(program, args, { encoding: 'utf8' }).stdout?.trim() ?? '';
const npm = readOut('sh', '-c', 'command -v npm');
const cannot = ['git', 'curl', 'bash', 'npm'].find(
  (name) => readOut('sh', '-c', `command -v ${name}`) === '',
);
const skip =
  cannot !== undefined ? `there is no ${cannot}` : !existsSync(join(ROOT, '.git')) && 'this is no checkout';

// It builds thrice, beside other suites.
t.setTimeout(900_000);

/** A clone of the last commit in which `npm ci` and a build are done: packages and `dist` are this one's. */
function clone(t: Test): string {
  const folder = mkdtempSync(join(tmpdir(), 'cartload-clone-'));
  // PostgreSQL runs as another user than root.
  chmodSync(folder, 0o755);
  const checkout = join(folder, 'cartload');
  t.equal(spawnSync('git', ['clone', '-q', ROOT, checkout]).status, 0);
  symlinkSync(realpathSync(join(ROOT, 'node_modules')), join(checkout, 'node_modules'));
  // `.ci/run` has built all of it from nothing.
  spawnSync('cp', ['-a', join(ROOT, 'dist'), checkout]);
  t.teardown(async () => {
    for (const data of ['.cartload', '.cartload-demo']) await removeServerIn(join(checkout, data));
    rmSync(folder, { recursive: true });
  });
  return checkout;
}

/** Runs lines as a reader pastes them. @returns what they print */
const paste = (cwd: string, lines: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { NODE_OPTIONS: _, ...env } = process.env;
    execFile('bash', ['-euo', 'pipefail', '-c', lines], { cwd, env }, (error, stdout, stderr) =>
      error ? reject(new Error(`${error.message}\n${stdout}\n${stderr}`)) : resolve(stdout),
    );
  });

t.test('from a clone to a coloured map of counties as a PDF, and through the README', { skip }, async (t) => {
  const checkout = clone(t);
  const blocks = [...readFileSync(join(checkout, 'README.md'), 'utf8').matchAll(/^```sh\n([\s\S]*?)^```/gm)];
  const [install = '', ...minutes] = blocks.map(([, text]) => text!);
  t.match(install, /^npm ci && npm run demo /, 'the first command');
  const options = { program: realpathSync(npm), cwd: checkout, env: { PORT: '0' } };
  const started = (...args: string[]) => start(t, args, options);
  t.equal((await run(t, ['run', 'build'], options)).code, 0, 'as both do themselves');

  const demo = started('run', 'demo');
  await demo.seen('stdout', (line) => line.includes('openapi.json') || null);
  writeFileSync(
    join(checkout, 'counties.csv'),
    'County,State,Unemployment\nTravis,TX,2.9\nHarris,TX,3.9\nBexar,TX,3.4\n',
  );
  const lines = demo.output().stdout.split('\n');
  const pasted = lines.filter((line) => /^ {2}(export|npx) /.test(line));
  t.equal(pasted.length, 3);
  t.match(await paste(checkout, pasted.join('\n')), '"added":3');
  t.match(readFileSync(join(checkout, 'counties.pdf'), 'latin1'), /^%PDF-/);
  process.kill(-demo.pid, 'SIGINT');
  await demo.ended;

  const service = started('start');
  const url = await service.seen('stderr', (line) => /"url":"([^"]+)"/.exec(line)?.[1]);
  const key = await service.seen('stdout', (line) => /"key":"([^"]+)"/.exec(line)?.[1]);
  writeFileSync(join(checkout, 'stores.csv'), 'Name,Latitude,Longitude\nOne,1,2\nTwo,3,4\n');
  const text = minutes.join('\n').replace('http://127.0.0.1:8080/v1', url).replace('ck_...', key);
  t.match(await paste(checkout, text), /"email":"you@example\.com"[\s\S]*"added":2[\s\S]*"name":"One"/);
  t.match(readFileSync(join(checkout, 'stores.pdf'), 'latin1'), /^%PDF-/);
  process.kill(-service.pid, 'SIGTERM');
  await service.ended;
});
