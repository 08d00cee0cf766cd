import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import t from 'tap';
import { repeatsOf } from './repeats-of-pattern.js';

const root = join(import.meta.dirname, '..', '..', '..');
/** Seconds of processor time for all of them: about four times what they take. */
const MAX_SECONDS = 40;

t.test('regular expressions take linear time for repeats of what they look for', async (t) => {
  const { stdout } = spawnSync(
    'sh',
    [
      '-c',
      `ulimit -t ${MAX_SECONDS}; exec "$0" "$@"`,
      process.execPath,
      join(import.meta.dirname, 'measure-patterns.js'),
      root,
    ],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 16 << 20 },
  );
  const lines = stdout.trimEnd().split('\n');
  t.equal(lines.at(-1), 'done', 'the last line names the pattern that came to no end');
  t.same(
    lines.filter((line) => line.startsWith('!')),
    [],
  );
  t.ok(lines.length > 500, 'finds the patterns in the sources');
  for (const found of [
    'src/format/signature.ts /^BZh',
    'src/import/columns/table/footer-words.ts /^(?:data',
    'the document /^',
  ])
    t.ok(
      lines.some((line) => line.startsWith(found)),
      `literals, constructed ones and those of schemas: ${found}`,
    );
});

t.test('the repeats of a pattern reach what makes it slow', async (t) => {
  const reaches = (pattern: RegExp, unit: string): void => {
    t.ok(
      repeatsOf(pattern).some((repeat) => repeat.unit === unit),
      String(pattern),
    );
  };
  reaches(/\s+$/, ' ');
  reaches(/<\?[\s\S]*?\?>\s*/, '<??> ');
  reaches(/"(?:[^"\\]|\\.)*"/, '"');
  reaches(/^(?:a+)+$/, 'a');
  t.same(repeatsOf(/^[a-z]{1,20}$/), []);
});
