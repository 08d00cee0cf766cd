import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { build, version } from '../../src/base/version.js';
import { buildOf } from '../../src/pack/build-id.js';
import { startTestApp } from '../support/app.js';
import { run } from '../support/cartload-process.js';
import { temporaryFolder } from '../support/temporary-folder.js';

t.test(
  'the version is that of package.json: on the command line, in /healthz, metrics and the API document',
  async (t) => {
    const expected = JSON.parse(
      readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
    ).version;
    t.equal(version, expected);
    t.same(await run(t, ['--version']), { code: 0, stdout: `${expected}\n`, stderr: '' });
    const service = await startTestApp(t);
    const base = service.app.publicUrl.replace('/v1', '');
    const call = service.clientWith('');
    t.same((await call('GET', `${base}/healthz`)).body, { status: 'alive', version: expected, build });
    t.match(build, /^(unknown|\S+ \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)$/);
    t.match(
      await (await fetch(`${base}/metrics`)).text(),
      new RegExp(
        `^cartload_build_info\\{version="${expected}",build="${build}",node="${process.versions.node}"\\} 1$`,
        'm',
      ),
    );
    t.match((await call('GET', '/openapi.json')).body, { info: { version: expected, 'x-build': build } });
  },
);

t.test('a build is told by its commit and date, with git or without', async (t) => {
  const folder = temporaryFolder(t);
  const given = { SOURCE_DATE_EPOCH: '1764343020' };
  t.same(buildOf(folder, given), { commit: null, date: '2025-11-28T15:17:00Z' }, 'no repository');
  t.match(buildOf(folder, { ...given, CARTLOAD_COMMIT: 'abc' }), { commit: 'abc' });
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=n', '-c', 'user.email=e@x', ...args], { cwd: folder });
  try {
    git('init', '-q');
  } catch {
    return;
  }
  writeFileSync(join(folder, 'a'), '');
  git('add', 'a');
  git('commit', '-qm', 'a', '--no-verify');
  mkdirSync(join(folder, 'inner'));
  t.match(buildOf(folder, given).commit, /^[0-9a-f]{12}$/);
  writeFileSync(join(folder, 'a'), 'b');
  t.match(buildOf(folder, given).commit, /^[0-9a-f]{12}-dirty$/);
  t.equal(buildOf(join(folder, 'inner'), given).commit, null, 'the repository of something else');
});
