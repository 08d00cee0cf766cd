import type { Threads } from '../../base/threads/thread-pool.js';
import type { Geodata } from '../../geo/geodata.js';
import type { DryRun } from '../../schema/dry-run.js';
import { paletteNames } from '../../schema/palette-colors.js';
import type { Sql } from '../../store/client.js';
import { legendColors } from '../../store/legend.js';
import { hasMarkers } from '../../store/markers.js';
import { hasExtendedColors } from '../../store/palette.js';
import { UploadKeys } from '../duplicates/upload-keys.js';
import { hasRoads, type LookUps } from '../look-ups.js';
import { addPlaced, noPlaced } from '../place/placing-counts.js';
import { newSeed } from '../prepare/duplicate-key.js';
import type { PrepareContext } from '../prepare/prepare-block.js';
import { undrawnNotes } from '../report/drive-time-notes.js';
import { enrichmentNotes } from '../report/enrichment-notes.js';
import { summariseDefects } from '../report/error-summary.js';
import { placingNotes } from '../report/placing-notes.js';
import type { DefectCount } from '../report/rejection-runs.js';
import { unaskedNotes } from '../report/service-notes.js';
import type { ImportTask } from '../task.js';
import type { ReceivedUpload } from '../upload/receive.js';
import type { ExaminedBlock } from './examine-block.js';
import { judgeRows } from './judge-rows.js';
import { examineOnThread } from './on-threads.js';
import { previewEnrichment } from './preview-enrichment.js';
import { PreviewLegend } from './preview-legend.js';
import { PreviewRows } from './preview-rows.js';

/** Records that are shown. */
export const SAMPLE_RECORDS = 20;

export interface DryRunServices {
  sql: Sql;
  threads: Threads;
  /** Blocks that are examined ahead. */
  workers: number;
  geodata: { readonly current: Geodata };
  lookUps: LookUps;
}

/**
 * Tells what an import of an upload would do at this moment, and writes nothing: blocks are examined in parallel on the pool and
 * judged in file order, a few at a time.
 * @param path of the upload in the spool
 * @throws the signal's reason when it is aborted
 */
export async function dryRun(
  { upload, task, mapId, path }: { upload: ReceivedUpload; task: ImportTask; mapId: number; path: string },
  { sql, threads, workers, geodata, lookUps }: DryRunServices,
  signal: AbortSignal,
): Promise<DryRun> {
  const [palette, legend, isEmpty] = await Promise.all([
    hasExtendedColors(sql, mapId).then(paletteNames),
    legendColors(sql, mapId),
    hasMarkers(sql, mapId).then((has) => !has),
  ]);
  const plan = { ...task, blocks: [] };
  const nowMs = Date.now();
  const bare: PrepareContext = {
    plan,
    mapId,
    firstMarkerId: 1,
    palette: new Set(palette),
    seed: newSeed(),
    geodata: geodata.current,
    nowMs,
    ...(lookUps.driveTimes === 'withheld' && { driveTimes: 'withheld' }),
  };
  const lookedAt = { ...lookUps, driveTimes: lookUps.driveTimes === 'withheld' ? null : lookUps.driveTimes };
  const enrichment = await previewEnrichment(
    { task, path, context: bare, legend },
    { sql, threads, workers },
    signal,
  );
  signal.throwIfAborted();
  const context = enrichment === null ? bare : { ...bare, enrichment };
  const classes = enrichment?.decided?.classes ?? [];
  const withClasses = new Map([...legend, ...classes.map(({ label, color }) => [label, color] as const)]);
  const seen = new UploadKeys();
  const preview = new PreviewRows(mapId, SAMPLE_RECORDS, new PreviewLegend(withClasses, palette));
  const valueless = (task.demographics ?? []).map(() => 0);
  const counts = { total: upload.rows, added: 0, updated: 0, skipped: 0, rejected: 0 };
  const placed = noPlaced();
  const defects: DefectCount[] = [];
  const filled = new Set<string>();

  const judge = async (block: ExaminedBlock): Promise<void> => {
    const { outcomes, rejected } = await judgeRows(block, seen, task.options.onDuplicate, SAMPLE_RECORDS);
    // Rejected rows are counted by their errors: most of them were never prepared.
    for (const outcome of outcomes) if (outcome !== 'rejected') counts[outcome]++;
    addPlaced(placed, block.placed);
    block.valueless.forEach((rows, i) => {
      valueless[i]! += rows;
    });
    counts.rejected += rejected.rows;
    for (const defect of rejected.defects) defects.push(defect);
    for (const [name] of block.fieldTypes) filled.add(name);
    preview.add(block, outcomes, rejected.head);
  };

  const pending = task.blocks[Symbol.iterator]();
  let unasked = 0;
  let undrawn = 0;
  const ahead: ReturnType<typeof examineOnThread>[] = [];
  const examineNext = (): void => {
    const { value: block } = pending.next();
    if (!block) return;
    const of = { isEmpty, sampleRecords: SAMPLE_RECORDS };
    const promise = examineOnThread(threads, path, block, context, of, lookedAt);
    promise.catch(() => {}); // awaited below, in its turn
    ahead.push(promise);
  };
  try {
    for (let i = 0; i <= workers; i++) examineNext();
    for (let next = ahead.shift(); next; next = ahead.shift()) {
      const block = await next;
      unasked += block.unasked;
      undrawn += block.undrawn;
      signal.throwIfAborted();
      examineNext();
      await judge(block.examined);
    }
  } finally {
    // Nothing may still read the spool when it is removed.
    await Promise.allSettled(ahead);
  }
  return {
    sheet: task.sheet ?? null,
    encoding: task.encoding,
    delimiter: task.format === 'json' ? null : task.delimiter,
    mapping: task.mapping.filter(
      ({ index, header, how }) => how !== 'custom' || !task.unnamed.includes(index) || filled.has(header),
    ),
    rows: preview.rows,
    counts,
    placed: placed.by,
    areas: placed.areas,
    drive_times: {
      known: placed.driveTimes.areas,
      to_draw: placed.driveTimes.open,
      none: placed.driveTimes.none + placed.driveTimes.withheld,
    },
    classes: classes.map(({ label, color, rows }) => ({ category: label, color, rows })),
    error_summary: summariseDefects(defects),
    notes: [
      ...upload.notes,
      ...placingNotes(placed),
      ...unaskedNotes(unasked),
      ...undrawnNotes(placed.driveTimes, undrawn, hasRoads(lookUps)),
      ...enrichmentNotes(task, valueless, enrichment?.decided ?? null, counts.skipped, true),
    ],
  };
}
