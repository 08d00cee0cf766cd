import { JobPostponed, LeaseLost } from '../../background/jobs/runner.js';
import { inTurn } from '../../base/in-turn.js';
import { TurnRefused } from '../../base/threads/fair-queue.js';
import type { Block } from '../../format/block.js';
import { newSeed } from '../../markers/duplicate-key.js';
import { colorNames } from '../../schema/palette-colors.js';
import { keepsAddresses } from '../../store/accounts.js';
import {
  committedBlocks,
  fieldTypesOf,
  sumPlaced,
  sumSkipped,
  sumUntold,
  sumValueless,
} from '../../store/import-blocks.js';
import { addNotes, type ClaimedJob } from '../../store/jobs.js';
import { paletteOf } from '../../store/maps.js';
import { analyzeUnlessKnown, countMarkers, countStored, hasMarkers } from '../../store/markers.js';
import { noteAnyMarkers } from '../../store/nearby.js';
import {
  countRepeats,
  type Decision,
  decideDuplicates,
  decideMatched,
  KnownMarkers,
} from '../duplicates/decide.js';
import { MatchedRows } from '../duplicates/matched-rows.js';
import { UploadKeys } from '../duplicates/upload-keys.js';
import type { DecidedClasses } from '../enrich/row-enricher.js';
import { hasRoads, type LookUps, lookUpsOf } from '../look-ups.js';
import { TOLD_EXAMPLES, TOLD_LINES } from '../place/placing-counts.js';
import { MAX_CODED_MARKERS, MAX_KEYED_MARKERS, readMapKeys, tooManyCodes } from '../plan/read-map-keys.js';
import type { MetBlock, PrepareContext, RowStyles } from '../prepare/prepare-block.js';
import { driveTimeNotes } from '../report/drive-time-notes.js';
import { enrichmentNotes } from '../report/enrichment-notes.js';
import { untoldNotes } from '../report/missing-markers.js';
import { placingNotes } from '../report/placing-notes.js';
import { serviceNotes } from '../report/service-notes.js';
import { type ImportTask, planOf } from '../task.js';
import { classAreasOfMap } from './class-areas.js';
import { defineFields } from './define-fields.js';
import { withTries } from './failures.js';
import { FieldLedger, MAX_FOLLOWED_FIELDS } from './field-ledger.js';
import { LegendColors } from './legend-colors.js';
import { limitNotes } from './limit-notes.js';
import { LookedUpBlocks } from './looked-up-blocks.js';
import { type Meeting, prepareOnThread, writeOnThread } from './on-threads.js';
import { openEnrichment } from './open-enrichment.js';
import { DatabaseAway, type PatientSql, patient, untilThere } from './patient.js';
import type { ImportServices } from './services.js';
import { writeRowsFile } from './write-rejects.js';

/**
 * Blocks that are written at a time beside one a thread: while one waits for its commit the others compute.
 * With two threads on two cores 1, 2, 3 and 4 gave 124,000, 146,000, 159,000 and 158,000 rows/s.
 */
const MORE_WRITES = 1;
/**
 * Markers of the map for each row of the upload, at most, for which the keys of all are read: to look a row
 * up costs as much as to read so many markers.
 */
const MOST_MARKERS_A_ROW = 8;
/** Markers of a map whose keys are read at once, within the time of a block. */
const PROMPT_MARKERS = 50_000;
/** Rejected rows that a job shows itself (docs/decisions.md#rejected-rows). */
const INLINE_ERRORS = 1000;

/**
 * Imports the blocks that the ledger lacks: prepared in parallel, ahead, and held against the map's markers;
 * decided in file order; written in parallel, but for rows of an overwriting import that meet earlier rows of
 * the upload: these wait until those are written. Waits out a database that is away.
 * @param path of the upload
 * @returns notes for the job
 * @throws LeaseLost, BlockFailed; the signal's reason when it is aborted; what keeps the file of rejected
 * rows from being written
 */
