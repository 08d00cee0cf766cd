import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { RowError } from '../schema/job.js';
import { isPassing } from '../store/passing.js';
import { openThreadPool } from '../store/thread-pool.js';
import { completeLines } from './complete-lines.js';
import { countDefects } from './error-summary.js';
import { LINE_COLUMNS, type RowStyle, type TimedBlock } from './prepare-block.js';

export interface BlockWrite {
  jobId: string;
  lease: number;
  mapId: number;
  block: number;
  /** Records of the block, rejected ones included. */
  records: number;
  prepared: TimedBlock;
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
  deduplicatingMs: number;
}

/**
 * `done` also when an earlier try had committed the block; `fenced` when the lease is lost and nothing was written;
 * `unavailable` when the database could not be asked or gave up for a reason that passes. Values, not errors: what a thread
 * throws loses its members on the way.
 */
export type BlockResult =
  | { outcome: 'done' | 'fenced' }
  | { outcome: 'unavailable' | 'failed'; reason: string };

const COLUMNS = [...LINE_COLUMNS, 'category', 'color'].join();
const UNIQUE_VIOLATION = '23505';
const LEASE_LOST = 'CL001';

/**
 * Writes blocks, each in one transaction with its ledger row: exactly once, whatever happens to either end.
 */
export class BlockWriter {
  readonly #pool: pg.Pool;

  constructor(databaseUrl: string, maxConnections: number) {
    this.#pool = openThreadPool(databaseUrl, maxConnections);
  }

  async write(write: BlockWrite): Promise<BlockResult> {
    try {
      return { outcome: await this.#tryWrite(write) };
    } catch (error) {
      const outcome = isPassing(error) ? 'unavailable' : 'failed';
      return { outcome, reason: (error as Error).message || String(error) };
    }
  }

  async #tryWrite(write: BlockWrite): Promise<'done' | 'fenced'> {
    const beginMs = performance.now();
    const client = await this.#pool.connect();
    let broken = true;
    try {
      await client.query(`BEGIN; SET LOCAL application_name = 'cartload ${write.jobId} ${write.lease}'`);
      const merge = write.merge || (await hasForeignMarkers(client, write));
      const result = merge ? await mergeRows(client, write) : await copyRows(client, write);
      const { fieldTypes, parsingMs } = write.prepared;
      await client.query('SELECT record_block($1, $2, $3, $4)', [
        write.jobId,
        write.lease,
        result.areas,
        JSON.stringify({
          block: write.block,
          ...idsOf(write),
          rows: write.records,
          added: result.added,
          updated: result.updated,
          skipped: result.skipped,
          rejected: result.errors.length,
          errors: result.errors.length === 0 ? null : result.errors,
          defects: result.errors.length === 0 ? null : countDefects(result.errors),
          fields: fieldTypes.length === 0 ? null : fieldTypes,
          parsing_ms: parsingMs,
          placing_ms: 0,
          deduplicating_ms: write.deduplicatingMs,
          writing_ms: performance.now() - beginMs,
        }),
      ]);
      await client.query('COMMIT');
      broken = false;
      return 'done';
    } catch (error) {
      const { code, table } = error as { code?: string; table?: string };
      if (code === LEASE_LOST) return 'fenced';
      // The answer to the commit of an earlier try may have been lost on its way.
      const repeated = code === UNIQUE_VIOLATION && (table === 'import_blocks' || table === 'markers');
      if (repeated && (await this.#isCommitted(write))) return 'done';
      throw error;
    } finally {
      // Destroying the connection rolls back whatever state it is in.
      client.release(broken);
    }
  }

  async #isCommitted(write: BlockWrite): Promise<boolean> {
    const { rows } = await this.#pool.query('SELECT FROM import_blocks WHERE job_id = $1 AND block = $2', [
      write.jobId,
      write.block,
    ]);
    return rows.length > 0;
  }

  /** Opens a connection, so that the first block does not wait for it. */
  async connect(): Promise<void> {
    (await this.#pool.connect()).release();
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

/** First and last of the ids that the rows of the block take, for nearby search. */
function idsOf({
  prepared: { records },
  firstMarkerId,
}: BlockWrite): { first_id: number; last_id: number } | null {
  const [first] = records;
  const last = records[records.length - 1];
  return first === undefined || last === undefined
    ? null
    : { first_id: firstMarkerId + first, last_id: firstMarkerId + last };
}

/** Markers that did not come from this import, such as single creates since it began. */
async function hasForeignMarkers(client: pg.PoolClient, write: BlockWrite): Promise<boolean> {
  const { rows } = await client.query('SELECT has_foreign_markers($1, $2, $3) AS found', [
    write.mapId,
    write.firstMarkerId,
    write.lastMarkerId,
  ]);
  return rows[0].found;
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
