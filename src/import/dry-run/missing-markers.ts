import type { DryRun, ShownChange } from '../../schema/dry-run.js';
import { LOCATION_CODE, type Match } from '../../schema/match.js';
import type { Sql } from '../../store/client.js';
import { readNames } from '../../store/coded-markers.js';
import { countPresent } from '../../store/markers.js';
import { matchedKey } from '../duplicates/matched-rows.js';
import { UploadKeys } from '../duplicates/upload-keys.js';
import { type ImportOptions, mostRejected } from '../options.js';
import { manyMissing, missingHidden, missingKept } from '../report/missing-markers.js';

/** The markers of the map that rows met. */
export class MetMarkers {
  readonly #seen = new UploadKeys();
  count = 0;
  /** Further rows may have met others. */
  isUnclear = false;
  /** Rejected rows that tell none. */
  untold = 0;

  has(id: number): boolean {
    return this.#seen.lineOf(matchedKey(id), 0) !== null;
  }

  /** @param ids those of markers that have expired are negative */
  add(ids: Iterable<number>): void {
    for (const id of ids) if (id > 0 && this.#seen.add(matchedKey(id), 0)) this.count++;
  }

  /** @param lists as `Decision.metByRefused` */
  addRejected(...lists: readonly (readonly number[])[]): void {
    for (const ids of lists) {
      this.add(ids);
      for (const id of ids) if (id < 0) this.untold -= id;
    }
  }
}

interface Missed {
  mapId: number;
  nowMs: number;
  met: MetMarkers;
  missing: NonNullable<ImportOptions['missing']>;
  counts: DryRun['counts'];
}

/** Markers that an import would delete as no row met them, and why it would not. */
export async function missedBy(
  sql: Sql,
  { mapId, nowMs, met, missing, counts }: Missed,
): Promise<{ deleted: number; notes: string[] }> {
  const present = await countPresent(sql, mapId, nowMs);
  const deleted = Math.max(0, present - met.count);
  const most = mostRejected(missing.tolerance, counts.total);
  const notes = [
    ...(deleted > 0 && counts.rejected > most ? [missingKept(counts.rejected, most, deleted)] : []),
    ...(deleted > 0 && met.isUnclear ? [missingHidden(deleted)] : []),
    ...(2 * deleted > present && !missing.isConfirmed ? [manyMissing(deleted, present)] : []),
  ];
  return { deleted, notes };
}

/** The first markers that no row meets, as they would be deleted. */
export async function missingMarkers(
  sql: Sql,
  { mapId, nowMs, met, match }: Pick<Missed, 'mapId' | 'nowMs' | 'met'> & { match: Match | null },
  most: number,
): Promise<ShownChange[]> {
  const found: ShownChange[] = [];
  for (let after: number | null = 0; after !== null && found.length < most; ) {
    const from: number = after;
    const page = await readNames(sql, mapId, match ?? LOCATION_CODE, from, nowMs);
    for (const { id, name, code } of page)
      if (!met.has(id) && found.length < most)
        found.push({ marker_id: id, code, name, change: 'deleted', members: [] });
    after = page.at(-1)?.id ?? null;
  }
  return found;
}
