import { spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';

const COMPILE = fileURLToPath(new URL('../../../src/pack/compile.js', import.meta.url));
const folder = t.testdir({});

/** Runs this step of the build with a compiler of this text. */
function compileWith(tsc: string | null) {
  if (tsc !== null) {
    writeFileSync(join(folder, 'tsc'), `#!/bin/sh\n${tsc}\n`);
    chmodSync(join(folder, 'tsc'), 0o755);
  }
  const path = tsc === null ? folder : `${folder}${delimiter}${process.env.PATH}`;
  const env = { ...process.env, NODE_OPTIONS: '', PATH: path };
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMPILE], { env, encoding: 'utf8' });
  return { status, stdout, stderr };
}

t.test('the build ends as its compiler does, and adds no words where nobody looks on', async (t) => {
  t.match(compileWith(null), { status: 1, stderr: /^tsc did not start: .* run `npm ci`/ });
  t.same(compileWith('echo "$@"'), { status: 0, stdout: '-b . src/console src/client\n', stderr: '' });
  t.same(compileWith('echo wrong; exit 2'), { status: 2, stdout: 'wrong\n', stderr: '' });
});
