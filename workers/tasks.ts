import { open } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { threadId, workerData } from 'node:worker_threads';
import { AppError } from '../src/base/errors.js';
import { detachEarly } from '../src/base/threads/detach-early.js';
import { moved } from '../src/base/threads/moved.js';
import { giveWay } from '../src/base/threads/priority.js';
import type { Block } from '../src/format/block.js';
import { blankLeftOut } from '../src/format/left-out.js';
import { type AreaOf, AreaTexts } from '../src/format/write/area-geometry.js';
import { formatFeatures as formatGeoJson, wantedAreas } from '../src/format/write/format-features.js';
import { formatRows as formatCsv } from '../src/format/write/format-rows.js';
import { type MeasuredArea, measureArea } from '../src/format/write/measure-area.js';
import type { FeatureRows } from '../src/format/write/on-thread.js';
import type { DrivePlace } from '../src/geo/drive-time/drive-place.js';
import { estimatedArea } from '../src/geo/drive-time/estimate.js';
import { packArea } from '../src/geo/drive-time/pack-area.js';
import type { Geodata } from '../src/geo/geodata.js';
import { SearchTookTooLong } from '../src/geo/isochrone/bounded-search.js';
import { isochroneOf, NO_ROADS, type RoadNetworks } from '../src/geo/isochrone/networks.js';
import { WARM_UP_AREAS, warmUpArea } from '../src/geo/isochrone/warm-up.js';
import {
  type ClassConfig,
  classify as classifyNumbers,
  type ValueClass,
} from '../src/import/choropleth/classify.js';
import type { Aggregate } from '../src/import/choropleth/config.js';
import { type SampleTable, sampleCsv, sampleCustomFields } from '../src/import/columns/sample-rows.js';
import {
  type Examination,
  type ExaminedBlock,
  examineBlock,
  type Finding,
} from '../src/import/dry-run/examine-block.js';
import { previewColumns as tellColumns } from '../src/import/dry-run/preview-columns.js';
import { type SharingRows, sharingRows } from '../src/import/dry-run/sharing-rows.js';
import { placerOf } from '../src/import/place/placer-of.js';
import type { CheckedJson } from '../src/import/plan/on-threads.js';
import type { BlockMemory } from '../src/import/prepare/block-memory.js';
import {
  arraysOf,
  type MetBlock,
  prepareBlock,
  type Unasked,
  unaskedOf,
} from '../src/import/prepare/prepare-block.js';
import { receivedContext, type SentContext } from '../src/import/prepare/sent-context.js';
import { type RejectRequest, renderRejects } from '../src/import/report/rejects.js';
import { type AreaValues, aggregateAreas as aggregatePages } from '../src/import/run/aggregate-areas.js';
import type { BlockWrite } from '../src/import/run/copy-rows.js';
import {
  type AreaMeasures,
  type AreaPage,
  measureAreas as measureAreaPage,
} from '../src/import/run/measure-areas.js';
import { meetMap } from '../src/import/run/meet-map.js';
import type { Meeting } from '../src/import/run/on-threads.js';
import { type WriteResult, writeBlock } from '../src/import/run/write-block.js';
import type { ImportPlan } from '../src/import/task.js';
import { checkJsonBlock } from '../src/import/upload/check-json.js';
import { settleTable } from '../src/import/upload/settle-table.js';
import type { Inference, Label } from '../src/recognise/infer.js';
import type { InferenceAnswer, InferRequest } from '../src/recognise/inference.js';
import type { PreviewColumn } from '../src/schema/dry-run.js';
import type { ColumnMapping } from '../src/schema/job.js';
import type { CleanArea, cleanArea } from '../src/services/isochrones/area/clean-area.js';
import { readAreas } from '../src/store/areas-of-markers.js';
import { BlockTransactions } from '../src/store/block-transactions.js';
import { openThreadPool } from '../src/store/thread-pool.js';
import { isTransient } from '../src/store/transient.js';
import type { AreaAnswer } from '../src/world/drive-times/area-source.js';
import type { DrawTask } from '../src/world/drive-times/drawn-on-threads.js';

