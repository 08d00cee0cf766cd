import type { BoundaryLayer } from './boundaries.js';
import type pg from './pg.js';
import { copyTo } from './pg.js';
import { pgConnection } from './pg-connection.js';
import { readTiles, type StoredTile, type TileRange } from './road-tiles.js';

/** Most characters of a label, and of a category in a legend: more than fit. */
const MAX_NAME = 200;

/** Positions of members in a row of `readRows`. */
export const MARKER_ROW = {
  /** float8, degrees. */
  lng: 0,
  lat: 1,
  /** text: palette name; null: none. */
  color: 2,
  /**
   * text, null for pins: the type, a blank, and what defines the area (miles, key of a drive-time area,
   * region_source or nothing).
   */
  area: 3,
  /** text; null for most markers. */
  label: 4,
  /** text; null: none, or not requested. */
  category: 5,
} as const;

/** SQL for MARKER_ROW.area; the types are those of `schema/marker-terms.ts`. */
const AREA = `CASE WHEN type <> 'pin' THEN type || ' ' || coalesce(
  CASE WHEN type IN ('circle', 'pinned_circle') THEN radius::text
       WHEN type IN ('drive_time', 'pinned_drive_time') THEN area::text
       ELSE region_source END, '') END`;

const LIVE = '(expires_at IS NULL OR expires_at > now())';

/** Number of markers of one category and one colour; a category without markers has one entry. */
export interface LegendCount {
  /** null: no category, or one that the legend lacks. */
  name: string | null;
  /** The markers have a category that the legend lacks. */
  isOther: boolean;
  /** Palette name of the markers' own colour; null: none. */
  color: string | null;
  markers: number;
}

export type StoredLayer = Pick<BoundaryLayer, 'type' | 'version' | 'bytes' | 'credit'>;

/** Reads a map at one moment, on a separate read-only connection. */
export class ImageMarkers {
  readonly #client: pg.Client;
  readonly #mapId: number;

  private constructor(client: pg.Client, mapId: number) {
    this.#client = client;
    this.#mapId = mapId;
  }

  /** @param timeoutMs limit for each statement */
  static async open(databaseUrl: string, mapId: number, timeoutMs: number): Promise<ImageMarkers> {
    if (!Number.isSafeInteger(mapId)) throw new RangeError(`mapId must be an integer, got ${mapId}`);
    const { Client, ...address } = pgConnection(databaseUrl, timeoutMs);
    const client = new Client({
      ...address,
      application_name: 'cartload images',
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
    });
    // When a backend dies its statement fails; the error event must not end the process as well.
    client.on('error', () => {});
    try {
      await client.connect();
      // Drawing happens between statements, and behind a pooler the role limits idle transactions, too.
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

  /** Number of markers by the map's counters; some may have expired. */
  async readCount(): Promise<number> {
    const { rows } = await this.#client.query<{ markers: number }>(
      'SELECT coalesce(sum(markers), 0)::float8 AS markers FROM map_counts WHERE map_id = $1',
      [this.#mapId],
    );
    return rows[0]!.markers;
  }

  /**
   * Rows in COPY's binary format, as MARKER_ROW, by ascending id; a chunk may end within a row. A million
   * rows take some 0.7 s, as long as letting the database compute their extent; arrays of 50,000 take longer.
   * @param labelEvery every how many markers have a label; null: none
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
    // The stream emits its error once; a reader that comes later would wait for ever.
    copy.on('error', (error) => copy.destroy(error));
    return copy;
  }

  /**
   * Legend of the default layer in display order, with the number of markers by category and colour (the
   * category's own colour first), then the markers without a category of the legend.
   * @param withCounts false: categories only, which is cheap
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

  /** Headings of the map's number classes by label; the last import that used a label decides. */
  async readHeadings(): Promise<Map<string, string>> {
    const { rows } = await this.#client.query<{ label: string; heading: string }>(
      `SELECT left(c.label, ${MAX_NAME}) AS label, left(r.heading, ${MAX_NAME}) AS heading
       FROM choropleth_ranges r CROSS JOIN json_to_recordset(r.classes) AS c (label text)
       WHERE r.map_id = $1 ORDER BY r.used_at, r.key`,
      [this.#mapId],
    );
    return new Map(rows.map(({ label, heading }) => [label, heading]));
  }

  /** Credits of loaded demographic values, by the labels of their fields. */
  async readValueCredits(labels: readonly string[]): Promise<string[]> {
    const { rows } = await this.#client.query<{ credit: string }>(
      `SELECT DISTINCT c.credit FROM demographic_columns c JOIN demographic_fields f ON f.id = c.field_id
       WHERE f.label = ANY ($1::text[]) AND c.credit <> '' ORDER BY 1`,
      [labels],
    );
    return rows.map(({ credit }) => credit);
  }

  /** Drive-time areas by key, packed, with the data that they are drawn from. */
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

  /** Loaded layers of areas. */
  async readBoundaryLayers(): Promise<StoredLayer[]> {
    const { rows } = await this.#client.query<StoredLayer>(
      'SELECT type, version, bytes::float8 AS bytes, credit FROM boundary_layers',
    );
    return rows;
  }

  /** Streets, water and parks of the loaded road networks, as `readTiles`. */
  readStreetTiles(range: TileRange, layers: readonly number[], mostPoints: number): Promise<StoredTile[]> {
    return readTiles(this.#client, range, layers, mostPoints);
  }

  /** Closes the connection, even during a statement. */
  async close(): Promise<void> {
    await this.#client.end().catch(() => {});
  }
}
