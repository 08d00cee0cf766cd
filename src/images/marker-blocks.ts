import { binaryRows } from '../store/binary-rows.js';
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

const FIELDS = Object.keys(MARKER_ROW).length;
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
  for await (const { bytes, starts, count } of binaryRows(chunks, FIELDS))
    for (let row = 0; row < count; row++) {
      readRow(bytes, starts[row]!, block, palette);
      if (block.count < BLOCK) continue;
      yield block;
      block.count = 0;
    }
  if (block.count > 0) yield block;
}

function readRow(bytes: Buffer, start: number, block: MarkerBlock, palette: ReadonlyMap<string, number>) {
  const i = block.count++;
  let at = start + LENGTH_BYTES;
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