const { databaseUrl, givesWay } = workerData as { databaseUrl: string; givesWay: boolean };
if (givesWay) giveWay();
detachEarly();
const transactions = new BlockTransactions(databaseUrl, 2);
const lookups = openThreadPool(databaseUrl, 1);
/** Memory that blocks are read into, one after the other. */
let input = Buffer.alloc(0);
const MOST_INPUT_BYTES = 1 << 20;

function inputFor(bytes: number): Buffer {
  if (bytes > MOST_INPUT_BYTES) return Buffer.allocUnsafeSlow(bytes);
  if (input.length < bytes) input = Buffer.allocUnsafeSlow(MOST_INPUT_BYTES);
  return input;
}

/**
 * Reads the bytes of a block; none for an oversize record, which may exceed the memory.
 * @throws Error when the file ends before the range, so that missing bytes are not taken for rows
 */
async function readRange(
  path: string,
  block: Block,
  allocate: (bytes: number) => Buffer = Buffer.allocUnsafeSlow,
): Promise<Buffer> {
  const { startByte, endByte, oversize } = block;
  if (oversize) return Buffer.alloc(0);
  const file = await open(path, 'r');
  try {
    const bytes = allocate(endByte - startByte).subarray(0, endByte - startByte);
    for (let from = 0; from < bytes.length; ) {
      const { bytesRead } = await file.read(bytes, from, bytes.length - from, startByte + from);
      if (bytesRead === 0) throw new Error('the upload is shorter than it was when it was received');
      from += bytesRead;
    }
    blankLeftOut(bytes, block);
    return bytes;
  } finally {
    await file.close();
  }
}

export async function prepare(job: {
  path: string;
  block: Block;
  context: SentContext;
  meeting: Meeting | null;
  memory: BlockMemory | null;
}): Promise<unknown> {
  const { path, block, meeting, memory } = job;
  const context = receivedContext(job.context);
  const beginMs = performance.now();
  const bytes = await readRange(path, block, inputFor);
  const prepared = prepareBlock(bytes, block, context, memory ?? undefined);
  const unasked = unaskedOf(prepared);
  if (unasked !== null) return unasked;
  const parsedMs = performance.now();
  let existing: Float64Array | null = null;
  try {
    if (meeting !== null && prepared.rows > 0)
      existing = await meetMap(lookups, context.mapId, prepared, meeting);
  } catch (error) {
    // Returned as a value, because errors lose their members on the way from a thread.
    if (isTransient(error)) return { unavailable: (error as Error).message };
    throw error;
  }
  // Placing is measured on some rows only, so the estimate can exceed the whole.
  const placingMs = Math.min(prepared.placingMs, parsedMs - beginMs);
  const met: MetBlock = {
    ...prepared,
    existing,
    placingMs,
    parsingMs: parsedMs - beginMs - placingMs,
    meetingMs: performance.now() - parsedMs,
  };
  return moved(met, arraysOf(met));
}

export async function examine(job: {
  path: string;
  block: Block;
  context: SentContext;
  of: Examination;
}): Promise<ExaminedBlock | Unasked> {
  const { path, block, of } = job;
  const context = receivedContext(job.context);
  const prepared = prepareBlock(await readRange(path, block), block, context);
  const { mapId, nowMs = Date.now() } = context;
  return unaskedOf(prepared) ?? examineBlock(prepared, mapId, lookups, of, nowMs);
}

export async function sharing(job: {
  path: string;
  block: Block;
  context: SentContext;
  of: { isEmpty: boolean; wanted: Uint8Array } & Finding;
}): Promise<SharingRows | Unasked> {
  const { path, block, of } = job;
  const context = receivedContext(job.context);
  const prepared = prepareBlock(await readRange(path, block), block, context);
  const { mapId, nowMs = Date.now() } = context;
  const database = of.isEmpty ? null : lookups;
  const { match = null, codes = null } = of;
  const wanted = { firstRecord: block.firstRecord, marks: of.wanted, match, codes };
  return unaskedOf(prepared) ?? sharingRows(prepared, wanted, mapId, database, nowMs);
}

