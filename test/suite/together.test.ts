import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';

/**
 * @returns the exit code and the TAP of a process that runs these files, by the bodies of modules that have
 * tap as `t`
 */
function run(directory: string, bodies: Record<string, string>): { status: number | null; lines: string[] } {
  const tests = fileURLToPath(new URL('../', import.meta.url));
  const files = Object.entries(bodies).map(([name, body]) => {
    const file = join(directory, name);
    writeFileSync(`${file}.test.js`, `import t from '${import.meta.resolve('tap')}';\n${body}`);
    return relative(tests, file);
  });
  writeFileSync(join(directory, 'package.json'), '{"type":"module"}');
  const entry = join(directory, 'entry.js');
  const module = new URL('together.js', import.meta.url);
  writeFileSync(entry, `import { together } from '${module}';\nawait together(${JSON.stringify(files)});\n`);
  const { status, stdout } = spawnSync('env', ['-u', 'TAP_CHILD_ID', process.execPath, entry], {
    encoding: 'utf8',
    env: { ...process.env, TAP: '1' },
  });
  return { status, lines: stdout.split('\n').map((line) => line.replaceAll(directory, '').trim()) };
}

t.test('each file is a test of its name, and what it began is over before the next one begins', async (t) => {
  const { status, lines } = run(t.testdir(), {
    first: `t.teardown(() => { globalThis.ended = true; });
      t.beforeEach(() => { globalThis.before = (globalThis.before ?? 0) + 1; });
      t.test('one', async (t) => { t.ok(!globalThis.ended); });
      t.test('two', async (t) => { t.ok(!globalThis.ended); });`,
    second: `t.test('three', async (t) => { t.ok(globalThis.ended); t.equal(globalThis.before, 2); });`,
  });
  t.equal(status, 0);
  t.match(
    lines.filter((line) => /^ok .*test\.ts/.test(line)),
    [/^ok 1 - .*\/first\.test\.ts/, /^ok 2 - .*\/second\.test\.ts/],
  );
  t.ok(lines.includes('# { total: 4, pass: 4 }'));
});

t.test(
  'what fails, throws, or throws late fails its file and the process, and the next file runs',
  async (t) => {
    const { status, lines } = run(t.testdir(), {
      fails: `t.test('one', async (t) => { t.equal(1, 2); });`,
      throws: `t.test('one', async (t) => { t.ok(true); });\nthrow new Error('at the top');`,
      late: `t.test('one', (t) => { setTimeout(() => { throw new Error('late'); }); setTimeout(() => t.end(), 100); });`,
      fine: `t.test('one', async (t) => { t.ok(true); });`,
    });
    t.equal(status, 1);
    t.match(
      lines.filter((line) => /^(not )?ok .*test\.ts/.test(line)),
      [/^not ok 1 .*fails/, /^not ok 2 .*throws/, /^not ok 3 .*late/, /^ok 4 .*fine/],
    );
    t.ok(lines.includes('# { total: 6, pass: 3, fail: 3 }'));
  },
);
