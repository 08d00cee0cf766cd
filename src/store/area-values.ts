import type { Sql } from './client.js';
import type pg from './pg.js';

/** Values of one custom field of markers that fill regions, by ascending marker id. */
export interface AreaFieldTexts {
  /** Id of the last marker. */
  lastId: number;
  /** region_source and text of each marker. */
  sources: string[];
  texts: string[];
}

/**
 * Reads the values of the next unexpired markers after `afterId`; null when there are none.
 * @param of `maxTextLength`: longer texts are cut to one character more, as 20,000 whole texts of 30 KB
 * exhausted the thread's memory
 */
export async function readAreaTexts(
  database: pg.Pool,
  mapId: number,
  of: {
    field: string;
    types: readonly string[];
    afterId: number;
    limit: number;
    nowMs: number;
    maxTextLength: number;
  },
): Promise<AreaFieldTexts | null> {
  const { field, types, afterId, limit, nowMs, maxTextLength } = of;
  const { rows } = await database.query<[string, string, string]>({
    text: `SELECT id, region_source, left(coalesce(custom_fields ->> $2, ''), $7) FROM markers
           WHERE map_id = $1 AND id > $3 AND type = ANY ($4) AND region_source IS NOT NULL
             AND (expires_at IS NULL OR expires_at > $6::timestamptz) ORDER BY id LIMIT $5`,
    values: [mapId, field, afterId, types, limit, new Date(nowMs).toISOString(), maxTextLength + 1],
    rowMode: 'array',
  });
  const last = rows.at(-1);
  if (last === undefined) return null;
  return {
    lastId: Number(last[0]),
    sources: rows.map(([, source]) => source),
    texts: rows.map(([, , text]) => text),
  };
}

/** Classes of areas, by region_source. */
export interface ClassedAreas {
  sources: readonly string[];
  labels: readonly string[];
  colors: readonly string[];
}

/**
 * Gives the markers of a range of ids the classes of their areas.
 * @throws SQLSTATE CL001 when the lease is lost
 */
export async function classAreas(
  sql: Sql,
  job: { id: string; lease: number; mapId: number },
  { firstId, lastId }: { firstId: number; lastId: number },
  { sources, labels, colors }: ClassedAreas,
): Promise<void> {
  await sql`SELECT class_areas(${job.id}, ${job.lease}, ${job.mapId}, ${firstId}, ${lastId},
    ${sql.typed.texts([...sources])}, ${sql.typed.texts([...labels])}, ${sql.typed.texts([...colors])})`;
}
