import { readdir, readFile, readlink } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

/** Tells whether /proc exists, as on Linux. */
export const hasProc = process.platform === 'linux';

/** Targets of open descriptors: a path, or `socket:[…]`, `pipe:[…]`. */
export async function descriptorsOf(pid: number): Promise<string[]> {
  const names = await readdir(`/proc/${pid}/fd`);
  // Some are closed between the two calls.
  const links = await Promise.all(names.map((name) => readlink(`/proc/${pid}/fd/${name}`).catch(() => null)));
  return links.filter((link) => link !== null);
}

const LOOK_EVERY_MS = 20;

async function residentBytes(pid: number): Promise<number> {
  const [, kib] = /^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))!;
  return Number(kib) * 1024;
}

/** Polls a process's resident memory until stopped. @returns difference between the peak and the start */
export async function watchMemory(pid: number): Promise<{ stop(): Promise<number> }> {
  const before = await residentBytes(pid);
  let most = before;
  let stopped = false;
  const watching = (async () => {
    while (!stopped) {
      most = Math.max(most, await residentBytes(pid));
      await delay(LOOK_EVERY_MS);
    }
  })();
  return {
    stop: async () => {
      stopped = true;
      await watching;
      return most - before;
    },
  };
}
