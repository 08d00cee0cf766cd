import { readFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { processesBelow } from '../processes-below.js';
import type { Account } from '../upload.js';

/**
 * Shares that a run took of the machine: shares of all its cores, or of the time. null: not known, as on
 * another machine or without Linux's /proc.
 */
export interface Use {
  /** All processes, also those that have nothing to do with the run. */
  processor: number | null;
  service: number | null;
  postgresql: number | null;
  generator: number;
  /** Time in which the busiest disk had something to do. */
  disk: number | null;
  /** Busy share of the generator's busiest thread. */
  generatorThread: number;
}

/** Seconds so far. */
interface Reading {
  at: number;
  busy: number | null;
  service: number | null;
  postgresql: number | null;
  generator: number;
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

const readOr = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');

/** proc_stat(5): all but idle and iowait. */
async function busySeconds(): Promise<number | null> {
  const [, ...fields] = (await readOr('/proc/stat')).split('\n', 1)[0]!.split(/\s+/).map(Number);
  if (fields.length < 8) return null;
  return (
    fields.slice(0, 8).reduce((sum, ticks, at) => (at === 3 || at === 4 ? sum : sum + ticks), 0) /
    TICKS_A_SECOND
  );
}

/** proc_diskstats(5): seconds of input and output, by device. */
const diskSeconds = async (): Promise<Map<string, number>> =>
  new Map(
    (await readOr('/proc/diskstats')).split('\n').flatMap((line) => {
      const fields = line.trim().split(/\s+/);
      return fields.length > 12 ? [[fields[2]!, Number(fields[12]) / 1000] as const] : [];
    }),
  );

async function ownProcesses(pid: number): Promise<Pick<Reading, 'service' | 'postgresql'>> {
  const processes = await processesBelow(pid).catch(() => []);
  const [database, service] = [true, false].map((isDatabase) =>
    processes
      .filter(({ command }) => command.includes('postgres') === isDatabase)
      .reduce((sum: number | null, { cpuSeconds }) => (sum ?? 0) + cpuSeconds, null),
  );
  return { service: service!, postgresql: database! };
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
export async function readUse(service: Account, pid: number | null): Promise<Reading> {
  const { user, system } = process.cpuUsage();
  return {
    ...(pid === null ? { service: await toldByMetrics(service), postgresql: null } : await ownProcesses(pid)),
    at: performance.now() / 1000,
    busy: await busySeconds(),
    generator: (user + system) / 1e6,
    disks: await diskSeconds(),
  };
}

export function useBetween(before: Reading, after: Reading, generatorThread: number): Use {
  const seconds = after.at - before.at;
  const ofCores = (name: 'busy' | 'service' | 'postgresql' | 'generator'): number | null =>
    before[name] === null || after[name] === null
      ? null
      : (after[name] - before[name]) / (seconds * cpus().length);
  const disks = [...after.disks].map(([disk, busy]) => (busy - (before.disks.get(disk) ?? busy)) / seconds);
  return {
    processor: ofCores('busy'),
    service: ofCores('service'),
    postgresql: ofCores('postgresql'),
    generator: ofCores('generator')!,
    disk: disks.length === 0 ? null : Math.max(...disks),
    generatorThread,
  };
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
  const { processor, service, postgresql, generator } = use;
  const others =
    processor === null || service === null || postgresql === null
      ? null
      : Math.max(0, processor - service - postgresql - generator);
  const saturated = saturatedOf(use);
  const more = saturated.includes('generator') ? '; give it more --workers, or another machine' : '';
  return [
    `  of ${cpus().length} cores here ${percent(use.processor)} busy: service ${percent(use.service)}, PostgreSQL ${percent(use.postgresql)}, generator ${percent(use.generator)} (its busiest thread ${percent(use.generatorThread)}), others ${percent(others)}; disk ${percent(use.disk)}`,
    saturated.length > 0
      ? `  saturated: ${saturated.join(' and ')}${more}`
      : '  nothing here was saturated: more connections, or a higher rate, may bring more',
  ];
}
