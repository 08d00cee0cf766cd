import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { identityOf } from './process.js';

/*
 * Who is here, as empty files in a directory. The name holds all there is to know, so that an entry appears whole, and it is
 * unique, so that anybody may remove the entry of a dead process without a race: nobody will make the same again.
 * The processes must share one pid namespace.
 */

const ENTRY = /^(\d+)-([A-Za-z0-9]*)-[0-9a-f]+$/;

/** Makes this process known in the directory. Returns the name of its entry. */
export function announce(directory: string): string {
  const name = `${process.pid}-${identityOf(process.pid) ?? ''}-${randomBytes(6).toString('hex')}`;
  writeFileSync(join(directory, name), '', { flag: 'wx', mode: 0o600 });
  return name;
}

export function withdraw(directory: string, name: string): void {
  rmSync(join(directory, name), { force: true });
}

/** The entries of live processes; those of dead ones are removed on the way. */
export function present(directory: string): { name: string; pid: number }[] {
  const found: { name: string; pid: number }[] = [];
  for (const name of readdirSync(directory)) {
    const match = ENTRY.exec(name);
    if (match === null) continue;
    const pid = Number(match[1]);
    if (identityOf(pid) === match[2]) found.push({ name, pid });
    else withdraw(directory, name);
  }
  return found;
}

/**
 * Runs the action while no other process (and no other call in this one) runs one under the same directory.
 *
 * Announce first, look second: of two that come together at least one sees the other, and whoever sees another steps back
 * for a random while. Unlike a lock file there is nothing to break when a holder was killed, hence no moment in which
 * two could break it.
 * @throws Error when it is not this caller's turn within timeoutMs; its message names the pids in front
 */
export async function withLock<T>(
  directory: string,
  timeoutMs: number,
  action: () => Promise<T>,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const own = announce(directory);
    try {
      if (present(directory).every(({ name }) => name === own)) return await action();
    } finally {
      withdraw(directory, own);
    }
    for (;;) {
      const others = present(directory);
      if (Date.now() > deadline) {
        const pids = [...new Set(others.map(({ pid }) => pid))].join(', ');
        throw new Error(
          `waited ${timeoutMs} ms for ${directory}, which is held by process ${pids || '(unknown)'}`,
        );
      }
      await sleep(10 + Math.random() * 70);
      if (others.length === 0) break;
    }
  }
}
