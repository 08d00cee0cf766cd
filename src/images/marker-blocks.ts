import { MARKER_ROW } from '../store/image-markers.js';

/** Largest number of markers of a block. */
const BLOCK = 16_384;

/** Markers by column. The next block reuses the memory. */
export interface MarkerBlock {
  count: number;
  /** Degrees. */
  readonly lngs: Float64Array;
  readonly lats: Float64Array;
  /** Places in the palette. */
  readonly colors: Uint16Array;
  /** Area as in MARKER_ROW.area. */
  readonly areas: (string | null)[];
  readonly labels: (string | null)[];
  readonly categories: (string | null)[];
}

/** Signature and flags of COPY's binary form, and the length of the header extension. */
const HEAD_BYTES = 11 + 4;
const FIELDS = Object.keys(MARKER_ROW).length;
/** Number of fields of a row; after the last one it is -1. */
const COUNT_BYTES = 2;
const LENGTH_BYTES = 4;
const DOUBLE_BYTES = 8;

/**
 * The rows of `ImageMarkers.readRows`, block by block, in constant memory.
 * @param palette name of a colour -> its number; a marker without one, or with another, has the number behind
 * them
 * @throws RangeError for bytes that are no such rows
 */
export async function* readBlocks(
  chunks: AsyncIterable<Buffer>,
  palette: ReadonlyMap<string, number>,
): AsyncGenerator<MarkerBlock> {
  const block: MarkerBlock = {
    count: 0,
    lngs: new Float64Array(BLOCK),
    lats: new Float64Array(BLOCK),
    colors: new Uint16Array(BLOCK),
    areas: new Array(BLOCK).fill(null),
    labels: new Array(BLOCK).fill(null),
    categories: new Array(BLOCK).fill(null),
  };
  let rest: Buffer = Buffer.alloc(0);
  let isBegun = false;
  let isAtEnd = false;
  for await (const chunk of chunks) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let at = 0;
    if (!isBegun) {
      if (bytes.length < HEAD_BYTES + LENGTH_BYTES) {
        rest = bytes;
        continue;
      }
      at = HEAD_BYTES + LENGTH_BYTES + bytes.readInt32BE(HEAD_BYTES);
      isBegun = true;
    }
    for (;;) {
      if (at + COUNT_BYTES > bytes.length) break;
      const fields = bytes.readInt16BE(at);
      isAtEnd = fields === -1;
      if (isAtEnd) break;
      if (fields !== FIELDS) throw new RangeError(`a row of markers has ${fields} fields`);
      const end = endOfRow(bytes, at);
      if (end > bytes.length) break;
      readRow(bytes, at, block, palette);
      at = end;
      if (block.count < BLOCK) continue;
      yield block;
      block.count = 0;
    }
    // Copied, because a view would keep the whole chunk in memory.
    rest = Buffer.from(bytes.subarray(at));
  }
  if (!isAtEnd) throw new RangeError('the rows of the markers end in the middle');
  if (block.count > 0) yield block;
}

/** Offset of the end of a row; beyond the end of the bytes where the row is incomplete. */
function endOfRow(bytes: Buffer, start: number): number {
  let at = start + COUNT_BYTES;
  for (let field = 0; field < FIELDS; field++) {
    if (at + LENGTH_BYTES > bytes.length) return Number.POSITIVE_INFINITY;
    at += LENGTH_BYTES + Math.max(0, bytes.readInt32BE(at));
  }
  return at;
}

function readRow(bytes: Buffer, start: number, block: MarkerBlock, palette: ReadonlyMap<string, number>) {
  const i = block.count++;
  let at = start + COUNT_BYTES + LENGTH_BYTES;
  block.lngs[i] = bytes.readDoubleBE(at);
  at += DOUBLE_BYTES + LENGTH_BYTES;
  block.lats[i] = bytes.readDoubleBE(at);
  at += DOUBLE_BYTES;
  const text = (): string | null => {
    const length = bytes.readInt32BE(at);
    at += LENGTH_BYTES + Math.max(0, length);
    return length < 0 ? null : bytes.toString('utf8', at - length, at);
  };
  block.colors[i] = palette.get(text() ?? '') ?? palette.size;
  block.areas[i] = text();
  block.labels[i] = text();
  block.categories[i] = text();
}
