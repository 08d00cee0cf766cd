import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inTemporaryFolder } from './temporary-folder.js';

const PGBENCH = '/usr/bin/pgbench';
export const hasPgbench = (): boolean => existsSync(PGBENCH);

/** Runs a script with prepared statements. @returns transactions a second */
export function pgbench(
  databaseUrl: string,
  script: string,
  clients: number,
  seconds: number,
): Promise<number> {
  return inTemporaryFolder(async (folder) => {
    const file = join(folder, 'script.sql');
    await writeFile(file, script);
    const flags = ['-n', '-M', 'prepared', '-c', `${clients}`, '-j', '2', '-T', `${seconds}`];
    const { stdout } = await promisify(execFile)(PGBENCH, [...flags, '-f', file, databaseUrl]);
    return Number(/^tps = ([\d.]+)/m.exec(stdout)![1]);
  });
}
