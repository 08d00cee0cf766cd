import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { PlaceColumns } from '../schema/place-columns.js';
import { isPassing } from './passing.js';
import { type FoundMarker, hasOtherMarkers, type OwnIds, readColumns, readMarkers } from './same-place.js';
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

  /** Opens a connection ahead of the first block. */
  async connect(): Promise<void> {
    (await this.#pool.connect()).release();
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

/** Columns of `update`, with their types; `name` and `cell` are those of the row. */
const UPDATED = {
  id: 'bigint',
  name: 'text',
  cell: 'bigint',
  type: 'text',
  radius: 'float8',
  street: 'text',
  street2: 'text',
  city: 'text',
  state: 'text',
  country: 'text',
  zip: 'text',
  custom_fields: 'text',
  extras: 'text',
  expires_at: 'timestamptz',
  category: 'text',
  color: 'text',
} as const;
type UpdatedColumn = keyof typeof UPDATED;
const UPDATED_COLUMNS = Object.keys(UPDATED) as UpdatedColumn[];

/** A marker that rows of the block change; what is null in it stays as it is, but type and radius. */
export type MarkerUpdate = Record<Exclude<UpdatedColumn, 'id'>, string | null> & { id: number };

/** An object of texts on top of another, as text; equal to the one below where it says nothing new. */
const mergedJson = (column: string): string => `
  CASE WHEN r.${column} IS NULL OR r.${column} = x.${column}::text THEN x.${column}::text
       WHEN x.${column} IS NULL THEN r.${column}
       WHEN x.${column}::jsonb @> r.${column}::jsonb THEN x.${column}::text
       ELSE (x.${column}::jsonb || r.${column}::jsonb)::text END AS ${column}`;
const kept = (column: string): string => `coalesce(r.${column}, x.${column}) AS ${column}`;
const KEPT = ['street', 'street2', 'city', 'state', 'country', 'zip', 'expires_at', 'category', 'color'];
const JSONS = ['custom_fields', 'extras'];

/**
 * In the order of their ids, as everybody locks markers; nobody waits for the legend's lock here, for its colours are settled before.
 * What is to be written is worked out on the locked rows, so that a write that came between is neither lost nor undone; address,
 * custom fields and extras merge by member (decision 52), and a marker that has it all is not written (decision 60). A marker that
 * was moved, renamed or deleted since it was found is not among the results. Columns as arrays: 14 ms for 5,500 rows, as JSON 27.
 */
const UPDATE = `
  WITH r AS MATERIALIZED (
    SELECT * FROM unnest(${UPDATED_COLUMNS.map((column, i) => `$${i + 2}::${UPDATED[column]}[]`).join()}) r (${UPDATED_COLUMNS.join()})
    ORDER BY id
  ), locked AS MATERIALIZED (
    SELECT r.id, is_area(x.type) AS was_area, r.type, r.radius, ${KEPT.map(kept).join()}, ${JSONS.map(mergedJson).join()},
      ROW(x.type, x.radius, x.region_source, ${KEPT.map((column) => `x.${column}`).join()}, ${JSONS.map((column) => `x.${column}::text`).join()}) AS old
    FROM r CROSS JOIN LATERAL (
      SELECT o.* FROM markers o
      WHERE o.map_id = $1 AND o.id = r.id AND o.cell = r.cell AND btrim(o.name) = btrim(r.name) FOR UPDATE) x
  ), wanted AS MATERIALIZED (
    SELECT *, old IS DISTINCT FROM ROW(type, radius, NULL::text, ${[...KEPT, ...JSONS].join()}) AS changes FROM locked
  ), written AS (
    UPDATE markers m SET type = w.type, radius = w.radius, region_source = NULL,
      ${KEPT.map((column) => `${column} = w.${column}`).join()}, ${JSONS.map((column) => `${column} = w.${column}::json`).join()}
    FROM wanted w WHERE w.changes AND m.map_id = $1 AND m.id = w.id
  )
  SELECT id, changes, is_area(type)::integer - was_area::integer AS areas FROM wanted`;

/** What a block's transaction can write. */
export class BlockWrites {
  constructor(
    readonly client: pg.PoolClient,
    readonly mapId: number,
  ) {}

  hasOtherMarkers(own: OwnIds | null): Promise<boolean> {
    return hasOtherMarkers(this.client, this.mapId, own);
  }

  readMarkers(places: PlaceColumns, columns: readonly string[]): Promise<(FoundMarker | null)[]> {
    return readMarkers(this.client, this.mapId, places, columns);
  }

  readColumns<Column extends string>(
    ids: readonly number[],
    columns: readonly Column[],
  ): Promise<Map<number, Record<Column, string | null>>> {
    return readColumns(this.client, this.mapId, ids, columns);
  }

  /** @param lines COPY text with `columns` in their order */
  async copy(lines: Uint8Array, columns: readonly string[]): Promise<void> {
    if (lines.length === 0) return;
    await pipeline([lines], this.client.query(copyFrom(`COPY markers (${columns.join()}) FROM STDIN`)));
  }

  /** @returns of those that were there by id: whether anything was other than before; and the change of the count of areas */
  async update(markers: readonly MarkerUpdate[]): Promise<{ changed: Map<number, boolean>; areas: number }> {
    const changed = new Map<number, boolean>();
    let areas = 0;
    if (markers.length === 0) return { changed, areas };
    const { rows } = await this.client.query<{ id: string; changes: boolean; areas: number }>(UPDATE, [
      this.mapId,
      ...UPDATED_COLUMNS.map((column) => markers.map((marker) => marker[column])),
    ]);
    for (const row of rows) {
      changed.set(Number(row.id), row.changes);
      if (row.changes) areas += row.areas;
    }
    return { changed, areas };
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
