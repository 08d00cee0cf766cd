/**
 * Adds to package-lock.json the optional packages of other platforms that npm leaves out when the registry in use
 * does not have them (npm/cli#4828); `npm ci` refuses a lock without them. Run it after every `npm install`, in
 * the folder of the lock.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const packages = lock.packages;
const platform = /(darwin|linux|win32|android)-(arm64|x64|arm)/;

for (const [at, parent] of Object.entries(packages)) {
  for (const [name, version] of Object.entries(at === '' ? {} : (parent.optionalDependencies ?? {}))) {
    const [, os, cpu] = platform.exec(name) ?? [];
    const hoisted = `node_modules/${name}`;
    const nested = `${at}/node_modules/${name}`;
    if (!os || packages[nested] || packages[hoisted]?.version === version) continue;
    packages[packages[hoisted] ? nested : hoisted] = {
      version,
      cpu: [cpu],
      ...(parent.dev && { dev: true }),
      ...(name.endsWith('musl') && { libc: ['musl'] }),
      optional: true,
      os: [os],
    };
  }
}

lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en')));
writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`);
