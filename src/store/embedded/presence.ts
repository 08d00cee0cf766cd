import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { identityOf } from './process.js';

/*
 * Records live processes as empty files in a directory. The name holds all information, so an entry appears
 * atomically. Names are unique and never reused, so any process may remove the entry of a dead one without a
 * race. The processes must share one pid namespace.
 */

const ENTRY = /^(\d+)-([A-Za-z0-9]*)-[0-9a-f]+$/;

/** Adds an entry for this process. @returns its name */
export function announce(directory: string): string {
  const name = `${process.pid}-${identityOf(process.pid) ?? ''}-${randomBytes(6).toString('hex')}`;
  writeFileSync(join(directory, name), '', { flag: 'wx', mode: 0o600 });
  return name;
}

export function withdraw(directory: string, name: string): void {
  rmSync(join(directory, name), { force: true });
}

/** Entries of live processes; entries of dead processes are removed. */
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
 * Runs the action while no other process, and no other call in this one, runs one under the same directory.
 *
 * Each caller first adds its entry, then looks: of two that come together at least one sees the other, and
 * backs off for a random time. Unlike a lock file, no stale lock must be broken when a holder is killed, so
 * no two processes can break it at once.
 * @throws Error when the lock is not free within timeoutMs; its message names the pids that hold it
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
