import { appendFileSync } from 'node:fs';
import { threadId } from 'node:worker_threads';
import * as real from '../../../workers/tasks.js';

/** Adds the line `task` to the file WARM_UP_FILE. */
export function inferTable(...task: Parameters<typeof real.inferTable>): ReturnType<typeof real.inferTable> {
  appendFileSync(process.env.WARM_UP_FILE!, 'task\n');
  return real.inferTable(...task);
}

/** Adds a line with its thread to the same file for every slice. */
export function warmUp(task: Parameters<typeof real.warmUp>[0]): ReturnType<typeof real.warmUp> {
  appendFileSync(process.env.WARM_UP_FILE!, `${threadId}\n`);
  return real.warmUp(task);
}

/** Ends its thread. */
export function sampleRows(): never {
  process.exit(3);
}
