import { readdirSync, readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

/** Of 19: enough that the scheduler lets the main thread in at once, little enough that the pool keeps working beside PostgreSQL. */
const NICENESS = 5;

/**
 * Makes the calling thread give way to the main thread, which answers requests. On Linux, where a thread has a priority of its
 * own; elsewhere nothing happens.
 */
export function giveWay(): void {
  try {
    const threadId = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    setPriority(threadId, NICENESS);
  } catch {
    // No /proc, or it is not allowed: the thread only answers requests a little later.
  }
}

/**
 * The same for all threads of a process that answers no requests; those that it makes later are as the one that makes them. Not lower
 * than those of imports: beside three of them a niceness of 19 would have some 2 % of a core.
 */
export function allGiveWay(): void {
  try {
    setPriority(NICENESS);
    for (const threadId of readdirSync('/proc/self/task')) setPriority(Number(threadId), NICENESS);
  } catch {
    // As above.
  }
}
