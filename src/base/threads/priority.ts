import { readdirSync, readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

/**
 * Niceness, at most 19: high enough that the scheduler lets the main thread in at once, low enough that the
 * pool keeps working beside PostgreSQL.
 */
const NICENESS = 5;

/**
 * Makes the calling thread yield to the main thread, which answers requests. Works on Linux, where each
 * thread has a priority; does nothing elsewhere.
 */
export function giveWay(): void {
  try {
    const threadId = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    setPriority(threadId, NICENESS);
  } catch {
    // No /proc, or no permission: requests are answered a little later.
  }
}

/**
 * Makes all threads of a process that answers no requests yield; later threads inherit the priority. It is
 * the priority of import threads: beside three of those a niceness of 19 would get some 2 % of a core.
 */
export function allGiveWay(): void {
  try {
    setPriority(NICENESS);
    for (const threadId of readdirSync('/proc/self/task')) setPriority(Number(threadId), NICENESS);
  } catch {
    // No /proc, or no permission.
  }
}
