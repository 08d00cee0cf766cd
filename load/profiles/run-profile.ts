import { cpus, loadavg, totalmem } from 'node:os';
import { CommandError } from '../../src/commands/result.js';
import { checkAllowance } from './allowance.js';
import type { Service } from './api.js';
import { generate } from './generate.js';
import type { LoadOptions } from './options.js';
import { PROFILES, type Profile, type ProfileName } from './profiles.js';
import { allOf, type KindResult, resultsOf } from './records.js';
import { readUse, type Use, useBetween } from './saturation.js';
import { costOf, SeedMaps, type SeedPlan } from './seeded-maps.js';

export interface Result {
  profile: ProfileName;
  connections: number;
  /** Threads of the generator. */
  workers: number;
  /** Requests a second; null: a closed loop. */
  rate: number | null;
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
export interface Target extends Service {
  /** Process of a service of our own; null: it runs elsewhere. */
  pid: number | null;
}

/** A little below the 1,000 new pictures of an account a day, so that a long run does not end in refusals. */
const NEW_PICTURES = 900;

export interface Bounds {
  rate: number | null;
  connections: number;
}

/** Measures a profile once. */
export type Measure = (bounds: Partial<Bounds>) => Promise<Result>;

/**
 * Makes maps on the service for runs of a profile, and removes them.
 * @param runs how many share the pictures of a day
 */
export async function withMaps(
  target: Target,
  name: ProfileName,
  options: LoadOptions,
  { runs, say, stop }: { runs: number; say: (line: string) => void; stop: AbortSignal },
  action: (measure: Measure) => Promise<void>,
): Promise<void> {
  const profile: Profile = PROFILES[name];
  const connections = options.connections ?? profile.connections;
  const plan: SeedPlan = {
    seed: options.seed,
    maps: profile.seeds.markers ? options.maps : 0,
    markersAMap: options.markers,
    small: profile.seeds.small,
    lanes: Math.min(profile.lanes, connections),
  };
  const allowed = await checkAllowance(target, options.rate ?? null, costOf(plan), profile.charges);
  for (const notice of allowed.notices) say(notice);
  const maps = new SeedMaps(target);
  try {
    const seeded = await maps.make(plan, `cartload load ${name} ${new Date().toISOString()}`);
    await action(async (wanted) => {
      const bounds = { connections, rate: allowed.perSecond, ...wanted };
      const threads = Math.min(options.workers, bounds.connections);
      let before = await readUse(target, target.pid);
      const { records, seconds, busy } = await generate(
        {
          profile: name,
          service: { baseUrl: target.baseUrl, key: target.key },
          seeded,
          seed: options.seed,
          rowsAnUpload: options.rows,
          connections: bounds.connections,
          threads,
          pictures: Math.floor(NEW_PICTURES / runs),
          perSecond: bounds.rate,
          timeoutSeconds: options.timeout,
          warmUpSeconds: options.warmUp,
          seconds: options.duration,
        },
        async () => {
          before = await readUse(target, target.pid);
        },
        stop,
      );
      if (stop.aborted && seconds === 0) throw new CommandError('interrupted before anything was measured');
      const all = allOf(records);
      return {
        profile: name,
        workers: threads,
        ...bounds,
        seconds,
        requestsPerSecond: all.requests / seconds,
        bytesPerSecond: records.bytes / seconds,
        all,
        kinds: resultsOf(records.kinds),
        spans: resultsOf(records.spans),
        importedRows: records.importedRows,
        use: useBetween(before, await readUse(target, target.pid), busy),
      };
    });
  } finally {
    if (!options.keep) await maps.remove();
  }
}

/** The machine and how busy it is, before a run. */
export const describeMachine = (): string =>
  `${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), ${Math.round(totalmem() / 1024 ** 3)} GB, ` +
  `${process.platform} ${process.arch}, Node ${process.version}, load ${loadavg()[0]!.toFixed(1)} before`;
