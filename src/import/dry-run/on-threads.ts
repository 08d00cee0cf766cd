import type { Threads } from '../../base/threads/thread-pool.js';
import type { Block } from '../../format/block.js';
import type { PreviewColumn } from '../../schema/dry-run.js';
import type { ColumnMapping } from '../../schema/job.js';
import type { Geocoding } from '../../services/geocoding/geocoding.js';
import type { DriveTimeAreas } from '../../world/drive-times/drive-times.js';
import type { SpooledSample } from '../plan/on-threads.js';
import type { LookUpsToMake, PrepareContext } from '../prepare/prepare-block.js';
import { type SentContext, sentContext } from '../prepare/sent-context.js';
import type { ImportTask } from '../task.js';
import type { Examination, ExaminedBlock, Finding } from './examine-block.js';
import type { SharingRows } from './sharing-rows.js';

/** Sources that an import would ask; a dry run takes only the answers that are known already. */
export interface LookedAt {
  /** null: no service is asked. */
  geocoding: Geocoding | null;
  /** null: none are drawn. */
  driveTimes: DriveTimeAreas | null;
}

/** Source of blocks that threads read. */
export interface BlockSource {
  threads: Threads;
  path: string;
  context: PrepareContext;
  lookedAt: LookedAt;
}

interface BlockOfDryRun {
  path: string;
  block: Block;
  context: SentContext;
}

declare module '../../base/threads/thread-pool.js' {
  interface ThreadTasks {
    examine(task: BlockOfDryRun & { of: Examination }): ExaminedBlock | LookUpsToMake;
    sharing(task: BlockOfDryRun & { of: WantedRows }): SharingRows | LookUpsToMake;
    previewColumns(
      of: SpooledSample & { format: ImportTask['format']; mapping: readonly ColumnMapping[] },
    ): PreviewColumn[];
  }
}

/** Records of a block: `wanted` is not 0 for rows to read. */
interface WantedRows extends Finding {
  isEmpty: boolean;
  wanted: Uint8Array;
}

/**
 * Examines a block, and counts the addresses that an import would ask a service for and the areas that it
 * would draw.
 */
export async function examineOnThread(
  { threads, path, context, lookedAt }: BlockSource,
  block: Block,
  of: Examination,
): Promise<{ examined: ExaminedBlock; openLookUps: number; undrawn: number }> {
  const { found: examined, ...counts } = await knowing(context, lookedAt, (known) =>
    threads.run('examine', { path, block, context: sentContext(known), of }),
  );
  return { examined, ...counts };
}

export async function sharingRowsOnThread(
  { threads, path, context, lookedAt }: BlockSource,
  block: Block,
  of: WantedRows,
): Promise<SharingRows> {
  const { found } = await knowing(context, lookedAt, (known) =>
    threads.run('sharing', { path, block, context: sentContext(known), of }),
  );
  return found;
}

/** Asks a thread again with what its block needs looked up, as far as that is known. */
async function knowing<T extends { rows: unknown }>(
  context: PrepareContext,
  { geocoding, driveTimes }: LookedAt,
  ask: (known: PrepareContext) => Promise<T | LookUpsToMake>,
): Promise<{ found: T; openLookUps: number; undrawn: number }> {
  let known: PrepareContext = {
    ...context,
    ...(geocoding && { servicePlaces: 'ask' as const }),
    ...(driveTimes && { driveTimes: 'ask' as const }),
  };
  let openLookUps = 0;
  let undrawn = 0;
  for (;;) {
    const found = await ask(known);
    if ('rows' in found) return { found, openLookUps, undrawn };
    if (found.addressesToLookUp.size > 0) {
      const { places, unanswered } = await geocoding!.known(found.addressesToLookUp);
      openLookUps = unanswered;
      known = { ...known, servicePlaces: places };
    } else {
      const areas = await driveTimes!.known(found.driveTimesToDraw);
      undrawn = areas.open.size;
      known = { ...known, driveTimes: areas };
    }
  }
}

/** Columns with samples of their values (preview-columns.ts). */
export async function previewOnThread(
  threads: Threads,
  path: string,
  { blocks, encoding, delimiter, format }: ImportTask,
  mapping: readonly ColumnMapping[],
): Promise<PreviewColumn[]> {
  if (mapping.length === 0) return [];
  const upload = { path, block: blocks[0] ?? null, format, plan: { encoding, delimiter } };
  return threads.run('previewColumns', { ...upload, mapping });
}
