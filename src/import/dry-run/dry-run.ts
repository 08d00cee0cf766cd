import { badRequest } from '../../base/errors.js';
import { inTurn } from '../../base/in-turn.js';
import type { Threads } from '../../base/threads/thread-pool.js';
import type { Geodata } from '../../geo/geodata.js';
import { newSeed } from '../../markers/duplicate-key.js';
import type { DryRun, ShownChange } from '../../schema/dry-run.js';
import { colorNames } from '../../schema/palette-colors.js';
import type { Sql } from '../../store/client.js';
import { legendColors } from '../../store/legend.js';
import { paletteOf } from '../../store/maps.js';
import { countStored, hasMarkers } from '../../store/markers.js';
import type { MapKeys } from '../duplicates/map-keys.js';
import { MatchedRows } from '../duplicates/matched-rows.js';
import { TOO_LONG } from '../duplicates/too-long-reason.js';
import { UploadKeys } from '../duplicates/upload-keys.js';
import { hasRoads, type LookUps } from '../look-ups.js';
import { addPlaced, zeroPlacedCounts } from '../place/placing-counts.js';
import type { KeyShare } from '../plan/key-room.js';
import { MAX_CODED_MARKERS, readMapKeys, tooManyCodes, type WantedKeys } from '../plan/read-map-keys.js';
import type { PrepareContext } from '../prepare/prepare-block.js';
import { undrawnNotes } from '../report/drive-time-notes.js';
import { enrichmentNotes } from '../report/enrichment-notes.js';
import { summariseDefects } from '../report/error-summary.js';
import { untoldNotes } from '../report/missing-markers.js';
import { placingNotes } from '../report/placing-notes.js';
import type { DefectCount } from '../report/rejection-runs.js';
import { lookUpNotes } from '../report/service-notes.js';
import { type ImportTask, planOf } from '../task.js';
import type { ReceivedUpload } from '../upload/receive.js';
import type { ExaminedBlock } from './examine-block.js';
import { followRepeats, unfollowedNotes } from './follow-repeats.js';
import { judgeRows } from './judge-rows.js';
import { MetMarkers, missedBy, missingMarkers } from './missing-markers.js';
import { examineOnThread, previewOnThread, sharingRowsOnThread } from './on-threads.js';
import { OverwritingRows, outcomeOf } from './overwriting-rows.js';
import { SHOWN_CHANGES } from './preview-changes.js';
import { previewEnrichment } from './preview-enrichment.js';
import { PreviewLegend } from './preview-legend.js';
import { PreviewRows } from './preview-rows.js';

/** Records that are shown. */
export const SAMPLE_RECORDS = 20;
/** A dry run that waits has a turn that others wait for. */
const CODES_WAIT_MS = 30_000;
/** Deadline of other requests: 200,000 markers take a second, and a silent database is one that is away. */
const CODES_PART_MS = 30_000;

export interface DryRunServices {
  sql: Sql;
  threads: Threads;
  /** Read the codes of a map, apart from prompt tasks. */
  keyThreads: Threads;
  /** Room for these. */
  keys: KeyShare;
  /** Blocks that are examined ahead. */
  workers: number;
  geodata: { readonly current: Geodata };
  lookUps: LookUps;
}

/**
 * Tells what an import of an upload would do at this moment, and writes nothing: blocks are examined in
 * parallel on the pool and judged in file order, a few at a time.
 * @param path of the upload in the spool
 * @throws the signal's reason when it is aborted
 */
