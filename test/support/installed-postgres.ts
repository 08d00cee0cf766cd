import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Test } from 'tap';
import { findFreePort } from '../../load/nginx.js';

/**
 * Debian's folders, the newest first: `pg_dump` cannot read a newer server, and the embedded server lacks it.
 */
const DIRECTORIES = ['/usr/lib/postgresql'];
const PROGRAMS = ['initdb', 'postgres', 'pg_isready', 'pg_dump', 'pg_restore'];
const NOBODY = 65_534;

/** Folder of PostgreSQL's programs; null: not installed. */
export function installedPostgres(): string | null {
  const versions = DIRECTORIES.filter((directory) => existsSync(directory)).flatMap((directory) =>
    readdirSync(directory)
      .sort((a, b) => Number(b) - Number(a))
      .map((version) => join(directory, version, 'bin')),
  );
  const isWhole = (bin: string): boolean => PROGRAMS.every((program) => existsSync(join(bin, program)));
  return versions.find(isWhole) ?? null;
}

/** A server that is removed with the test. @returns the URL of its superuser */
export async function startInstalled(t: Test, bin: string): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'cartload-installed-'));
  // PostgreSQL refuses to run as root.
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  if (user.uid) chownSync(directory, NOBODY, NOBODY);
  const data = join(directory, 'data');
  const initdb = ['-D', data, '-U', 'postgres', '--auth=trust', '--no-sync', '--encoding=UTF8', '--locale=C'];
  const { status, stderr } = spawnSync(join(bin, 'initdb'), initdb, {
    ...user,
    cwd: directory,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`initdb: ${stderr}`);
  const port = await findFreePort();
  const settings = [
    'fsync=off',
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    `unix_socket_directories=${directory}`,
  ];
  const server = spawn(join(bin, 'postgres'), ['-D', data, ...settings.flatMap((text) => ['-c', text])], {
    ...user,
    cwd: directory,
    stdio: 'ignore',
  });
  const exited = once(server, 'exit');
  t.teardown(async () => {
    server.kill('SIGQUIT');
    await exited;
    rmSync(directory, { recursive: true });
  });
  const isReady = () =>
    spawnSync(join(bin, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port)]).status === 0;
  while (!isReady()) {
    if (server.exitCode !== null) throw new Error(`postgres ended with ${server.exitCode}`);
    await delay(50);
  }
  return `postgres://postgres@127.0.0.1:${port}/postgres`;
}
