import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { PlaceColumns } from '../schema/place-columns.js';
import { isPassing } from './passing.js';
import { type FoundMarker, hasOtherMarkers, type OwnIds, readMarkers } from './same-place.js';
import { openThreadPool } from './thread-pool.js';

/** Whose block is written; `lease` fences it. */
export interface BlockOwner {
  jobId: string;
  lease: number;
  mapId: number;
  block: number;
}

/** What the ledger says of a block (columns of import_blocks), and by how much the map's counts change. */
export interface BlockRecord {
  moreMarkers: number;
  moreAreas: number;
  columns: Record<string, unknown>;
}

/**
 * `done` also when an earlier try had committed the block; `fenced` when the lease is lost and nothing was written;
 * `unavailable` when the database could not be asked or gave up for a reason that passes. Values, not errors: what a thread
 * throws loses its members on the way.
 */
export type BlockResult =
  | { outcome: 'done' | 'fenced' }
  | { outcome: 'unavailable' | 'failed'; reason: string };

const UNIQUE_VIOLATION = '23505';
const LEASE_LOST = 'CL001';

/**
 * Writes blocks, each in one transaction with its ledger row: exactly once, whatever happens to either end.
 */
export class BlockTransactions {
  readonly #pool: pg.Pool;

  constructor(databaseUrl: string, maxConnections: number) {
    this.#pool = openThreadPool(databaseUrl, maxConnections);
  }

  /** @param work what is written besides the ledger; may be repeated after a failure */
  async run(owner: BlockOwner, work: (writes: BlockWrites) => Promise<BlockRecord>): Promise<BlockResult> {
    try {
      return { outcome: await this.#tryRun(owner, work) };
    } catch (error) {
      const outcome = isPassing(error) ? 'unavailable' : 'failed';
      return { outcome, reason: (error as Error).message || String(error) };
    }
  }

  async #tryRun(
    owner: BlockOwner,
    work: (writes: BlockWrites) => Promise<BlockRecord>,
  ): Promise<'done' | 'fenced'> {
    const { jobId, lease } = owner;
    const client = await this.#pool.connect();
    let broken = true;
    try {
      // By its name a holder that lost its lease is found (claim_job). Joins by index alone, whatever the statistics say or do not say.
      await client.query(
        `BEGIN; SET LOCAL application_name = 'cartload ${jobId} ${lease}'; SET LOCAL enable_hashjoin = off; ` +
          'SET LOCAL enable_mergejoin = off; SET LOCAL enable_seqscan = off',
      );
      const { moreMarkers, moreAreas, columns } = await work(new BlockWrites(client, owner.mapId));
      await client.query('SELECT record_block($1, $2, $3, $4, $5)', [
        jobId,
        lease,
        moreMarkers,
        moreAreas,
        JSON.stringify({ ...columns, block: owner.block }),
      ]);
      await client.query('COMMIT');
      broken = false;
      return 'done';
    } catch (error) {
      const { code, table } = error as { code?: string; table?: string };
      if (code === LEASE_LOST) return 'fenced';
      // The answer to the commit of an earlier try may have been lost on its way.
      const repeated = code === UNIQUE_VIOLATION && (table === 'import_blocks' || table === 'markers');
      if (repeated && (await this.#isCommitted(owner))) return 'done';
      throw error;
    } finally {
      // Destroying the connection rolls back whatever state it is in.
      client.release(broken);
    }
  }

  async #isCommitted({ jobId, block }: BlockOwner): Promise<boolean> {
    const { rows } = await this.#pool.query('SELECT FROM import_blocks WHERE job_id = $1 AND block = $2', [
      jobId,
      block,
    ]);
    return rows.length > 0;
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }
}

/** A marker that rows of the block change; what is null in it stays as it is, but type and radius. */
export interface MarkerUpdate {
  id: number;
  /** Of the row: a marker that was moved or renamed since it was found is not the row's any more. */
  name: string;
  cell: string;
  [column: string]: string | number | null;
}

