import { readdir, readFile } from 'node:fs/promises';

/** Of Linux' clock in /proc, whatever the kernel's own is. */
const TICKS_A_SECOND = 100;

export interface ProcessUse {
  /** As it was started. */
  command: string;
  /** Processor time so far, of its threads, too. */
  cpuSeconds: number;
  /** Proportional set size: memory that processes share counts for each with its part. */
  pssMb: number;
}

/** A process and all that it started, as far as they run. */
export async function processesBelow(pid: number): Promise<ProcessUse[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const parents = new Map<number, number>();
  await Promise.all(pids.map(async (name) => parents.set(Number(name), await parentOf(name))));
  const isBelow = (at: number): boolean => at === pid || (parents.has(at) && isBelow(parents.get(at)!));
  const uses = await Promise.all([...parents.keys()].filter(isBelow).map(useOf));
  return uses.filter((use) => use !== null);
}

/** The fields of /proc/PID/stat behind the name, which may have blanks. */
const fieldsOf = async (pid: number | string): Promise<string[]> =>
  (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /s, '').split(' ');

const parentOf = async (pid: string): Promise<number> => {
  const fields = await fieldsOf(pid).catch(() => []);
  return Number(fields[1] ?? 0);
};

/** null: it has ended meanwhile. */
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