/** Numbers by which the rows of a block are classified. */
export async function measure(job: { path: string; block: Block; context: SentContext }): Promise<unknown> {
  const { path, block } = job;
  const { measures } = prepareBlock(await readRange(path, block), block, receivedContext(job.context));
  const { points, commas } = measures!;
  return moved(measures!, commas === null ? [points] : [points, commas]);
}

export const measureAreas = (page: AreaPage) => measureAreaPage(lookups, page);

export const aggregateAreas = ({
  pages,
  aggregate,
}: {
  pages: readonly AreaMeasures[];
  aggregate: Aggregate;
}): AreaValues => aggregatePages(pages, aggregate);

export const classify = ({ numbers, config }: { numbers: Float64Array; config: ClassConfig }): ValueClass[] =>
  classifyNumbers(numbers, config);

type SamplePlan = Pick<ImportPlan, 'encoding' | 'delimiter'>;

export { settleTable };

export async function sampleRows(job: {
  path: string;
  block: Block | null;
  plan: SamplePlan;
  columns: number;
}): Promise<string[][]> {
  const { path, block, plan, columns } = job;
  return block === null ? [] : sampleCsv(await readRange(path, block), block, plan, columns);
}

export async function infer(job: {
  path: string;
  block: Block | null;
  plan: SamplePlan;
  request: InferRequest;
  geodata: Geodata;
}): Promise<InferenceAnswer> {
  const rows = await sampleRows({ ...job, columns: job.request.headers.length });
  return inferTable({ ...job, rows });
}

export async function inferTable({
  request,
  rows,
  geodata,
}: {
  request: InferRequest;
  rows: string[][];
  geodata: Geodata;
}): Promise<InferenceAnswer> {
  // Loaded on demand: its vocabularies take several MB.
  const { inferColumns } = await import('../src/recognise/infer.js');
  const { headers, open, taken } = request;
  const { names } = placerOf(geodata);
  const answer = inferColumns({ headers, rows, open, taken: new Set(taken as readonly Label[]), names });
  // A column that is empty in the sample may have values further down; one without name and values drops out by itself.
  const keepEmpty = (column: Inference, index: number): Inference =>
    column.label === 'ignore' && rows.every((row) => (row[index] ?? '').trim() === '')
      ? { ...column, label: 'custom' }
      : column;
  return { ...answer, columns: answer.columns.map(keepEmpty) };
}

export async function sampleFields(job: {
  path: string;
  block: Block;
  maxColumns: number;
}): Promise<SampleTable> {
  return sampleCustomFields(await readRange(job.path, job.block), job.block, job.maxColumns);
}

export async function previewColumns(job: {
  path: string;
  block: Block | null;
  format: ImportPlan['format'];
  plan: SamplePlan;
  mapping: readonly ColumnMapping[];
}): Promise<PreviewColumn[]> {
  const { path, block, format, mapping } = job;
  if (format !== 'json' || block === null) {
    const columns = Math.max(...mapping.map(({ index }) => index)) + 1;
    return tellColumns(mapping, await sampleRows({ ...job, columns }));
  }
  const { rows } = await sampleFields({ path, block, maxColumns: mapping.length });
  return tellColumns(mapping, rows);
}

function drawArea(networks: DrawTask['networks'], place: DrivePlace, deadline: number): AreaAnswer {
  if (networks === null) return { packed: packArea(estimatedArea(place)), truncated: false, snapMeters: 0 };
  const { lon, lat, minutes } = place;
  try {
    const area = isochroneOf(networks, lon, lat, minutes, deadline);
    if (area === null) return { none: true };
    const { coordinates, truncated, snapMeters } = area;
    return { packed: packArea(coordinates), truncated, snapMeters: Math.round(snapMeters) };
  } catch (error) {
    if (error instanceof SearchTookTooLong) return { tooSlow: true };
    throw error;
  }
}

/** A task over 60 s fails its import, so areas that take long are given up before. */
const MOST_DRAWING_MS = 40_000;
const MOST_AREA_MS = 20_000;