export async function runImport(
  job: ClaimedJob,
  path: string,
  services: ImportServices,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const sql = patient(services.sql, signal);
  const task = job.task as ImportTask;
  const [palette, state] = await Promise.all([
    sql((db) => paletteOf(db, job.mapId)).then(colorNames),
    readState(sql, job),
  ]);
  const lookUps = await lookUpsOf(task, services, () => sql((db) => keepsAddresses(db, job.accountId)));
  const run = new ImportRun(job, path, task, services, sql, signal, palette, state, lookUps);
  await run.open();
  await run.writeBlocks(task.blocks);
  await run.classAreas();
  const [fieldsBeyond, placed, valueless, skipped, untold] = await Promise.all([
    sql((db) => defineFields(db, job)),
    sql((db) => sumPlaced(db, job, TOLD_EXAMPLES, TOLD_LINES)),
    sql((db) => sumValueless(db, job)),
    run.hasSkipped ? sql((db) => sumSkipped(db, job)) : 0,
    task.options.missing ? sql((db) => sumUntold(db, job)) : 0,
  ]);
  const service = services.geocoding
    ? serviceNotes(placed, {
        withheld: lookUps.geocoding === null,
        unanswered: run.lookedUp?.unanswered.addresses ?? 0,
      })
    : [];
  const drawing = {
    unanswered: run.lookedUp?.unanswered.areas ?? 0,
    unkept: run.lookedUp?.unkept ?? 0,
    tooSlow: run.lookedUp?.tooSlow ?? 0,
    hasRoads: hasRoads(lookUps),
  };
  const notes = [
    ...placingNotes(placed),
    ...service,
    ...driveTimeNotes(placed.driveTimes, drawing),
    ...enrichmentNotes(task, valueless, run.classes, { skipped, ...run.overwritten }),
    ...untoldNotes(untold),
    ...limitNotes(run.legend.beyond, run.fields.beyond, fieldsBeyond),
  ];
  // Some are known to this run alone, which the files of rows may outlast.
  if (notes.length > 0 && (run.hasRejected || run.hasSkipped)) await sql((db) => addNotes(db, job.id, notes));
  if (run.hasRejected) await writeRowsFile({ job, path, task, kind: 'errors' }, sql, services);
  if (run.hasSkipped) await writeRowsFile({ job, path, task, kind: 'skipped' }, sql, services);
  return notes;
}

/** @throws JobPostponed for TurnRefused; other errors as they are */
function postponeRefused(error: unknown): never {
  if (!(error instanceof TurnRefused)) throw error;
  throw new JobPostponed('other imports hold the memory for codes', { cause: error });
}

/** Blocks and types that earlier runs of the job have committed, and whether the map has markers. */
interface ImportState {
  done: Set<number>;
  fieldTypes: [name: string, types: number][];
  /** The map has markers, of this job or from before. */
  isFilled: boolean;
}

async function readState(sql: PatientSql, job: ClaimedJob): Promise<ImportState> {
  const [done, isFilled] = await Promise.all([
    sql((db) => committedBlocks(db, job)),
    sql((db) => hasMarkers(db, job.mapId)),
  ]);
  if (isFilled) await sql((db) => analyzeUnlessKnown(db));
  if (done.size === 0) return { done, isFilled, fieldTypes: [] };
  await sql((db) => noteAnyMarkers(db, job.mapId));
  const fieldTypes = await sql((db) => fieldTypesOf(db, job, MAX_FOLLOWED_FIELDS));
  return { done, isFilled, fieldTypes };
}

type TimedDecision = { decision: Decision; deduplicatingMs: number };

/** One run of an import over the blocks that are to be done. */
class ImportRun {
  readonly legend: LegendColors;
  readonly fields: FieldLedger;
  /** null: nothing is to be looked up, or not yet. */
  lookedUp: LookedUpBlocks | null = null;
  readonly #seen: UploadKeys;
  /**
   * Rows that overwrite earlier ones, where the import classes areas by all their rows; null: it does not.
   */
  readonly #repeats: { seen: UploadKeys; rows: number } | null;
  #context: Omit<PrepareContext, 'servicePlaces'>;
  #meeting: Meeting | null;
  /** Markers that an overwriting import may leave as they are, once it is open. */
  #known: KnownMarkers | null = null;
  readonly #isFilled: boolean;
  /** Matched rows of an import that matches by code, once it is open. */
  #matched: MatchedRows | null = null;
  readonly #done: ReadonlySet<number>;
  readonly #resumed: boolean;
  /**
   * Rows rejected in the blocks of this run so far: those of earlier runs may lie behind them in the file.
   */
  #rejected = 0;
  /** Some rows were left out as duplicates, in this run or in an earlier one. */
  hasSkipped: boolean;
  /** Some rows were rejected, in this run or in an earlier one. */
  hasRejected: boolean;
  /** One moment decides which markers have expired, whichever block meets them. */
  readonly #nowMs = Date.now();

