import { JobObsolete } from '../../background/jobs/runner.js';
import type { Match } from '../../schema/match.js';
import type { Sql } from '../../store/client.js';
import { readCodedMarkers } from '../../store/coded-markers.js';
import type { OwnIds } from '../../store/same-place.js';
import { type MapCodes, MapCodesBuilder } from '../duplicates/map-codes.js';

/** Most markers with a code of a map that rows are matched with: they take some 350 MB. */
export const MAX_CODED_MARKERS = 5_000_000;

export interface CodesOfMap {
  mapId: number;
  match: Match;
  /** Seed of the keys of rows. */
  seed: Uint32Array;
  /** Decides which markers have expired. */
  nowMs: number;
  /**
   * An earlier run of the import: markers that it has made are left out, and those that it has changed are
   * met as they were before; null: there was none.
   */
  own: (OwnIds & { jobId: string }) | null;
}

/**
 * Reads the codes of a map, which costs a scan of its markers.
 * @param ask runs a statement
 * @throws JobObsolete when they are too many
 */
export async function readMapCodes(
  ask: <T>(statement: (sql: Sql) => Promise<T>) => Promise<T>,
  { mapId, match, seed, nowMs, own }: CodesOfMap,
): Promise<MapCodes> {
  const builder = new MapCodesBuilder(seed);
  for (let after: number | null = 0; after !== null; ) {
    const from: number = after;
    const { markers, reached } = await ask((sql) =>
      readCodedMarkers(sql, mapId, match, from, nowMs, own?.jobId),
    );
    builder.add(own === null ? markers : markers.filter(([id]) => id < own.first || id > own.last));
    if (builder.markers > MAX_CODED_MARKERS)
      throw new JobObsolete(
        `rows are matched by code on maps of up to ${MAX_CODED_MARKERS.toLocaleString('en')} markers with codes, and this map has more: split it`,
      );
    after = reached;
  }
  return builder.finish();
}