/** Draws a drive-time area for each place. */
export function isochrones({ networks, places }: DrawTask): unknown {
  const end = performance.now() + MOST_DRAWING_MS;
  const answers = places.map((place) =>
    drawArea(networks, place, Math.min(end, performance.now() + MOST_AREA_MS)),
  );
  return moved(
    answers,
    answers.flatMap((answer) => ('packed' in answer ? [answer.packed] : [])),
  );
}

/** The polygon library behind it is loaded on first use: only imports with drive times of a routing service need it. */
export async function cleanServiceArea(args: Parameters<typeof cleanArea>): Promise<CleanArea> {
  const { cleanArea } = await import('../src/services/isochrones/area/clean-area.js');
  return cleanArea(...args);
}

export const write = (job: BlockWrite): Promise<WriteResult> => writeBlock(transactions, job);

/** @returns the defect of the upload, or null: an error thrown here would lose its class on the way */
export async function checkJson(job: { path: string; block: Block }): Promise<CheckedJson> {
  try {
    return { defect: null, unread: checkJsonBlock(await readRange(job.path, job.block), job.block) };
  } catch (error) {
    if (error instanceof AppError) return { defect: error.message, unread: [] };
    throw error;
  }
}

export async function rejects(job: { path: string; block: Block; request: RejectRequest }): Promise<unknown> {
  const { path, block, request } = job;
  const csv = renderRejects(await readRange(path, block), block, request);
  return moved(csv, [csv]);
}

/** Longest wait for the database in the warm-up; the first block connects otherwise. */
const CONNECT_MS = 200;
let slices = 0;
let warmUpAreas = 0;

/** Runs a slice of the warm-up; the first connects to the database. */
export async function warmUp({
  geodata,
  networks = NO_ROADS,
}: {
  geodata?: Geodata;
  networks?: RoadNetworks;
}): Promise<{ threadId: number; isWarm: boolean }> {
  const { warmUpSlice, WARM_UP_SLICES } = await import('../src/import/prepare/warm-up.js');
  if (slices === 0) await Promise.race([transactions.connect().catch(() => {}), delay(CONNECT_MS)]);
  else if (slices <= WARM_UP_SLICES) warmUpSlice(slices, geodata);
  else if (networks.graphs.length > 0 && warmUpAreas < WARM_UP_AREAS) warmUpArea(networks, warmUpAreas++);
  slices++;
  return {
    threadId,
    isWarm: slices > WARM_UP_SLICES && (networks.graphs.length === 0 || warmUpAreas === WARM_UP_AREAS),
  };
}

export function formatRows({ rows, customFields }: { rows: Uint8Array; customFields: string[] }): unknown {
  const csv = formatCsv(Buffer.from(rows.buffer), customFields);
  return moved(csv, [csv]);
}

/** Texts of the geodata that were used last. */
let areaTexts: { version: string; texts: AreaTexts } | null = null;

function areaTextsOf(geodata: Geodata): AreaTexts {
  if (areaTexts?.version !== geodata.version)
    areaTexts = { version: geodata.version, texts: new AreaTexts(placerOf(geodata).regions) };
  return areaTexts.texts;
}

export async function formatFeatures({ rows, geodata, ...options }: FeatureRows): Promise<unknown> {
  const copyText = Buffer.from(rows.buffer);
  const areas = geodata === null ? null : areaTextsOf(geodata);
  const wanted = areas === null ? { keys: [], end: copyText.length } : wantedAreas(copyText, options.from);
  const driveTimes = await readAreas(lookups, wanted.keys);
  const { json, ...formatted } = formatGeoJson(copyText.subarray(0, wanted.end), {
    ...options,
    areas,
    driveTimes,
  });
  const bytes = new TextEncoder().encode(json);
  return moved({ ...formatted, json: bytes, rows }, [bytes, rows]);
}

export async function formatArea({
  geodata,
  marker,
}: {
  geodata: Geodata;
  marker: AreaOf;
}): Promise<MeasuredArea | null> {
  const geometry = areaTextsOf(geodata).textOf(marker);
  return geometry === null ? null : measureArea(geometry);
}