  constructor(
    readonly job: ClaimedJob,
    readonly path: string,
    readonly task: ImportTask,
    readonly services: ImportServices,
    readonly sql: PatientSql,
    readonly signal: AbortSignal,
    readonly palette: readonly string[],
    state: ImportState,
    readonly lookUps: LookUps,
  ) {
    const { mapId, firstMarkerId, total } = job;
    this.legend = new LegendColors(sql, mapId, palette);
    this.fields = new FieldLedger(state.fieldTypes);
    this.#seen = new UploadKeys(total);
    const plan = planOf(task);
    this.#context = {
      plan,
      mapId,
      firstMarkerId,
      palette: new Set(palette),
      seed: newSeed(),
      geodata: services.geodata.current,
      nowMs: this.#nowMs,
      ...(lookUps.driveTimes === 'withheld' && { driveTimes: 'withheld' }),
    };
    const isSum = task.choropleth?.aggregate !== undefined && task.options.onDuplicate === 'overwrite';
    this.#repeats = isSum ? { seen: new UploadKeys(), rows: 0 } : null;
    this.#done = state.done;
    this.#resumed = state.done.size > 0;
    this.#isFilled = state.isFilled;
    this.hasSkipped = this.hasRejected = this.#resumed;
    // Rows of an earlier run are met on the map, as their keys are not known any more. Single creates can
    // come at any time.
    const own = this.#resumed || state.isFilled ? null : this.#own(firstMarkerId, total);
    const { onDuplicate, onNew } = task.options;
    this.#meeting = onDuplicate === 'overwrite' && onNew === 'add' ? null : { own, nowMs: this.#nowMs };
  }

  #own(firstMarkerId: number, total: number) {
    return { first: firstMarkerId, last: firstMarkerId + total - 1 };
  }

  get overwritten(): { overwritten: number; isAtLeast: boolean } {
    return { overwritten: this.#repeats?.rows ?? 0, isAtLeast: this.#resumed };
  }

  /** Classes of rows; null without a choropleth. */
  get classes(): DecidedClasses | null {
    return this.#context.enrichment?.decided ?? null;
  }

  /**
   * Classes areas by all their markers, where the import asks for that; to be called once, behind the last
   * block.
   */
  async classAreas(): Promise<void> {
    const { job, sql, signal, palette } = this;
    const { choropleth, demographics = [] } = this.task;
    const { enrichment } = this.#context;
    if (!choropleth?.aggregate || !enrichment) return;
    const { threads } = this.services;
    const services = { sql, threads, signal, palette, nowMs: this.#nowMs };
    const decided = await classAreasOfMap(job, { choropleth, demographics }, services);
    this.#context = { ...this.#context, enrichment: { ...enrichment, decided } };
  }

  /** Settles what every block needs; to be called once, before the first. */
  async open(): Promise<void> {
    const enrichment = await openEnrichment(this.job, this.task, this.#context, {
      ...this.services,
      sql: this.sql,
      path: this.path,
      signal: this.signal,
      palette: this.palette,
      onRetry: this.#onRetry,
    });
    if (enrichment !== null) this.#context = { ...this.#context, enrichment };
    await this.#openKeys();
    this.lookedUp = this.#openLookUps();
  }

  /**
   * Reads which markers rows may meet, where that costs less than to look each up. Rows that are matched by
   * code meet the map as it was before an earlier run, which may have written later rows already; others meet
   * what that has written.
   */
  async #openKeys(): Promise<void> {
    const { match, onNew, onDuplicate } = this.task.options;
    const { id: jobId, mapId, firstMarkerId, total } = this.job;
    const { signal } = this;
    const stored = await this.#roomForKeys();
    if (stored === null) return;
    const { seed } = this.#context;
    const nowMs = this.#nowMs;
    const isAgain = this.#resumed && match !== null;
    const own = isAgain ? { ...this.#own(firstMarkerId, total), jobId } : null;
    const { threads, drawingThreads = threads } = this.services;
    const keys = await readMapKeys(
      { mapId, match, seed, nowMs, own },
      {
        // The prompt thread is for short tasks.
        threads: stored <= PROMPT_MARKERS ? threads : drawingThreads,
        most: match === null ? MAX_KEYED_MARKERS : MAX_CODED_MARKERS,
        ask: (read) => {
          signal.throwIfAborted();
          return untilThere(signal, read);
        },
        away: (reason) => new DatabaseAway(reason),
      },
    );
    if (keys === null) {
      if (match !== null) throw tooManyCodes();
      return;
    }
    this.#meeting = { own: null, nowMs, keys, ...(match && onNew === 'skip' && { match }) };
    if (match !== null) this.#matched = new MatchedRows(keys);
    else if (onDuplicate === 'overwrite') this.#known = new KnownMarkers(keys);
  }

  /**
   * Takes room for the keys of the map. An import by place looks its rows up instead where that costs less,
   * or no room is free; one by code waits for it, and then makes way for other imports.
   * @returns markers that are to be read; null: none
   */
  async #roomForKeys(): Promise<number | null> {
    const { job, sql, signal } = this;
    const { keys } = this.services;
    const isByCode = this.task.options.match !== null;
    if (!isByCode && !(await this.#meetsMany())) return null;
    const most = isByCode ? MAX_CODED_MARKERS : MAX_KEYED_MARKERS + 1;
    const stored = await sql((db) => countStored(db, job.mapId, most));
    if (isByCode) await keys.wait(stored, signal).catch(postponeRefused);
    else if (stored === most || !keys.take(stored)) return null;
    return stored;
  }

  /** An import that deletes missing markers asks for all that a row meets, which the keys do not tell. */
  async #meetsMany(): Promise<boolean> {
    const { job, task, sql } = this;
    if (!this.#isFilled || task.options.missing) return false;
    const markers = await sql((db) => countMarkers(db, job.mapId));
    return markers > 0 && markers <= Math.min(MAX_KEYED_MARKERS, job.total * MOST_MARKERS_A_ROW);
  }

  #openLookUps(): LookedUpBlocks | null {
    const { job, signal } = this;
    const { accountId } = job;
    const { geocoding, driveTimes } = this.lookUps;
    const { threads, drawingThreads = threads, sql, workers } = this.services;
    const drawn = driveTimes === 'withheld' ? null : driveTimes;
    if (geocoding === null && drawn === null) return null;
    return new LookedUpBlocks({
      lookUpAddresses:
        geocoding && ((addresses, onAnswer) => geocoding.lookUp(addresses, accountId, signal, onAnswer)),
      lookUpAreas:
        drawn &&
        ((places, onAnswer) =>
          drawn.lookUp(places, { threads: drawingThreads, workers, accountId, signal, onAnswer })),
      threads,
      sql,
      job,
      path: this.path,
      context: this.#context,
      signal,
      onSlow: this.services.onSlowLookUp ?? (() => {}),
    });
  }

  /**
   * Writes the blocks that are not done. An import that matches by code prepares these as well: later rows
   * may repeat their codes.
   * @param blocks all, in file order
   */
  async writeBlocks(blocks: readonly Block[]): Promise<void> {
    const { signal } = this;
    const isDone = ({ index }: Block): boolean => this.#done.has(index);
    const { workers } = this.services;
    const writes = new Set<Promise<void>>();
    const prepare = async (block: Block) => ({
      block,
      prepared: await withTries(block, signal, () => this.#prepare(block), this.#onRetry),
    });
    try {
      const wanted = this.#matched === null ? blocks.filter((block) => !isDone(block)) : blocks;
      for await (const { block, prepared } of inTurn(wanted, workers, prepare)) {
        signal.throwIfAborted();
        const beginMs = performance.now();
        const decision = await this.#decide(prepared);
        if (isDone(block)) continue;
        if (this.#repeats !== null) this.#repeats.rows += await countRepeats(prepared, this.#repeats.seen);
        const decided = { decision, deduplicatingMs: performance.now() - beginMs };
        if (decision.repeats) await Promise.all(writes);
        const styles = await this.legend.resolve(prepared, decision);
        const written = this.#write(block, prepared, decided, styles);
        writes.add(written);
        written.then(
          () => writes.delete(written),
          () => {},
        );
        if (writes.size >= workers + MORE_WRITES) await Promise.race(writes);
      }
      await Promise.all(writes);
    } finally {
      // Nothing of this try may still be under way when the job is given back.
      await Promise.allSettled(writes);
    }
  }

  async #decide(rows: MetBlock): Promise<Decision> {
    const { onDuplicate, onNew } = this.task.options;
    const decision = await (this.#matched === null
      ? decideDuplicates(rows, this.#seen, onDuplicate, onNew, this.#known)
      : decideMatched(rows, this.#seen, this.#matched, onNew));
    const { metBeside = [] } = rows;
    if (metBeside.length === 0) return decision;
    return { ...decision, metByRefused: [...metBeside, ...(decision.metByRefused ?? [])] };
  }

  readonly #onRetry = (): void => {
    this.services.counts.retries++;
  };

  #prepare(block: Block): Promise<MetBlock> {
    if (this.lookedUp) return this.lookedUp.prepare(block, this.#meeting);
    return prepareOnThread(this.services.threads, this.path, block, this.#context, this.#meeting);
  }

  #write(
    block: Block,
    first: MetBlock,
    { decision, deduplicatingMs }: TimedDecision,
    styles: RowStyles,
  ): Promise<void> {
    const { job, task, signal } = this;
    const { onDuplicate, match, onNew, missing } = task.options;
    const fieldTypes = this.fields.of(first.fieldTypes);
    const headRows = Math.max(0, INLINE_ERRORS - this.#rejected);
    const refused = decision.refused?.length ?? 0;
    const { unmet = 0, unchanged = 0 } = decision;
    const duplicates = first.rows - decision.kept - refused - unmet - unchanged;
    const rejected = first.rejections.records.length + refused + (onDuplicate === 'error' ? duplicates : 0);
    this.#rejected += rejected;
    if ((onDuplicate === 'skip' && duplicates > 0) || onNew === 'skip') this.hasSkipped = true;
    const { counts } = this.services;
    // Its arrays go with a failed try; preparing is pure and gives the same again, but for the markers that
    // rows meet, which are decided.
    const { existing } = first;
    const derivesColor = Uint8Array.from(first.styles.colors, (color) => (color === null ? 1 : 0));
    let prepared: MetBlock | null = { ...first, styles, existing: existing?.slice() ?? null };
    return withTries(
      block,
      signal,
      async () => {
        const isRepeated = prepared === null;
        const next = prepared ?? {
          ...(await this.#prepareAgain(block)),
          styles,
          existing: existing?.slice() ?? null,
        };
        prepared = null;
        const result = await writeOnThread(this.services.threads, {
          jobId: job.id,
          lease: job.lease,
          mapId: job.mapId,
          block: block.index,
          records: block.records,
          prepared: next,
          decision,
          onDuplicate,
          match,
          onNew,
          keepsMet: missing !== null,
          own: this.#own(job.firstMarkerId, job.total),
          resumed: this.#resumed,
          derivesColor,
          nowMs: this.#nowMs,
          headRows,
          fieldTypes,
          deduplicatingMs,
        });
        if (result.outcome === 'fenced') {
          counts.fenced++;
          throw new LeaseLost(job.id);
        }
        if (result.outcome === 'failed') throw new Error(result.reason);
        if (result.outcome === 'unavailable') throw new DatabaseAway(result.reason);
        // An earlier try may have committed others.
        if (isRepeated || result.rejected !== 0) this.hasRejected = true;
        this.fields.committed(result.fieldTypes ?? []);
        this.lookedUp?.written(block);
        counts.blocks++;
        counts.rows.accepted += decision.kept + unchanged;
        counts.rows.rejected += rejected;
        counts.rows.duplicate += unmet + (onDuplicate === 'error' ? 0 : duplicates);
      },
      this.#onRetry,
    );
  }

  #prepareAgain(block: Block): Promise<MetBlock> {
    if (this.lookedUp) return this.lookedUp.prepareAgain(block, null);
    return prepareOnThread(this.services.threads, this.path, block, this.#context, null);
  }
}
