import type { Logger } from '../log.js';
import { paletteNames } from '../palette.js';
import type { Sql } from '../store/client.js';
import { ensureFields } from '../store/fields.js';
import { committedBlocks, fieldTypesOf } from '../store/import-blocks.js';
import type { ClaimedJob } from '../store/jobs.js';
import { ensureCategories } from '../store/legend.js';
import { hasMarkers } from '../store/markers.js';
import type { Block } from './block-builder.js';
import { type Decision, decideDuplicates } from './decide.js';
import { ALL_TYPES, typeName } from './field-types.js';
import type { ImportPool } from './pool.js';
import type { PreparedBlock, RowStyle } from './prepare-block.js';
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
  log: Logger;
}

/** Thrown when another process has the job now, or it was cancelled: nothing more is to be written. */
export class LeaseLost extends Error {
  constructor(jobId: string) {
    super(`the lease on ${jobId} is lost`);
  }
}

const PARALLEL_WRITES = 2;
const WRITE_TRIES = 3;

/**
 * Imports the blocks that the ledger lacks: prepared in parallel, ahead; decided in file order; written in parallel
 * where the map was empty, in file order where rows can meet markers that are there.
 * @throws LeaseLost
 */
export async function runImport(
  job: ClaimedJob,
  services: ImportServices,
  signal: AbortSignal,
): Promise<void> {
  const { sql, pool } = services;
  const task = job.task as ImportTask;
  const path = spoolPath(services.spoolDirectory, job.id);
  const palette = paletteNames();
  const context = {
    plan: { ...task, blocks: [] },
    mapId: job.mapId,
    firstMarkerId: job.firstMarkerId,
    palette: new Set(palette),
  };
  const done = await committedBlocks(sql, job.id);
  const pending = task.blocks.filter((block) => !done.has(block.index));
  const merge =
    task.options.onDuplicate === 'overwrite' || done.size > 0 || (await hasMarkers(sql, job.mapId));
  const seen = new UploadKeys(task.options.onDuplicate === 'overwrite' ? 1 : job.total);

  const writeBlock = async (block: Block, first: PreparedBlock, decision: Decision, styles: RowStyle[]) => {
    let prepared = first;
    for (let attempt = 1; ; attempt++) {
      try {
        const result = await pool.write({
          jobId: job.id,
          lease: job.lease,
          mapId: job.mapId,
          block: block.index,
          records: block.records,
          prepared,
          styles,
          keep: decision.keep,
          skipped: decision.skipped,
          errors: decision.errors,
          onDuplicate: task.options.onDuplicate,
          firstMarkerId: job.firstMarkerId,
          lastMarkerId: job.firstMarkerId + job.total - 1,
          merge,
          palette,
        });
        if (result === 'fenced') throw new LeaseLost(job.id);
        return;
      } catch (error) {
        if (error instanceof LeaseLost || attempt === WRITE_TRIES || signal.aborted) throw error;
        services.log.warn({ job: job.id, block: block.index, attempt, err: error }, 'a block is tried again');
        // Its arrays went with the failed try; preparing is pure and gives the same again.
        prepared = await pool.prepare(path, block, context);
      }
    }
  };

  const ahead: Promise<PreparedBlock>[] = [];
  const writes = new Set<Promise<void>>();
  let next = 0;
  const prepareNext = (): void => {
    const block = pending[next++];
    if (!block) return;
    const promise = pool.prepare(path, block, context);
    promise.catch(() => {}); // awaited below, in its turn
    ahead.push(promise);
  };
  try {
    for (let i = 0; i <= services.workers; i++) prepareNext();
    for (const block of pending) {
      signal.throwIfAborted();
      const prepared = await ahead.shift()!;
      prepareNext();
      const decision = decideDuplicates(prepared, seen, task.options.onDuplicate);
      const styles = merge
        ? prepared.styles
        : await resolveStyles(sql, job.mapId, prepared, decision.keep, palette);
      const write = writeBlock(block, prepared, decision, styles);
      writes.add(write);
      write.then(
        () => writes.delete(write),
        () => {},
      );
      if (writes.size >= (merge ? 1 : PARALLEL_WRITES)) await Promise.race(writes);
    }
    await Promise.all(writes);
  } finally {
    // Nothing of this try may still be under way when the job is given back.
    await Promise.allSettled([...writes, ...ahead]);
  }
  await ensureFields(sql, job.mapId, await definedTypes(sql, job.id));
  await writeRejectsFile(job.id, task, services);
}

/** The styles of a block with the legend's colours in place; categories new to the legend are made in row order. */
async function resolveStyles(
  sql: Sql,
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
  const colors = await ensureCategories(sql, mapId, wished, palette);
  return prepared.styles.map(({ category, color }) => ({
    category,
    color: color ?? (category === null ? null : (colors.get(category) ?? null)),
  }));
}

/** Custom field -> type, from all values of the upload. */
async function definedTypes(sql: Sql, jobId: string): Promise<Map<string, string>> {
  const bits = new Map<string, number>();
  for (const [name, types] of await fieldTypesOf(sql, jobId))
    bits.set(name, (bits.get(name) ?? ALL_TYPES) & types);
  return new Map(Array.from(bits, ([name, types]) => [name, typeName(types)]));
}
