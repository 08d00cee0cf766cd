import { reasonOf } from '../jobs/reason.js';
import { paletteNames } from '../palette.js';
import type { Sql } from '../store/client.js';
import { committedBlocks } from '../store/import-blocks.js';
import type { ClaimedJob } from '../store/jobs.js';
import { ensureCategories } from '../store/legend.js';
import { hasMarkers } from '../store/markers.js';
import { hasExtendedColors } from '../store/palette.js';
import type { Block } from './block-builder.js';
import { type Decision, decideDuplicates } from './decide.js';
import { defineFields } from './define-fields.js';
import { DatabaseAway, type PatientSql, patient, pause } from './patient.js';
import type { ImportPool } from './pool.js';
import type { PreparedBlock, RowStyle, TimedBlock } from './prepare-block.js';
import { spoolPath } from './spool.js';
import type { ImportTask } from './task.js';
import { UploadKeys } from './upload-keys.js';
import { writeRejectsFile } from './write-rejects.js';

export interface ImportServices {
  sql: Sql;
  pool: ImportPool;
  spoolDirectory: string;
  /** Blocks that are prepared ahead; each holds a few MB. */
  workers: number;
}

/** Thrown when another process has the job now, or it was cancelled: nothing more is to be written. */
export class LeaseLost extends Error {
  constructor(jobId: string) {
    super(`the lease on ${jobId} is lost`);
  }
}

/** Thrown when a block failed `BLOCK_TRIES` times: the job as a whole cannot be completed. */
export class BlockFailed extends Error {
  constructor({ firstLine, firstRecord, records }: Block, cause: unknown) {
    const where = firstLine > 0 ? `from line ${firstLine}` : `from marker ${firstRecord}`;
    super(`${records} rows ${where} could not be imported in ${BLOCK_TRIES} tries: ${reasonOf(cause)}`, {
      cause,
    });
  }
}

const PARALLEL_WRITES = 2;
const BLOCK_TRIES = 3;

/**
 * Imports the blocks that the ledger lacks: prepared in parallel, ahead; decided in file order; written in parallel
 * where the map was empty, in file order where rows can meet markers that are there. Waits out a database that is away.
 * @throws LeaseLost, BlockFailed; the signal's reason when it is aborted
 */
export async function runImport(
  job: ClaimedJob,
  services: ImportServices,
  signal: AbortSignal,
): Promise<void> {
  const { pool } = services;
  const sql = patient(services.sql, signal);
  const task = job.task as ImportTask;
  const path = spoolPath(services.spoolDirectory, job.id);
  const palette = paletteNames(await sql((db) => hasExtendedColors(db, job.mapId)));
  const context = {
    plan: { ...task, blocks: [] },
    mapId: job.mapId,
    firstMarkerId: job.firstMarkerId,
    palette: new Set(palette),
  };
  const done = await sql((db) => committedBlocks(db, job.id));
  const pending = task.blocks.filter((block) => !done.has(block.index));
  const { onDuplicate } = task.options;
  const merge =
    onDuplicate === 'overwrite' || done.size > 0 || (await sql((db) => hasMarkers(db, job.mapId)));
  const seen = new UploadKeys(onDuplicate === 'overwrite' ? 1 : job.total);

  const prepare = (block: Block) => withTries(block, signal, () => pool.prepare(path, block, context));

  const write = (block: Block, first: TimedBlock, decision: TimedDecision, styles: RowStyle[]) => {
    // Its arrays go with a failed try; preparing is pure and gives the same again.
    let prepared: TimedBlock | null = first;
    return withTries(block, signal, async () => {
      const next = prepared ?? (await pool.prepare(path, block, context));
      prepared = null;
      const result = await pool.write({
        jobId: job.id,
        lease: job.lease,
        mapId: job.mapId,
        block: block.index,
        records: block.records,
        prepared: next,
        styles,
        ...decision,
        onDuplicate,
        firstMarkerId: job.firstMarkerId,
        lastMarkerId: job.firstMarkerId + job.total - 1,
        merge,
        palette,
      });
      if (result.outcome === 'fenced') throw new LeaseLost(job.id);
      if (result.outcome === 'failed') throw new Error(result.reason);
      if (result.outcome === 'unavailable') throw new DatabaseAway(result.reason);
    });
  };

  const ahead: Promise<TimedBlock>[] = [];
  const writes = new Set<Promise<void>>();
  let next = 0;
  const prepareNext = (): void => {
    const block = pending[next++];
    if (!block) return;
    const promise = prepare(block);
    promise.catch(() => {}); // awaited below, in its turn
    ahead.push(promise);
  };
  try {
    for (let i = 0; i <= services.workers; i++) prepareNext();
    for (const block of pending) {
      signal.throwIfAborted();
      const prepared = await ahead.shift()!;
      prepareNext();
      const beginMs = performance.now();
      const decision = await decideDuplicates(prepared, seen, onDuplicate);
      const deduplicatingMs = performance.now() - beginMs;
      const styles = merge
        ? prepared.styles
        : await resolveStyles(sql, job.mapId, prepared, decision.keep, palette);
      const written = write(block, prepared, { ...decision, deduplicatingMs }, styles);
      writes.add(written);
      written.then(
        () => writes.delete(written),
        () => {},
      );
      if (writes.size >= (merge ? 1 : PARALLEL_WRITES)) await Promise.race(writes);
    }
    await Promise.all(writes);
  } finally {
    // Nothing of this try may still be under way when the job is given back.
    await Promise.allSettled([...writes, ...ahead]);
  }
  await sql((db) => defineFields(db, job));
  await sql((db) => writeRejectsFile(job.id, task, { ...services, sql: db }));
}

type TimedDecision = Decision & { deduplicatingMs: number };

/**
 * Tries again what failed, `BLOCK_TRIES` times; a database that is away costs no try. Whoever stopped the work is heard
 * between two tries.
 * @throws BlockFailed
 */
async function withTries<T>(block: Block, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  for (let failures = 0, waits = 0; ; ) {
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof LeaseLost) throw error;
      if (error instanceof DatabaseAway) await pause(waits++, signal);
      else if (++failures === BLOCK_TRIES) throw new BlockFailed(block, error);
    }
  }
}

/** The styles of a block with the legend's colours in place; categories new to the legend are made in row order. */
async function resolveStyles(
  sql: PatientSql,
  mapId: number,
  prepared: PreparedBlock,
  keep: Uint8Array,
  palette: readonly string[],
): Promise<RowStyle[]> {
  const wished = new Map<string, string | null>();
  for (let row = 0; row < prepared.rows; row++) {
    if (keep[row] === 0) continue;
    const { category, color } = prepared.styles[prepared.styleOf[row]!]!;
    if (category !== null && !wished.has(category)) wished.set(category, color);
  }
  if (wished.size === 0) return prepared.styles;
  const colors = await sql((db) => ensureCategories(db, mapId, wished, palette));
  return prepared.styles.map(({ category, color }) => ({
    category,
    color: color ?? (category === null ? null : (colors.get(category) ?? null)),
  }));
}
