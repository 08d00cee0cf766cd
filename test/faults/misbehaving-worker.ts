import { readFileSync, rmSync } from 'node:fs';
import * as real from '../../workers/tasks.js';

export * from '../../workers/tasks.js';

/** Its threads work cold. */
export async function warmUp(): Promise<never> {
  throw new Error('the thread cannot be warmed');
}

/**
 * Prepares blocks, but the block at index 1 ends the thread in the way that the file FAULT_FILE names:
 * `heap`, `loop`, `exit` or `throw`, followed by `once` for a single time.
 */
export async function prepare(job: Parameters<typeof real.prepare>[0]): Promise<unknown> {
  const [fault, times] = job.block.index === 1 ? faultIn(process.env.FAULT_FILE!) : [];
  if (times === 'once') rmSync(process.env.FAULT_FILE!);
  if (fault === 'exit') process.exit(3);
  if (fault === 'throw') throw new Error('the block cannot be prepared');
  if (fault === 'path') throw new Error(`Cannot find module '${import.meta.url}'`);
  if (fault === 'loop') for (;;);
  const hoard: unknown[] = [];
  if (fault === 'heap') for (;;) hoard.push(new Array(1_000_000).fill(Math.random()));
  return real.prepare(job);
}

function faultIn(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split(' ');
  } catch {
    return [];
  }
}
