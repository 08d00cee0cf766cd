import type { Threads } from '../threads/thread-pool.js';

/** Rows of an export as CSV (`format-rows.ts`). Takes `rows` away. */
export async function formatOnThread(
  threads: Threads,
  rows: Buffer,
  customFields: readonly string[],
): Promise<Buffer> {
  const task = { rows, customFields };
  const csv = await threads.run<Uint8Array<ArrayBuffer>>('formatRows', task, [rows.buffer as ArrayBuffer]);
  return Buffer.from(csv.buffer);
}
