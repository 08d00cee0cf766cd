import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/**
 * Benches have packages of their own, which `npm ci` of the service leaves out: Valhalla alone takes 280 MB.
 */
const MANIFEST = new URL('../../load/package.json', import.meta.url);

/** Loads and finds the packages of load/package.json. */
export const loadRequire = createRequire(MANIFEST);

/** Installs the packages of benches where they are missing. @throws Error when npm fails */
export async function installLoadPackages(): Promise<void> {
  try {
    const { dependencies } = loadRequire(fileURLToPath(MANIFEST)) as { dependencies: Record<string, string> };
    for (const name of Object.keys(dependencies)) loadRequire.resolve(name);
  } catch {
    const folder = fileURLToPath(new URL('.', MANIFEST));
    process.stderr.write('installing the packages of load/package.json, once: about 420 MB …\n');
    await promisify(execFile)('npm', [
      'ci',
      '--prefix',
      folder,
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
    ]);
  }
}
