/**
 * Installs the packages of .ci/package.json where they are missing: the formatter and the generator of the client's
 * types, 150 MB that nobody needs who only builds, tests or runs the service.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('.', import.meta.url));
// npm writes it last.
if (!existsSync(`${folder}node_modules/.package-lock.json`)) {
  process.stderr.write('installing the packages of .ci/package.json, once: about 150 MB …\n');
  const { status } = spawnSync(
    'npm',
    ['ci', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund'],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  process.exitCode = status ?? 1;
}
