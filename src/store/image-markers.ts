import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { BoundaryLayer } from './boundaries.js';
import { pgConnection } from './pg-connection.js';

/** Characters of a name on a label, and of a category in a legend: more than fit. */
const MAX_NAME = 200;

/** Members of a row of `markers`, by their place in it. */
export const MARKER_ROW = {
  /** float8, degrees. */
  lng: 0,
  lat: 1,
  /** text, of the palette; null: none. */
  color: 2,
  /** text, null for pins: the type, a blank, and what decides the area: miles, the key of a drive time's, region_source; or nothing. */
  area: 3,
  /** text, null for most. */
  label: 4,
  /** text; null: none, or none is wanted. */
  category: 5,
} as const;

/** The types of circles and drive times as `schema/marker-terms.ts` has them. */
const AREA = `CASE WHEN type <> 'pin' THEN type || ' ' || coalesce(
  CASE WHEN type IN ('circle', 'pinned_circle') THEN radius::text
       WHEN type IN ('drive_time', 'pinned_drive_time') THEN area::text
       ELSE region_source END, '') END`;

const LIVE = '(expires_at IS NULL OR expires_at > now())';

/** Markers of one category and one colour, wherever they lie; a category without markers is there once. */
export interface LegendCount {
  /** null: of no category, or of one that the legend does not have. */
  name: string | null;
  /** They have a category, which the legend does not have. */
  isOther: boolean;
  /** Palette name of the markers' own colour; null: they have none. */
  color: string | null;
  markers: number;
}

export type StoredLayer = Pick<BoundaryLayer, 'type' | 'version' | 'bytes' | 'credit'>;

/** A map as it is at one moment, on a connection of its own that writes nothing. */
export class ImageMarkers {
  readonly #client: pg.Client;
  readonly #mapId: number;

  private constructor(client: pg.Client, mapId: number) {
    this.#client = client;
    this.#mapId = mapId;
  }

  /** @param timeoutMs of each statement */
  static async open(databaseUrl: string, mapId: number, timeoutMs: number): Promise<ImageMarkers> {
    if (!Number.isSafeInteger(mapId)) throw new RangeError(`mapId must be an integer, got ${mapId}`);
    const { Client, ...address } = pgConnection(databaseUrl);
    const client = new Client({
      ...address,
      application_name: 'cartload images',
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
    });
    // A backend that dies fails the statement; a second event about it must not end the process.
    client.on('error', () => {});
    try {
      await client.connect();
      // What is drawn between two statements takes its time; behind a pooler the role has a limit for that, too.
      const limit = Math.trunc(timeoutMs);
      await client.query(
        `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = ${limit};
         SET LOCAL idle_in_transaction_session_timeout = ${limit}`,
      );
      return new ImageMarkers(client, mapId);
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
  }

  /** How many there are, as they are counted for maps; some may have expired. */
  async readCount(): Promise<number> {
    const { rows } = await this.#client.query<{ markers: number }>(
      'SELECT coalesce(sum(markers), 0)::float8 AS markers FROM map_counts WHERE map_id = $1',
      [this.#mapId],
    );
    return rows[0]!.markers;
  }

  /**
   * Rows of COPY's binary form, MARKER_ROW, by ascending id; a chunk can end within a row. A million take some 0.7 s, as fast as to let
   * the database find their extent; in arrays of 50,000 they take longer.
   * @param labelEvery names of one marker in so many; null: of none
   */
  readRows(labelEvery: number | null, withCategories = false): AsyncIterable<Buffer> {
    const label =
      labelEvery === null
        ? 'NULL'
        : `CASE WHEN id % ${Math.trunc(labelEvery)} = 0 THEN left(name, ${MAX_NAME}) END`;
    const copy = this.#client.query(
      copyTo(
        `COPY (SELECT lng, lat, color, ${AREA}, ${label}, ${withCategories ? `left(category, ${MAX_NAME})` : 'NULL'} FROM markers
               WHERE map_id = ${this.#mapId} AND ${LIVE} ORDER BY id)
         TO STDOUT (FORMAT binary)`,
      ),
    );
    // It tells its error once, whether somebody listens or not; who comes later would wait for ever.
    copy.on('error', (error) => copy.destroy(error));
    return copy;
  }

  /**
   * The legend of the default layer in display order, with how many markers of each colour its categories have, their own colour first; behind
   * them those without a category of it.
   * @param withCounts false: the categories alone, at no cost
   */
  async readLegend(withCounts = true): Promise<LegendCount[]> {
    const { rows } = await this.#client.query<LegendCount>(
      `SELECT left(e.name, ${MAX_NAME}) AS name, e.name IS NULL AND c.category IS NOT NULL AS "isOther", coalesce(c.color, CASE WHEN c.markers IS NULL THEN e.color END) AS color,
              coalesce(sum(c.markers), 0)::float8 AS markers
       FROM (SELECT e.name, e.color, e.ordering, e.position FROM layers l JOIN legend_entries e ON e.map_id = l.map_id AND e.layer_id = l.id
             WHERE l.map_id = $1 AND l.is_default) e
       FULL JOIN (SELECT category, color, count(*) AS markers FROM markers WHERE map_id = $1 AND ${withCounts ? LIVE : 'false'} GROUP BY category, color) c
         ON c.category = e.name
       GROUP BY e.ordering, e.position, e.name, e.color, c.color, e.name IS NULL AND c.category IS NOT NULL, c.markers IS NULL
       ORDER BY e.ordering, e.position, c.color IS DISTINCT FROM e.color, c.color`,
      [this.#mapId],
    );
    return rows;
  }

  /** The headings of the map's classes of numbers, those of one label by the import that used it last. @returns by label */
  async readHeadings(): Promise<Map<string, string>> {
    const { rows } = await this.#client.query<{ label: string; heading: string }>(
      `SELECT left(c.label, ${MAX_NAME}) AS label, left(r.heading, ${MAX_NAME}) AS heading
       FROM choropleth_ranges r CROSS JOIN json_to_recordset(r.classes) AS c (label text)
       WHERE r.map_id = $1 ORDER BY r.used_at, r.key`,
      [this.#mapId],
    );
    return new Map(rows.map(({ label, heading }) => [label, heading]));
  }

  /** Areas of drive times by their keys, packed, and what they are drawn on. */
  async readDriveTimes(
    keys: readonly string[],
  ): Promise<Map<string, { packed: Uint8Array; source: string }>> {
    if (keys.length === 0) return new Map();
    const { rows } = await this.#client.query<{ key: string; packed: Buffer; source: string }>(
      `SELECT key, geometry AS packed, source FROM drive_time_areas WHERE key = ANY ($1::uuid[]) AND geometry IS NOT NULL`,
      [keys],
    );
    return new Map(rows.map(({ key, packed, source }) => [key, { packed, source }]));
  }

  /** Layers of areas that the operator loaded. */
  async readBoundaryLayers(): Promise<StoredLayer[]> {
    const { rows } = await this.#client.query<StoredLayer>(
      'SELECT type, version, bytes::float8 AS bytes, credit FROM boundary_layers',
    );
    return rows;
  }

  /** At any time; a statement under way is cut. */
  async close(): Promise<void> {
    await this.#client.end().catch(() => {});
  }
}
