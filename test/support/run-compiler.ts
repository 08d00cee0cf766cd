import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const COMPILER = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url));

/**
 * Compiles a folder. tap puts its loader into the environment of every child: `env` takes it away.
 * @returns the errors; '': none
 */
export const runCompiler = (folder: string): string =>
  spawnSync('env', ['-u', 'NODE_OPTIONS', process.execPath, COMPILER, '-p', folder], { encoding: 'utf8' })
    .stdout;
