import { open } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { threadId, workerData } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { AppError } from '../src/errors.js';
import { formatRows as formatCsv } from '../src/export/format-rows.js';
import type { Block } from '../src/import/block-builder.js';
import { type BlockWrite, BlockWriter } from '../src/import/block-writer.js';
import { checkJsonBlock } from '../src/import/check-json.js';
import { type ExaminedBlock, examineBlock } from '../src/import/examine-block.js';
import type { Inference, Label } from '../src/import/header/infer.js';
import type { InferenceAnswer, InferRequest } from '../src/import/inferrer.js';
import { MapLookup } from '../src/import/map-lookup.js';
import { type PrepareContext, prepareBlock, type TimedBlock } from '../src/import/prepare-block.js';
import { type RejectRequest, renderRejects } from '../src/import/rejects.js';
import { type SampleTable, sampleCsv, sampleCustomFields } from '../src/import/sample-rows.js';
import type { ImportPlan } from '../src/import/task.js';
import { giveWay } from '../src/thread-priority.js';

giveWay();
const { databaseUrl } = workerData as { databaseUrl: string };
const writer = new BlockWriter(databaseUrl, 2);
const lookup = new MapLookup(databaseUrl);

async function readRange(path: string, { startByte, endByte }: Block): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const bytes = Buffer.allocUnsafeSlow(endByte - startByte);
    await file.read(bytes, 0, bytes.length, startByte);
    return bytes;
  } finally {
    await file.close();
  }
}

/** Hands the arrays over instead of copying them. */
function moved(value: unknown, arrays: readonly { buffer: ArrayBufferLike }[]): unknown {
  const transferable = {
    get [Piscina.transferableSymbol]() {
      return arrays.map((array) => array.buffer);
    },
    get [Piscina.valueSymbol]() {
      return value;
    },
  };
  // The package declares these two symbols twice, once as its interface's own.
  return Piscina.move(transferable as unknown as Parameters<typeof Piscina.move>[0]);
}

export async function prepare(job: {
  path: string;
  block: Block;
  context: PrepareContext;
}): Promise<unknown> {
  const beginMs = performance.now();
  const bytes = job.block.oversize ? Buffer.alloc(0) : await readRange(job.path, job.block);
  const prepared = prepareBlock(bytes, job.block, job.context);
  const { lines, records, fileLines, keys, styleOf, areas } = prepared;
  const timed: TimedBlock = { ...prepared, parsingMs: performance.now() - beginMs };
  return moved(timed, [lines, records, fileLines, keys, styleOf, areas]);
}

export async function examine(job: {
  path: string;
  block: Block;
  context: PrepareContext;
  of: { isEmpty: boolean; sampleRecords: number };
}): Promise<ExaminedBlock> {
  const { path, block, context, of } = job;
  const bytes = block.oversize ? Buffer.alloc(0) : await readRange(path, block);
  const prepared = prepareBlock(bytes, block, context);
  return examineBlock(prepared, context.mapId, of.isEmpty ? null : lookup, of.sampleRecords);
}

type SamplePlan = Pick<ImportPlan, 'encoding' | 'delimiter'>;

export async function sampleRows(job: {
  path: string;
  block: Block | null;
  plan: SamplePlan;
  columns: number;
}): Promise<string[][]> {
  const { path, block, plan, columns } = job;
  return block === null || block.oversize
    ? []
    : sampleCsv(await readRange(path, block), block, plan, columns);
}

export async function infer(job: {
  path: string;
  block: Block | null;
  plan: SamplePlan;
  request: InferRequest;
}): Promise<InferenceAnswer> {
  const rows = await sampleRows({ ...job, columns: job.request.headers.length });
  return inferTable({ request: job.request, rows });
}

export async function inferTable({
  request,
  rows,
}: {
  request: InferRequest;
  rows: string[][];
}): Promise<InferenceAnswer> {
  // Its vocabularies are several MB: threads that are never asked do without.
  const { inferColumns } = await import('../src/import/header/infer.js');
  const { headers, open, taken } = request;
  const answer = inferColumns({ headers, rows, open, taken: new Set(taken as readonly Label[]) });
  // What is empty here may be filled further down; a column without a name and values drops out by itself.
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

export const write = (job: BlockWrite) => writer.write(job);

/** @returns what is wrong with the upload, or null. An error thrown here would lose its class on its way. */
export async function checkJson(job: { path: string; block: Block }): Promise<string | null> {
  try {
    checkJsonBlock(await readRange(job.path, job.block), job.block);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}

export async function rejects(job: { path: string; block: Block; request: RejectRequest }): Promise<string> {
  return renderRejects(await readRange(job.path, job.block), job.block, job.request);
}

/** A database that takes longer to connect to is left to the first block. */
const CONNECT_MS = 200;
let slices = 0;

/** A slice of the warm-up; the first is to connect to the database. A thread that waits for a task does nothing else. */
export async function warmUp(): Promise<{ threadId: number; isWarm: boolean }> {
  const { warmUpSlice, WARM_UP_SLICES } = await import('../src/import/warm-up.js');
  if (slices === 0) await Promise.race([writer.connect().catch(() => {}), delay(CONNECT_MS)]);
  else if (slices <= WARM_UP_SLICES) warmUpSlice(slices);
  return { threadId, isWarm: ++slices > WARM_UP_SLICES };
}

export function formatRows({ rows, customFields }: { rows: Uint8Array; customFields: string[] }): unknown {
  const csv = formatCsv(Buffer.from(rows.buffer), customFields);
  return moved(csv, [csv]);
}
