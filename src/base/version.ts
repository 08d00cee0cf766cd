import { readFileSync } from 'node:fs';

/** Version in package.json, which lies above this file and above dist/src/base/version.js. */
function read(): string {
  for (const path of ['../../package.json', '../../../package.json']) {
    try {
      const { name, version } = JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
      if (name === 'cartload') return version;
    } catch {
      // Try the next path.
    }
  }
  throw new Error('no package.json of cartload above the program');
}

export const version: string = read();
