import { open } from 'node:fs/promises';
import { workerData } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { AppError } from '../src/errors.js';
import type { Block } from '../src/import/block-builder.js';
import { type BlockWrite, BlockWriter } from '../src/import/block-writer.js';
import { checkJsonBlock } from '../src/import/check-json.js';
import { type ExaminedBlock, examineBlock } from '../src/import/examine-block.js';
import { MapLookup } from '../src/import/map-lookup.js';
import { type PrepareContext, prepareBlock, type TimedBlock } from '../src/import/prepare-block.js';
import { type RejectRequest, renderRejects } from '../src/import/rejects.js';

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
function moved(prepared: TimedBlock): unknown {
  const { lines, records, fileLines, keys, styleOf, areas } = prepared;
  const transferable = {
    get [Piscina.transferableSymbol]() {
      return [lines, records, fileLines, keys, styleOf, areas].map((array) => array.buffer);
    },
    get [Piscina.valueSymbol]() {
      return prepared;
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
  return moved({ ...prepared, parsingMs: performance.now() - beginMs });
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
