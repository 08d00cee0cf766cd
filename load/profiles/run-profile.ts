import { once } from 'node:events';
import { cpus, loadavg, totalmem } from 'node:os';
import { Worker } from 'node:worker_threads';
import { CommandError } from '../../src/commands/result.js';
import type { Account } from '../upload.js';
import { checkAllowance } from './allowance.js';
import type { LoadOptions } from './options.js';
import { PROFILES, type Profile, type ProfileName } from './profiles.js';
import { addRecords, allOf, emptyRecords, type KindResult, resultsOf } from './records.js';
import { readUse, type Use, useBetween } from './saturation.js';
import { costOf, SeedMaps, type SeedPlan } from './seeded-maps.js';
import type { Measured, ThreadTask } from './thread.js';

export interface Bounds {
  /** Requests a second; null: a closed loop. */
  rate: number | null;
  connections: number;
}

export interface Result extends Bounds {
  profile: ProfileName;
  /** Threads of the generator. */
  workers: number;
  seconds: number;
  requestsPerSecond: number;
  bytesPerSecond: number;
  all: KindResult;
  kinds: Record<string, KindResult>;
  /** Operations of several requests. */
  spans: Record<string, KindResult>;
  importedRows: number;
  use: Use;
}

/** The service that is measured. */
export interface Target extends Account {
  /** Process of a service of our own; null: it runs elsewhere. */
  pid: number | null;
}

/** A little below the 1,000 new pictures of an account a day, so that a long run does not end in refusals. */
const NEW_PICTURES = 900;

/** Measures a profile once. */
export type Measure = (bounds: Partial<Bounds>) => Promise<Result>;

/**
 * Makes maps on the service for runs of a profile, and removes them.
 * @param runs how many share the pictures of a day
 */
export async function withMaps(
  { pid, baseUrl, key }: Target,
  name: ProfileName,
  options: LoadOptions,
  { runs, say, stop }: { runs: number; say: (line: string) => void; stop: AbortSignal },
  action: (measure: Measure) => Promise<void>,
): Promise<void> {
  const service = { baseUrl, key };
  const profile: Profile = PROFILES[name];
  const connections = options.connections ?? profile.connections;
  const plan: SeedPlan = {
    seed: options.seed,
    maps: profile.seeds.markers ? options.maps : 0,
    markersAMap: options.markers,
    small: profile.seeds.small,
    lanes: Math.min(profile.lanes, connections),
  };
  const allowed = await checkAllowance(service, options.rate ?? null, costOf(plan), profile.charges);
  for (const notice of allowed.notices) say(notice);
  const maps = new SeedMaps(service);
  try {
    const seeded = await maps.make(plan, `cartload load ${name} ${new Date().toISOString()}`);
    const pictures = Math.floor(NEW_PICTURES / runs);
    await action(async (wanted) => {
      const bounds = { connections, rate: allowed.perSecond, ...wanted };
      const tasks = shareOut({ profile: name, service, seeded, options, pictures, ...bounds });
      const use = () => readUse(service, pid);
      let before = await use();
      const onWarm = async (): Promise<void> => {
        before = await use();
      };
      const { records, seconds, busy } = await generate(tasks, options.warmUp, onWarm, stop);
      if (stop.aborted && seconds === 0) throw new CommandError('interrupted before anything was measured');
      const all = allOf(records);
      return {
        profile: name,
        workers: tasks.length,
        ...bounds,
        seconds,
        requestsPerSecond: all.requests / seconds,
        bytesPerSecond: records.bytes / seconds,
        all,
        kinds: resultsOf(records.kinds),
        spans: resultsOf(records.spans),
        importedRows: records.importedRows,
        use: useBetween(before, await use(), busy),
      };
    });
  } finally {
    if (!options.keep) await maps.remove();
  }
}

/** Divides connections, rate, pictures and maps to import into among the threads. */
function shareOut(
  whole: Omit<ThreadTask, 'firstConnection' | 'offsetMs' | 'lanes'> & { options: LoadOptions },
): ThreadTask[] {
  const { connections, rate, pictures, seeded, options } = whole;
  const used = Math.min(options.workers, connections);
  const lanes = seeded.laneMapIds.map((mapId, number) => ({ mapId, number }));
  let firstConnection = 0;
  return Array.from({ length: used }, (_, thread) => {
    const own = Math.floor(connections / used) + (thread < connections % used ? 1 : 0);
    const ownRate = rate === null ? null : (rate * own) / connections;
    const task = {
      ...whole,
      connections: own,
      firstConnection,
      lanes: lanes.filter(({ number }) => number % used === thread),
      rate: ownRate,
      pictures: Math.floor(pictures / used),
      offsetMs: ownRate === null ? 0 : ((1000 / ownRate) * thread) / used,
    };
    firstConnection += own;
    return task;
  });
}

/**
 * Runs the threads of the generator together.
 * @param onWarm called when the warm-up ends
 * @param stop ends the run early
 * @returns what all measured, and the busy share of the busiest
 */
async function generate(
  tasks: readonly ThreadTask[],
  warmUpSeconds: number,
  onWarm: () => void,
  stop: AbortSignal,
): Promise<Measured> {
  const workers = tasks.map(
    (task) => new Worker(new URL('./thread.js', import.meta.url), { workerData: task }),
  );
  const tellAll = (message: string): void => {
    for (const worker of workers) worker.postMessage(message);
  };
  const stopAll = (): void => tellAll('stop');
  let warm: NodeJS.Timeout | undefined;
  try {
    await Promise.all(workers.map((worker) => once(worker, 'message')));
    const ended = Promise.all(workers.map((worker) => once(worker, 'message') as Promise<[Measured]>));
    tellAll('begin');
    warm = setTimeout(onWarm, warmUpSeconds * 1000);
    if (stop.aborted) stopAll();
    stop.addEventListener('abort', stopAll, { once: true });
    const total: Measured = { records: emptyRecords(), seconds: 0, busy: 0 };
    for (const [{ records, seconds, busy }] of await ended) {
      addRecords(total.records, records);
      total.seconds = Math.max(total.seconds, seconds);
      total.busy = Math.max(total.busy, busy);
    }
    return total;
  } finally {
    clearTimeout(warm);
    stop.removeEventListener('abort', stopAll);
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}

/** The machine and how busy it is, before a run. */
export const describeMachine = (): string =>
  `${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), ${Math.round(totalmem() / 1024 ** 3)} GB, ` +
  `${process.platform} ${process.arch}, Node ${process.version}, load ${loadavg()[0]!.toFixed(1)} before`;
