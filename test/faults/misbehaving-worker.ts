import { existsSync, writeFileSync } from 'node:fs';
import * as real from '../../workers/import.js';

export const { write, checkJson, rejects } = real;

/** Prepares blocks, but the one at index 1 ends the thread in the way that the environment names: the first time, or always. */
export async function prepare(job: Parameters<typeof real.prepare>[0]): Promise<unknown> {
  const { FAULT, FAULT_ONCE } = process.env;
  if (job.block.index === 1 && !(FAULT_ONCE && existsSync(FAULT_ONCE))) {
    if (FAULT_ONCE) writeFileSync(FAULT_ONCE, '');
    if (FAULT === 'exit') process.exit(3);
    if (FAULT === 'throw') throw new Error('the block cannot be prepared');
    if (FAULT === 'path') throw new Error(`Cannot find module '${import.meta.url}'`);
    if (FAULT === 'loop') for (;;);
    const hoard: unknown[] = [];
    if (FAULT === 'heap') for (;;) hoard.push(new Array(1_000_000).fill(Math.random()));
  }
  return real.prepare(job);
}