/**
 * In the order of their ids, as everybody locks markers; nobody waits for the legend's lock here, for its colours are settled before. The
 * rows are locked first, so that the count of areas is of what is overwritten; address, custom fields and extras merge by member
 * (decision 52).
 */
const UPDATE = `
  WITH r AS MATERIALIZED (
    SELECT * FROM json_to_recordset($2) r (id bigint, name text, cell bigint, type text, radius float8, street text, street2 text,
      city text, state text, country text, zip text, custom_fields text, extras text, expires_at timestamptz, category text, color text)
    ORDER BY id
  ), locked AS MATERIALIZED (
    SELECT r.*, is_area(m.type) AS was_area FROM r CROSS JOIN LATERAL (
      SELECT x.type FROM markers x WHERE x.map_id = $1 AND x.id = r.id AND x.cell = r.cell AND btrim(x.name) = btrim(r.name) FOR UPDATE) m
  )
  UPDATE markers m SET type = r.type, radius = r.radius, region_source = NULL,
    street = coalesce(r.street, m.street), street2 = coalesce(r.street2, m.street2), city = coalesce(r.city, m.city),
    state = coalesce(r.state, m.state), country = coalesce(r.country, m.country), zip = coalesce(r.zip, m.zip),
    custom_fields = CASE WHEN r.custom_fields IS NULL THEN m.custom_fields WHEN m.custom_fields IS NULL THEN r.custom_fields::json
                         ELSE (m.custom_fields::jsonb || r.custom_fields::jsonb)::json END,
    extras = CASE WHEN r.extras IS NULL THEN m.extras WHEN m.extras IS NULL THEN r.extras::json
                  ELSE (m.extras::jsonb || r.extras::jsonb)::json END,
    expires_at = coalesce(r.expires_at, m.expires_at),
    category = coalesce(r.category, m.category), color = coalesce(r.color, m.color)
  FROM locked r WHERE m.map_id = $1 AND m.id = r.id
  RETURNING m.id, is_area(m.type)::integer - r.was_area::integer AS areas`;

/** What a block's transaction can write. */
export class BlockWrites {
  constructor(
    readonly client: pg.PoolClient,
    readonly mapId: number,
  ) {}

  hasOtherMarkers(own: OwnIds | null): Promise<boolean> {
    return hasOtherMarkers(this.client, this.mapId, own);
  }

  readMarkers<Column extends string>(
    places: PlaceColumns,
    columns: readonly Column[],
  ): Promise<(FoundMarker<Column> | null)[]> {
    return readMarkers(this.client, this.mapId, places, columns);
  }

  /** @param lines COPY text with `columns` in their order */
  async copy(lines: Uint8Array, columns: readonly string[]): Promise<void> {
    if (lines.length === 0) return;
    await pipeline([lines], this.client.query(copyFrom(`COPY markers (${columns.join()}) FROM STDIN`)));
  }

  /** @returns ids of those that were there, and the change of the count of areas */
  async update(markers: readonly MarkerUpdate[]): Promise<{ ids: Set<number>; areas: number }> {
    const ids = new Set<number>();
    let areas = 0;
    if (markers.length === 0) return { ids, areas };
    const { rows } = await this.client.query<{ id: string; areas: number }>(UPDATE, [
      this.mapId,
      JSON.stringify(markers),
    ]);
    for (const row of rows) {
      ids.add(Number(row.id));
      areas += row.areas;
    }
    return { ids, areas };
  }

  /** Of those that are there still. @returns how many markers and areas the map has less */
  async remove(ids: readonly number[]): Promise<{ markers: number; areas: number }> {
    if (ids.length === 0) return { markers: 0, areas: 0 };
    const { rows } = await this.client.query<{ markers: number; areas: number }>(
      `WITH gone AS (DELETE FROM markers m WHERE m.map_id = $1 AND m.id = ANY ($2::bigint[]) RETURNING is_area(m.type) AS area)
       SELECT count(*)::integer AS markers, (count(*) FILTER (WHERE area))::integer AS areas FROM gone`,
      [this.mapId, ids],
    );
    return rows[0]!;
  }
}
