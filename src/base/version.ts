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

/**
 * Commit and date of this build, as `npm run build` noted them; 'unknown' for a program that was compiled
 * without it.
 */
function readBuild(): string {
  try {
    const { commit, date } = JSON.parse(readFileSync(new URL('../../build.json', import.meta.url), 'utf8'));
    return `${commit ?? 'unknown'} ${date}`;
  } catch {
    return 'unknown';
  }
}

export const build: string = readBuild();
