import { JobObsolete } from '../../background/jobs/runner.js';
import type { Threads } from '../../base/threads/thread-pool.js';
import { eachKeyedMarker, type KeysOfMap } from '../../store/coded-markers.js';
import type pg from '../../store/pg.js';
import type { OwnIds } from '../../store/same-place.js';
import { KeysCollector, type KeysPart, type MapKeys } from '../duplicates/map-keys.js';

/** Most markers of a map whose places an import holds: they take some 70 MB. */
export const MAX_KEYED_MARKERS = 1_000_000;
/** Most markers with a code of a map that rows are matched with: they take some 350 MB. */
export const MAX_CODED_MARKERS = 5_000_000;
/** Markers that a task reads: statements and tasks have time limits, and accounts take turns with tasks. */
export const PART_MARKERS = 200_000;

export interface WantedKeys extends Omit<KeysOfMap, 'before'> {
  /** Seed of the keys of rows. */
  seed: Uint32Array;
  /**
   * An earlier run of the import: markers that it has made are left out, and those that it has changed are
   * met as they were before; null: there was none.
   */
  own: (OwnIds & { jobId: string }) | null;
}

/** Markers behind an id. */
export interface WantedPart extends WantedKeys {
  after: number;
  most: number;
}

export interface ReadPart {
  part: KeysPart;
  /** Id of the last marker that was read; null: there are no more. */
  last: number | null;
}

declare module '../../base/threads/thread-pool.js' {
  interface ThreadTasks {
    keysPart(wanted: WantedPart): ReadPart | { unavailable: string };
    joinParts(of: { parts: KeysPart[]; byCode: boolean }): MapKeys;
  }
}

/** Reads the keys of some markers of a map, of those with a code where the import matches by it. */
export async function readKeysPart(pool: pg.Pool, wanted: WantedPart): Promise<ReadPart> {
  const { seed, match, own, after, most } = wanted;
  const collector = new KeysCollector(seed, match !== null, most);
  const keys = { ...wanted, before: own?.jobId ?? null };
  const last = await eachKeyedMarker(pool, keys, after, most, (marker) => {
    if (own === null || marker.id < own.first || marker.id > own.last) collector.add(marker);
  });
  return { part: collector.part, last };
}

export interface ReadingKeys {
  threads: Threads;
  /** Most markers. */
  most: number;
  /** Runs what reads a part, perhaps again. */
  ask: <T>(read: () => Promise<T>) => Promise<T>;
  /** Makes an error of a reason why the database is away. */
  away: (reason: string) => Error;
  /** Longest time for a part; default: that of its statement and of a silent connection, 55 s. */
  partMs?: number;
  /** Markers of a part; default: PART_MARKERS. */
  partMarkers?: number;
}

/**
 * Reads the keys of a map's markers part by part on threads, of those with a code where the import matches by
 * it. It costs a scan.
 * @returns null: they are more
 * @throws errors of `ask`
 */
export async function readMapKeys(
  wanted: WantedKeys,
  { threads, most, ask, away, partMs, partMarkers = PART_MARKERS }: ReadingKeys,
): Promise<MapKeys | null> {
  const parts: KeysPart[] = [];
  let markers = 0;
  let after: number | null = 0;
  while (after !== null) {
    const next: WantedPart = { ...wanted, after, most: partMarkers };
    const { part, last } = await ask(async () => {
      const asked = threads.run('keysPart', next);
      const read = await (partMs === undefined ? asked : within(partMs, asked, away));
      if ('unavailable' in read) throw away(read.unavailable);
      return read;
    });
    parts.push(part);
    markers += part.markers;
    if (markers > most) return null;
    after = last;
  }
  return threads.run('joinParts', { parts, byCode: wanted.match !== null }, parts);
}

function within<T>(ms: number, work: Promise<T>, away: ReadingKeys['away']): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(away(`no codes of the map came for ${ms / 1000} s`)), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

export const tooManyCodes = (): JobObsolete =>
  new JobObsolete(
    `rows are matched by code on maps of up to ${MAX_CODED_MARKERS.toLocaleString('en')} markers with codes, and this map has more: split it`,
  );
