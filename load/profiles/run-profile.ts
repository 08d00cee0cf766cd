import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { CommandError } from '../../src/commands/result.js';
import type { Account } from '../server.js';
import { checkAllowance } from './allowance.js';
import { WHOLE_IMPORT } from './imports.js';
import type { LoadOptions } from './options.js';
import { PROFILES, type Profile, type ProfileName } from './profiles.js';
import { addRecords, allOf, emptyRecords, type KindResult, resultsOf } from './records.js';
import { readUse, type Use, useBetween } from './saturation.js';
import { costOf, makeMaps, removeMaps, type SeedPlan } from './seeded-maps.js';
import type { Bounds, Measured, ThreadTask } from './thread.js';

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
export async function withMaps<T>(
  { pid, baseUrl, key }: Target,
  name: ProfileName,
  options: LoadOptions,
  { runs, say, stop }: { runs: number; say: (line: string) => void; stop: AbortSignal },
  action: (measure: Measure) => Promise<T>,
): Promise<T> {
  const service = { baseUrl, key };
  const profile: Profile = PROFILES[name];
  const connections = options.connections ?? profile.connections;
  const plan: SeedPlan = {
    seed: options.seed,
    maps: profile.needsMarkers ? options.maps : 0,
    markersAMap: options.markers,
    lanes: Math.min(profile.lanes, connections),
  };
  const allowed = await checkAllowance(service, options.rate ?? null, costOf(plan), profile.charges);
  for (const notice of allowed.notices) say(notice);
  const made: number[] = [];
  try {
    const seeded = await makeMaps(service, plan, `cartload load ${name} ${new Date().toISOString()}`, made);
    const task = { profile: name, service, seeded, options, pictures: Math.floor(NEW_PICTURES / runs) };
    return await action(async (wanted) => {
      const bounds = { connections, rate: allowed.perSecond, ...wanted };
      const threads = Math.min(options.workers, bounds.connections);
      let before = await readUse(service, pid);
      const onWarm = async (): Promise<void> => {
        before = await readUse(service, pid);
      };
      const { records, seconds, busy } = await generate({ ...task, ...bounds, threads }, onWarm, stop);
      if (stop.aborted && seconds === 0) throw new CommandError('interrupted before anything was measured');
      const all = allOf(records);
      const spans = resultsOf(records.spans);
      return {
        profile: name,
        workers: threads,
        ...bounds,
        seconds,
        requestsPerSecond: all.requests / seconds,
        bytesPerSecond: records.bytes / seconds,
        all,
        kinds: resultsOf(records.kinds),
        spans,
        importedRows: (spans[WHOLE_IMPORT]?.right ?? 0) * options.rows,
        use: useBetween(before, await readUse(service, pid), busy),
      };
    });
  } finally {
    if (!options.keep) await removeMaps(service, made);
  }
}

/**
 * Runs the threads of the generator together.
 * @param onWarm called when the warm-up ends
 * @param stop ends the run early
 * @returns what all measured, and the busy share of the busiest
 */
async function generate(
  task: Omit<ThreadTask, 'thread'>,
  onWarm: () => void,
  stop: AbortSignal,
): Promise<Measured> {
  const workers = Array.from(
    { length: task.threads },
    (_, thread) => new Worker(new URL('./thread.js', import.meta.url), { workerData: { ...task, thread } }),
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
    warm = setTimeout(onWarm, task.options.warmUp * 1000);
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
