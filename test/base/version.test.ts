import { readFileSync } from 'node:fs';
import t from 'tap';
import { version } from '../../src/base/version.js';
import { startTestApp } from '../support/app.js';
import { run } from '../support/cartload-process.js';

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
    t.same((await call('GET', `${base}/healthz`)).body, { status: 'alive', version: expected });
    t.match(
      await (await fetch(`${base}/metrics`)).text(),
      new RegExp(`^cartload_build_info\\{version="${expected}",node="${process.versions.node}"\\} 1$`, 'm'),
    );
    t.match((await call('GET', '/openapi.json')).body, { info: { version: expected } });
  },
);
