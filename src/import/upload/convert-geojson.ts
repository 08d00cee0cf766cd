import { isUtf8 } from 'node:buffer';
import { fstat as fstatFd, read as readFd } from 'node:fs';
import { promisify } from 'node:util';
import { badRequest } from '../../base/errors.js';
import { type Block, MAX_RECORD_BYTES } from '../../format/block.js';
import { FeatureRows } from '../../format/geojson/feature-rows.js';
import { JsonBlockCutter, parseJsonBlock } from '../../format/json-blocks.js';
import { quoteInexactNumbers } from '../../schema/json-text.js';
import type { ConvertedTable, SourceFile } from './converted-table.js';
import { plainOption } from './option-names.js';

const readBytes = promisify(readFd);
const fstat = promisify(fstatFd);

const CHUNK_BYTES = 256 * 1024;
const STEP_CHARACTERS = 256 * 1024;
/** The table may be so many times as long as the file, beyond the first characters. */
const MAX_RATIO = 20;
const FREE_CHARACTERS = 32 << 20;
/** A collection is known by what stands before its features. */
const HEAD_BYTES = 64 * 1024;
const LF = 10;
/** Stands before each feature of a text sequence (RFC 8142), and nowhere within. */
const RECORD_SEPARATOR = '\x1e';

/**
 * GeoJSON as CSV: a FeatureCollection, a Feature, or features one a line; and Esri's JSON, a set of features
 * of its own form.
 * @throws AppError BAD_REQUEST for what is none of these
 */
export async function* convertGeoJson({
  fd,
  maxColumns,
}: SourceFile): AsyncGenerator<Buffer, ConvertedTable> {
  const { size } = await fstat(fd);
  const rows = new FeatureRows(maxColumns, FREE_CHARACTERS + MAX_RATIO * size);
  const head = await readAt(fd, 0, HEAD_BYTES);
  for await (const _ of readerFor(head)(fd, rows)) if (rows.waiting >= STEP_CHARACTERS) yield rows.take();
  yield rows.take();
  const { header, tallRows } = rows;
  return { header, width: header.length, merged: [], tallRows, notes: [] };
}

function readerFor(head: Buffer): typeof readCollection {
  const [firstLine = ''] = head.toString('utf8').trimStart().split('\n', 1);
  if (isFeature(firstLine)) return readLines;
  return /"type"\s*:\s*"FeatureCollection"|"features"\s*:\s*\[/.test(head.toString('utf8'))
    ? readCollection
    : readOneOrLines;
}

function isFeature(text: string): boolean {
  try {
    return (JSON.parse(withoutSeparators(text)) as { type?: unknown } | null)?.type === 'Feature';
  } catch {
    return false;
  }
}

const withoutSeparators = (text: string): string => text.replaceAll(RECORD_SEPARATOR, '').trim();

async function* readCollection(fd: number, rows: FeatureRows): AsyncGenerator<void> {
  const cutter = new JsonBlockCutter({ member: 'features' });
  for await (const chunk of chunksOf(fd)) {
    for (const block of cutter.push(chunk)) yield* addBlock(fd, block, rows);
  }
  for (const block of cutter.finish()) yield* addBlock(fd, block, rows);
  const given = Object.keys(cutter.others).find((name) => plainOption(name) !== null);
  if (given !== undefined)
    throw badRequest(
      `${given} beside "features" is not read: put ${plainOption(given)} into the query or the part "meta" of a form`,
    );
}

async function* addBlock(fd: number, block: Block, rows: FeatureRows): AsyncGenerator<void> {
  if (block.oversize) rows.addUnread(`a feature of over ${MAX_RECORD_BYTES} bytes`);
  else addFeatures(await readAt(fd, block.startByte, block.endByte - block.startByte), rows);
  yield;
}

function addFeatures(bytes: Buffer, rows: FeatureRows): void {
  if (!isUtf8(bytes)) throw badRequest('GeoJSON must be in UTF-8, and the file holds other bytes');
  for (const feature of parseJsonBlock(quoteInexactNumbers(bytes.toString('utf8')), 'refuse'))
    rows.add(feature);
}

/** A feature may stand on several lines, or its line be longer than what was looked at. */
async function* readOneOrLines(fd: number, rows: FeatureRows): AsyncGenerator<void> {
  const start = await readAt(fd, 0, MAX_RECORD_BYTES + 1);
  const text = start.length > MAX_RECORD_BYTES ? '' : start.toString('utf8');
  if (isFeature(text)) addFeatures(Buffer.from(withoutSeparators(text)), rows);
  else yield* readLines(fd, rows);
}

async function* readLines(fd: number, rows: FeatureRows): AsyncGenerator<void> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunksOf(fd)) {
    let from = 0;
    for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, from)) {
      addLine(Buffer.concat([rest, chunk.subarray(from, end)]), rows);
      rest = Buffer.alloc(0);
      from = end + 1;
    }
    rest = Buffer.concat([rest, chunk.subarray(from)]);
    if (rest.length > MAX_RECORD_BYTES)
      throw badRequest(
        `The file is neither a FeatureCollection nor features one a line: a line has over ${MAX_RECORD_BYTES} bytes`,
      );
    yield;
  }
  addLine(rest, rows);
}

function addLine(line: Buffer, rows: FeatureRows): void {
  const text = withoutSeparators(line.toString('utf8'));
  if (text !== '') addFeatures(Buffer.from(text), rows);
}

async function* chunksOf(fd: number): AsyncGenerator<Buffer> {
  for (let at = 0; ; ) {
    const chunk = await readAt(fd, at, CHUNK_BYTES);
    if (chunk.length === 0) return;
    yield chunk;
    at += chunk.length;
  }
}

async function readAt(fd: number, start: number, bytes: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(bytes);
  let filled = 0;
  while (filled < bytes) {
    const { bytesRead } = await readBytes(fd, buffer, filled, bytes - filled, start + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}
