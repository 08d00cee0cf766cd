import { CommandError } from '../../src/commands/result.js';
import { checkAllowance } from './allowance.js';
import type { Service } from './api.js';
import { generate } from './generate.js';
import type { LoadOptions } from './options.js';
import { PROFILES, type ProfileName } from './profiles.js';
import { describeMachine, type Result, resultOf, type Settings } from './result.js';
import { costOf, SeedMaps, type SeedPlan } from './seeded-maps.js';
import { Soak } from './soak.js';
import type { Trend } from './soak-trend.js';
import { type Verified, verifyImports } from './verify-imports.js';

export interface Run {
  result: Result;
  /** null: nothing was imported. */
  verified: Verified | null;
  /** null: no soak. */
  trend: Trend | null;
}

/** A little below the 1,000 new pictures of an account a day, so that a long run does not end in refusals. */
const NEW_PICTURES = 900;

export function settingsOf(name: ProfileName, options: LoadOptions): Settings {
  const connections = options.connections ?? PROFILES[name].connections;
  return {
    connections,
    workers: Math.min(options.workers, connections),
    rate: options.rate ?? null,
    maps: options.maps,
    markers: options.markers,
    rows: options.rows,
  };
}

/**
 * Makes maps on the service, loads it, verifies imports, and removes the maps.
 * @param say called with progress messages
 * @param stop ends the load early; the result covers the time until then
 */
export async function runProfile(
  service: Service,
  name: ProfileName,
  options: LoadOptions,
  say: (line: string) => void,
  stop: AbortSignal,
): Promise<Run> {
  const profile = PROFILES[name];
  const settings = settingsOf(name, options);
  const { connections, workers } = settings;
  const seconds = typeof options.soak === 'number' ? options.soak : options.duration;
  const plan: SeedPlan = {
    seed: options.seed,
    maps: profile.seeds.markers ? options.maps : 0,
    markersAMap: options.markers,
    small: profile.seeds.small,
    lanes: profile.lanes(connections),
  };
  const { perSecond, notices } = await checkAllowance(service, settings.rate, costOf(plan), profile.charges);
  for (const notice of notices) say(notice);
  const maps = new SeedMaps(service);
  try {
    const seeded = await maps.make(plan, `cartload load ${name} ${new Date().toISOString()}`);
    const machine = describeMachine();
    const soak = options.soak === undefined ? null : new Soak(service, options.interval, say);
    try {
      const generated = await generate(
        {
          profile: name,
          service,
          seeded,
          seed: options.seed,
          rowsAnUpload: options.rows,
          connections,
          threads: workers,
          pictures: NEW_PICTURES,
          perSecond,
          timeoutSeconds: options.timeout,
          warmUpSeconds: options.warmUp,
          seconds,
          intervalSeconds: soak === null ? null : options.interval,
        },
        (seen) => soak?.onInterval(seen),
        stop,
      );
      if (stop.aborted && generated.seconds === 0)
        throw new CommandError('interrupted before anything was measured');
      const trend = soak?.end() ?? null;
      const ran = {
        ...settings,
        seed: options.seed,
        durationSeconds: seconds,
        warmUpSeconds: options.warmUp,
      };
      const result = resultOf(name, ran, perSecond, generated, machine);
      const check = { seed: options.seed, rowsAnUpload: options.rows };
      const verified = plan.lanes > 0 ? await verifyImports(service, generated.lanes, check) : null;
      return { result, verified, trend };
    } finally {
      soak?.end();
    }
  } finally {
    if (!options.keep) await maps.remove();
  }
}
