import { readFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { cpuSecondsOf, type ProcessUse, processesBelow } from '../processes-below.js';
import type { Account } from '../server.js';

/** Processors: of all processes, also those that have nothing to do with the run, and of parts of it. */
const PARTS = ['processor', 'service', 'postgresql', 'generator'] as const;

/**
 * Shares that a run took of the machine: shares of all its cores, or of the time. null: not known, as on
 * another machine or without Linux's /proc.
 */
export interface Use extends Record<(typeof PARTS)[number], number | null> {
  /** Time in which the busiest disk had something to do. */
  disk: number | null;
  /** Busy share of the generator's busiest thread. */
  generatorThread: number;
}

/** Seconds so far. */
interface UseReading extends Record<(typeof PARTS)[number], number | null> {
  at: number;
  disks: Map<string, number>;
}

const TICKS_A_SECOND = 100;
const METRICS_WITHIN_MS = 5_000;
/** Share of all cores, or of a disk's time, from which it is the limit. */
const SATURATED = 0.9;
/**
 * From this share on requests wait four times as long in the generator as it works on them (0.8 / 0.2): its
 * own part of the times is large.
 */
const BUSY_GENERATOR = 0.8;

/** Lines of a file of /proc, as fields; none without it. */
const fieldsIn = async (path: string): Promise<string[][]> =>
  (await readFile(path, 'utf8').catch(() => '')).split('\n').map((line) => line.trim().split(/\s+/));

/** proc_stat(5): all but idle and iowait. */
async function busySeconds(): Promise<number | null> {
  const [[, ...fields] = []] = await fieldsIn('/proc/stat');
  if (fields.length < 8) return null;
  const busy = fields.slice(0, 8).filter((_, at) => at !== 3 && at !== 4);
  return busy.reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_A_SECOND;
}

/** proc_diskstats(5): seconds of input and output, by device. */
async function diskSeconds(): Promise<Map<string, number>> {
  const disks = (await fieldsIn('/proc/diskstats')).filter((fields) => fields.length > 12);
  return new Map(disks.map((fields) => [fields[2]!, Number(fields[12]) / 1000]));
}

async function ownProcesses(pid: number): Promise<Pick<UseReading, 'service' | 'postgresql'>> {
  const processes = await processesBelow(pid).catch(() => []);
  if (processes.length === 0) return { service: null, postgresql: null };
  const isDatabase = ({ command }: ProcessUse): boolean => command.includes('postgres');
  return {
    service: cpuSecondsOf(processes.filter((use) => !isDatabase(use))),
    postgresql: cpuSecondsOf(processes.filter(isDatabase)),
  };
}

/** Processor time that a service elsewhere tells of the process that answers, where it lets us see it. */
async function toldByMetrics({ baseUrl }: Account): Promise<number | null> {
  const address = new URL(baseUrl.replace(/\/v1$/, '/metrics'));
  const text = await fetch(address, { signal: AbortSignal.timeout(METRICS_WITHIN_MS) })
    .then((response) => response.text())
    .catch(() => '');
  const seconds = Number(/^process_cpu_seconds_total (\S+)$/m.exec(text)?.[1]);
  return Number.isNaN(seconds) ? null : seconds;
}

/** Reads what was used so far. @param pid of a service of our own; null: it runs elsewhere */
export async function readUse(service: Account, pid: number | null): Promise<UseReading> {
  const { user, system } = process.cpuUsage();
  return {
    ...(pid === null ? { service: await toldByMetrics(service), postgresql: null } : await ownProcesses(pid)),
    at: performance.now() / 1000,
    processor: await busySeconds(),
    generator: (user + system) / 1e6,
    disks: await diskSeconds(),
  };
}

export function useBetween(before: UseReading, after: UseReading, generatorThread: number): Use {
  const seconds = after.at - before.at;
  const shares = PARTS.map((part) => {
    const [from, to] = [before[part], after[part]];
    return [part, from === null || to === null ? null : (to - from) / (seconds * cpus().length)];
  });
  const disks = [...after.disks].map(([disk, busy]) => (busy - (before.disks.get(disk) ?? busy)) / seconds);
  const disk = disks.length === 0 ? null : Math.max(...disks);
  return { ...(Object.fromEntries(shares) as Pick<Use, (typeof PARTS)[number]>), disk, generatorThread };
}

/** Names of the parts that had no more to give. */
export const saturatedOf = ({ processor, disk, generatorThread }: Use): string[] => [
  ...((processor ?? 0) >= SATURATED ? ['processor'] : []),
  ...((disk ?? 0) >= SATURATED ? ['disk'] : []),
  ...(generatorThread >= BUSY_GENERATOR ? ['generator'] : []),
];

export function shownUse(use: Use): string[] {
  const percent = (share: number | null): string =>
    share === null ? 'not known' : `${Math.min(100, share * 100).toFixed(0)} %`;
  const { processor, service, postgresql, generator, disk, generatorThread } = use;
  const others =
    processor === null || service === null || postgresql === null
      ? null
      : Math.max(0, processor - service - postgresql - (generator ?? 0));
  const saturated = saturatedOf(use);
  const more = saturated.includes('generator') ? '; give it more --workers, or another machine' : '';
  return [
    `  of ${cpus().length} cores here ${percent(processor)} busy: service ${percent(service)}, PostgreSQL ${percent(postgresql)}, generator ${percent(generator)} (its busiest thread ${percent(generatorThread)}), others ${percent(others)}; disk ${percent(disk)}`,
    saturated.length > 0
      ? `  saturated: ${saturated.join(' and ')}${more}`
      : '  nothing here was saturated: more connections, or a higher rate, may bring more',
  ];
}
