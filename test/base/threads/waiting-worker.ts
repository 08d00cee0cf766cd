import { setTimeout as delay } from 'node:timers/promises';

/** Ends when somebody sets `flag`, an Int32Array on shared memory. */
export async function hold({ flag }: { flag: Int32Array }): Promise<void> {
  while (Atomics.load(flag, 0) === 0) await delay(2);
}

export const echo = ({ text }: { text: string }): string => text;

/** Takes so many milliseconds, without keeping the thread busy. */
export const wait = (ms: number): Promise<void> => delay(ms);