export async function dryRun(
  { upload, task, mapId, path }: { upload: ReceivedUpload; task: ImportTask; mapId: number; path: string },
  services: DryRunServices,
  signal: AbortSignal,
): Promise<DryRun> {
  const { sql, threads, workers, geodata, lookUps } = services;
  const [palette, legend, isEmpty] = await Promise.all([
    paletteOf(sql, mapId).then(colorNames),
    legendColors(sql, mapId),
    hasMarkers(sql, mapId).then((has) => !has),
  ]);
  const plan = planOf(task);
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
  const { onDuplicate, match, onNew, missing } = task.options;
  const codes =
    match === null
      ? null
      : await codesOf({ mapId, match, seed: bare.seed, nowMs, own: null }, services, signal);
  const finding = { match, codes };
  const matched = codes && new MatchedRows(codes);
  const overwriting = onDuplicate === 'overwrite' ? new OverwritingRows(upload.rows, matched, onNew) : null;
  const seen = new UploadKeys();
  const previewLegend = new PreviewLegend(withClasses, palette);
  const preview = new PreviewRows(mapId, SAMPLE_RECORDS, previewLegend);
  const valueless = (task.demographics ?? []).map(() => 0);
  const counts = {
    total: upload.rows,
    added: 0,
    updated: 0,
    unchanged: 0,
    skipped: 0,
    rejected: 0,
    deleted: 0,
  };
  const changes: ShownChange[] = [];
  const met = missing === null ? null : new MetMarkers();
  const placed = zeroPlacedCounts();
  const defects: DefectCount[] = [];
  const filled = new Set<string>();

  const judge = async (block: ExaminedBlock): Promise<void> => {
    const {
      outcomes,
      rejected,
      becamePins,
      metByRefused = [],
    } = onDuplicate === 'overwrite'
      ? overwriting!.judge(block, SAMPLE_RECORDS)
      : await judgeRows(block, seen, onDuplicate, SAMPLE_RECORDS, onNew);
    // Rejected rows are counted by their errors: most of them were never prepared.
    for (const outcome of outcomes) if (outcome !== 'rejected') counts[outcome]++;
    met?.add(block.existing ?? []);
    met?.addRejected(block.metBeside, metByRefused);
    if (met && block.hidesRows) met.isUnclear = true;
    for (const { row, change } of block.changes)
      if (
        outcomes[row] === 'updated' &&
        changes.length < SHOWN_CHANGES &&
        !overwriting?.isRepeat(block.records[row]!)
      )
        changes.push(change);
    addPlaced(placed, block.placed);
    placed.becamePins += becamePins;
    block.valueless.forEach((rows, i) => {
      valueless[i]! += rows;
    });
    counts.rejected += rejected.rows;
    for (const defect of rejected.defects) defects.push(defect);
    for (const [name] of block.fieldTypes) filled.add(name);
    if (overwriting) previewLegend.addBlock(block, (row) => outcomes[row] !== 'skipped');
    preview.add(block, outcomes, rejected.head);
  };

  const reading = { threads, path, context, lookedAt };
  const of = { isEmpty, overwrites: overwriting !== null, sampleRecords: SAMPLE_RECORDS, ...finding };
  let openLookUps = 0;
  let undrawn = 0;
  for await (const block of inTurn(task.blocks, workers, (block) => examineOnThread(reading, block, of))) {
    signal.throwIfAborted();
    openLookUps += block.openLookUps;
    undrawn += block.undrawn;
    await judge(block.examined);
  }
  let unfollowed = 0;
  let tooLong = 0;
  if (overwriting !== null && overwriting.repeats > 0) {
    unfollowed = await followRepeats(
      { blocks: task.blocks, marked: overwriting, legend: previewLegend, nowMs, workers },
      async (block, wanted) => {
        signal.throwIfAborted();
        return sharingRowsOnThread(reading, block, { isEmpty, wanted, ...finding });
      },
      ({ record, fileLine }, effect) => {
        counts.updated--;
        counts[outcomeOf(effect)]++;
        if (effect === 'became pin') placed.becamePins++;
        if (effect === 'too long') tooLong++;
        preview.settle(record, fileLine, outcomeOf(effect));
      },
    );
  }
  if (tooLong > 0) defects.push([TOO_LONG[0], TOO_LONG[1], tooLong, TOO_LONG[2]]);
  const missed = met && missing && (await missedBy(sql, { mapId, nowMs, met, missing, counts }));
  if (missed) counts.deleted = missed.deleted;
  if (met && counts.deleted > 0)
    changes.push(
      ...(await missingMarkers(sql, { mapId, nowMs, met, match }, SHOWN_CHANGES - changes.length)),
    );
  const lost = { skipped: counts.skipped, overwritten: overwriting?.repeats ?? 0 };
  const mapping = task.mapping.filter(
    ({ index, header, how }) => how !== 'custom' || !task.unnamed.includes(index) || filled.has(header),
  );
  return {
    sheet: task.sheet ?? null,
    sheets: (upload.sheets ?? []).map(({ name, isVisible, rows, hasMore }) => ({
      ...{ name, hidden: !isVisible, rows, more_rows: hasMore },
    })),
    encoding: task.encoding,
    delimiter: task.format === 'json' ? null : task.delimiter,
    header_row: upload.table?.headerRow ?? null,
    skipped_rows: [...(upload.table?.skipped ?? [])],
    skipped_row_count: upload.table?.skippedCount ?? 0,
    mapping: await previewOnThread(threads, path, task, mapping),
    rows: preview.rows,
    counts,
    changes,
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
      ...lookUpNotes(openLookUps),
      ...undrawnNotes(placed.driveTimes, undrawn, hasRoads(lookUps)),
      ...enrichmentNotes(task, valueless, enrichment?.decided ?? null, lost, true),
      ...unfollowedNotes(unfollowed),
      ...untoldNotes(met?.untold ?? 0),
      ...(missed?.notes ?? []),
      ...preview.notes,
    ],
  };
}

/** @throws AppError BAD_REQUEST when the map has too many; TurnRefused when there is no room for them */
async function codesOf(
  wanted: WantedKeys,
  { sql, keyThreads: threads, keys }: DryRunServices,
  signal: AbortSignal,
): Promise<MapKeys> {
  await keys.wait(await countStored(sql, wanted.mapId, MAX_CODED_MARKERS), signal, CODES_WAIT_MS);
  const codes = await readMapKeys(wanted, {
    threads,
    most: MAX_CODED_MARKERS,
    partMs: CODES_PART_MS,
    ask: (read) => {
      signal.throwIfAborted();
      return read();
    },
    away: (reason) => new Error(reason),
  });
  if (codes === null) throw badRequest(tooManyCodes().message);
  return codes;
}
