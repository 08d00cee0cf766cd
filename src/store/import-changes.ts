import type { MarkerChange } from '../schema/marker-change.js';
import type { Sql } from './client.js';
import type { JobRow } from './jobs.js';

const PAGE_CHANGES = 500;
/** Bytes after which a page ends: custom fields of a marker may take 8 MiB. */
const PAGE_BYTES = 1 << 20;

/** Where the changes of markers begin that were there before. */
const FIRST = { block: -1, markerId: 0 };

/**
 * Changes that an import made, a page at a time: markers that it changed, in the order of its blocks, those
 * that it deleted, and those that it added and that are still there, by their id.
 */
export async function* changesOf(
  sql: Sql,
  {
    id,
    mapId,
    kind,
    firstMarkerId,
    total,
  }: Pick<JobRow, 'id' | 'mapId' | 'kind' | 'firstMarkerId' | 'total'>,
): AsyncGenerator<MarkerChange[]> {
  for (let after: typeof FIRST | null = FIRST; after !== null; ) {
    const { block, markerId }: typeof FIRST = after;
    const page: (MarkerChange & typeof FIRST)[] = await sql`
      SELECT block, marker_id AS "markerId", name, code, changes
      FROM (
        SELECT *, sum(octet_length(changes::text)) OVER (ORDER BY block, marker_id) - octet_length(changes::text) AS before
        FROM (
          SELECT * FROM import_changes
          WHERE map_id = ${mapId} AND job_id = ${id} AND (block, marker_id) > (${block}, ${markerId}) AND changes -> 'expired' IS NULL
          ORDER BY block, marker_id LIMIT ${PAGE_CHANGES}) c) p
      WHERE before < ${PAGE_BYTES} ORDER BY block, marker_id`;
    after = page.at(-1) ?? null;
    yield page;
  }
  if (kind !== 'bulk_import') return;
  const last = firstMarkerId + total - 1;
  for (let after = firstMarkerId - 1, rows = PAGE_CHANGES; rows === PAGE_CHANGES; ) {
    const page = await sql<MarkerChange[]>`
      SELECT id AS "markerId", name, extras ->> 'location_code' AS code, NULL AS changes FROM markers
      WHERE map_id = ${mapId} AND id > ${after} AND id <= ${last} ORDER BY id LIMIT ${PAGE_CHANGES}`;
    rows = page.length;
    if (rows > 0) after = page[rows - 1]!.markerId;
    yield page;
  }
}
