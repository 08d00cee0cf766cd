import { JobObsolete } from '../../background/jobs/runner.js';
import type { Threads } from '../../base/threads/thread-pool.js';
import { eachKeyedMarker, type KeysOfMap } from '../../store/coded-markers.js';
import type pg from '../../store/pg.js';
import type { OwnIds } from '../../store/same-place.js';
import { type MapKeys, MapKeysBuilder } from '../duplicates/map-keys.js';

/** Most markers of a map whose places an import holds: they take some 70 MB. */
export const MAX_KEYED_MARKERS = 1_000_000;
/** Most markers with a code of a map that rows are matched with: they take some 350 MB. */
export const MAX_CODED_MARKERS = 5_000_000;

export interface WantedKeys extends Omit<KeysOfMap, 'before'> {
  /** Seed of the keys of rows. */
  seed: Uint32Array;
  /**
   * An earlier run of the import: markers that it has made are left out, and those that it has changed are
   * met as they were before; null: there was none.
   */
  own: (OwnIds & { jobId: string }) | null;
}

declare module '../../base/threads/thread-pool.js' {
  interface ThreadTasks {
    mapKeys(wanted: WantedKeys): MapKeys | 'too many' | { unavailable: string };
  }
}

/**
 * Reads the keys of a map's markers, of those with a code where the import matches by it. It costs a scan.
 * Runs on a thread.
 */
export async function scanMapKeys(pool: pg.Pool, wanted: WantedKeys): Promise<MapKeys | 'too many'> {
  const { seed, match, own } = wanted;
  const builder = new MapKeysBuilder(seed, match !== null);
  await eachKeyedMarker(pool, { ...wanted, before: own?.jobId ?? null }, (marker) => {
    if (own === null || marker.id < own.first || marker.id > own.last) builder.add(marker);
    return builder.markers <= MAX_CODED_MARKERS;
  });
  return builder.markers > MAX_CODED_MARKERS ? 'too many' : builder.finish();
}

/**
 * Does what `scanMapKeys` does, on a thread.
 * @throws JobObsolete when they are too many; what `away` makes of a reason why the database is away
 */
export async function readMapKeys(
  threads: Threads,
  wanted: WantedKeys,
  away: (reason: string) => Error,
): Promise<MapKeys> {
  const keys = await threads.run('mapKeys', wanted);
  if (keys === 'too many')
    throw new JobObsolete(
      `rows are matched by code on maps of up to ${MAX_CODED_MARKERS.toLocaleString('en')} markers with codes, and this map has more: split it`,
    );
  if ('unavailable' in keys) throw away(keys.unavailable);
  return keys;
}
