/**
 * Installs the packages of .ci/package.json where they are missing or others: the formatter and the generator of
 * the client's types, 150 MB that nobody needs who only builds, tests or runs the service.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('.', import.meta.url));
const lock = `${folder}package-lock.json`;
/** Lock that the installed packages are of. */
const installed = `${folder}node_modules/.installed.json`;

if (!existsSync(installed) || !readFileSync(installed).equals(readFileSync(lock))) {
  process.stderr.write('installing the packages of .ci/package.json: about 150 MB …\n');
  const args = ['ci', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund'];
  const { status } = spawnSync('npm', args, { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status === 0) copyFileSync(lock, installed);
  process.exitCode = status ?? 1;
}
