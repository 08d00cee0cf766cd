import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Test } from 'tap';
import { startDebianPostgres } from '../../load/postgis.js';

/**
 * Debian's folders, the newest first: `pg_dump` cannot read a newer server, and the embedded server lacks it.
 */
const DIRECTORIES = ['/usr/lib/postgresql'];
const PROGRAMS = ['initdb', 'postgres', 'pg_dump', 'pg_restore'];

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
  const { url, stop } = await startDebianPostgres(bin, ['fsync=off']);
  t.teardown(stop);
  return url;
}
