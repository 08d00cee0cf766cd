import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { RowError } from '../schema/job.js';
import { completeLines } from './complete-lines.js';
import { LINE_COLUMNS, type PreparedBlock, type RowStyle } from './prepare-block.js';

export interface BlockWrite {
  jobId: string;
  lease: number;
  mapId: number;
  block: number;
  /** Records of the block, rejected ones included. */
  records: number;
  prepared: PreparedBlock;
  /** Replaces prepared.styles: with the legend's colours when the rows go straight into the table. */
  styles: RowStyle[];
  /** 1 for each prepared row that is to be written. */
  keep: Uint8Array;
  /** Rows left out as duplicates of earlier rows of the upload. */
  skipped: number;
  errors: RowError[];
  onDuplicate: 'skip' | 'overwrite' | 'error';
  /** Ids that belong to this import: the markers of others have none of them. */
  firstMarkerId: number;
  lastMarkerId: number;
  /** The map may hold markers that the rows duplicate: merge instead of copying straight into the table. */
  merge: boolean;
  palette: readonly string[];
}

/** `done` also when an earlier try had committed the block; `fenced` when the lease is lost and nothing was written. */
export type BlockResult = 'done' | 'fenced';

const COLUMNS = [...LINE_COLUMNS, 'category', 'color'].join();
const UNIQUE_VIOLATION = '23505';
const LEASE_LOST = 'CL001';

/**
 * Writes blocks, each in one transaction with its ledger row: exactly once, whatever happens to either end. A plain
 * `pg` client keeps to one connection: the `postgres` driver never settles a COPY that fails inside a transaction
 * (postgres#1173).
 */
export class BlockWriter {
  readonly #pool: pg.Pool;

  constructor(databaseUrl: string, maxConnections: number) {
    this.#pool = new pg.Pool({
      connectionString: databaseUrl,
      max: maxConnections,
      application_name: 'cartload import',
      connectionTimeoutMillis: 10_000,
      statement_timeout: 120_000,
      // An idle client whose backend dies must not end the thread; the next write opens another.
      allowExitOnIdle: true,
    });
    this.#pool.on('error', () => {});
  }

  async write(write: BlockWrite): Promise<BlockResult> {
    const client = await this.#pool.connect();
    let broken = true;
    let repeated = false;
    try {
      await client.query('BEGIN');
      const merge = write.merge || (await hasForeignMarkers(client, write));
      const result = merge ? await mergeRows(client, write) : await copyRows(client, write);
      await client.query('SELECT record_block($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)', [
        write.jobId,
        write.lease,
        write.block,
        write.records,
        result.added,
        result.areas,
        result.updated,
        result.skipped,
        result.errors.length,
        result.errors.length === 0 ? null : JSON.stringify(result.errors),
        write.prepared.fieldTypes.length === 0 ? null : JSON.stringify(write.prepared.fieldTypes),
      ]);
      await client.query('COMMIT');
      broken = false;
      return 'done';
    } catch (error) {
      const { code, table } = error as { code?: string; table?: string };
      if (code === LEASE_LOST) return 'fenced';
      if (code === UNIQUE_VIOLATION && (table === 'import_blocks' || table === 'markers')) repeated = true;
      else throw error;
    } finally {
      // Destroying the connection rolls back whatever state it is in.
      client.release(broken);
    }
    if (repeated && (await this.#isCommitted(write))) return 'done';
    throw new Error(`block ${write.block} of ${write.jobId} collides with markers that are not its own`);
  }

  async #isCommitted(write: BlockWrite): Promise<boolean> {
    const { rows } = await this.#pool.query('SELECT FROM import_blocks WHERE job_id = $1 AND block = $2', [
      write.jobId,
      write.block,
    ]);
    return rows.length > 0;
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }
}

interface Written {
  added: number;
  areas: number;
  updated: number;
  skipped: number;
  errors: RowError[];
}

/** Markers that did not come from this import, such as single creates since it began. */
async function hasForeignMarkers(client: pg.PoolClient, write: BlockWrite): Promise<boolean> {
  const { rows } = await client.query(
    `SELECT EXISTS (SELECT FROM markers WHERE map_id = $1 AND id < $2)
         OR EXISTS (SELECT FROM markers WHERE map_id = $1 AND id > $3) AS foreign_markers`,
    [write.mapId, write.firstMarkerId, write.lastMarkerId],
  );
  return rows[0].foreign_markers;
}

async function copyRows(client: pg.PoolClient, write: BlockWrite): Promise<Written> {
  const { prepared, keep } = write;
  await copyInto(client, 'markers', completeLines(prepared, keep, write.styles));
  let added = 0;
  let areas = 0;
  for (let row = 0; row < prepared.rows; row++) {
    added += keep[row]!;
    areas += keep[row]! & prepared.areas[row]!;
  }
  return { added, areas, updated: 0, skipped: write.skipped, errors: write.errors };
}

async function mergeRows(client: pg.PoolClient, write: BlockWrite): Promise<Written> {
  const { prepared, keep } = write;
  await client.query(
    `CREATE TEMP TABLE IF NOT EXISTS staged (LIKE markers INCLUDING DEFAULTS) ON COMMIT DELETE ROWS`,
  );
  await copyInto(client, 'pg_temp.staged', completeLines(prepared, keep, write.styles));
  const { rows } = await client.query('SELECT merge_staged($1, $2, $3) AS merged', [
    write.mapId,
    write.onDuplicate,
    write.palette,
  ]);
  const merged = rows[0].merged as { added: number; areas: number; updated: number; duplicates: number[] };
  if (write.onDuplicate !== 'error') {
    return { ...merged, skipped: write.skipped + merged.duplicates.length, errors: write.errors };
  }
  const lineOf = new Map(Array.from(prepared.records, (record, row) => [record, prepared.fileLines[row]!]));
  const duplicates = merged.duplicates.map((id) => {
    const record = id - write.firstMarkerId;
    return duplicateError(record, lineOf.get(record) ?? 0);
  });
  const errors = [...write.errors, ...duplicates].sort((a, b) => a.index - b.index);
  return { ...merged, skipped: write.skipped, errors };
}

export function duplicateError(index: number, line: number): RowError {
  const message = 'a marker with this name and these coordinates is there already';
  return { index, line: line || null, code: 'duplicate', column: null, message };
}

async function copyInto(client: pg.PoolClient, table: string, lines: Uint8Array): Promise<void> {
  if (lines.length === 0) return;
  await pipeline([lines], client.query(copyFrom(`COPY ${table} (${COLUMNS}) FROM STDIN`)));
}
