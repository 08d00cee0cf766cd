import { readdir, readFile } from 'node:fs/promises';

/** Clock ticks of /proc on Linux, whatever the kernel's own clock is. */
const TICKS_A_SECOND = 100;

export interface ProcessUse {
  /** Command line of the process. */
  command: string;
  /** Processor time so far, including its threads. */
  cpuSeconds: number;
  /** Proportional set size: shared memory counts in parts. */
  pssMb: number;
}

/** Ids of a process and all its running descendants. */
export async function pidsBelow(pid: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const parents = new Map<number, number>();
  await Promise.all(pids.map(async (name) => parents.set(Number(name), await parentOf(name))));
  const isBelow = (at: number): boolean => at === pid || (parents.has(at) && isBelow(parents.get(at)!));
  return [...parents.keys()].filter(isBelow);
}

/** A process and all its running descendants. */
export async function processesBelow(pid: number): Promise<ProcessUse[]> {
  const uses = await Promise.all((await pidsBelow(pid)).map(useOf));
  return uses.filter((use) => use !== null);
}

/** Processor time of all together. */
export const cpuSecondsOf = (uses: readonly ProcessUse[]): number =>
  uses.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);

/** Fields of the `stat` of a process or thread behind the name, which may contain blanks (proc(5)). */
export const fieldsOf = async (pid: number | string): Promise<string[]> =>
  (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /s, '').split(' ');

const parentOf = async (pid: string): Promise<number> => {
  const fields = await fieldsOf(pid).catch(() => []);
  return Number(fields[1] ?? 0);
};

/** null: it has ended. */
async function useOf(pid: number): Promise<ProcessUse | null> {
  try {
    const fields = await fieldsOf(pid);
    const memory = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
    return {
      command: (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' '),
      cpuSeconds: (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND,
      pssMb: Number(/^Pss:\s+(\d+)/m.exec(memory)![1]) / 1024,
    };
  } catch {
    return null;
  }
}
