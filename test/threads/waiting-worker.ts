import { setTimeout as delay } from 'node:timers/promises';

/** Takes so many milliseconds, without keeping the thread busy. */
export async function inferTable(ms: number): Promise<number> {
  await delay(ms);
  return ms;
}
