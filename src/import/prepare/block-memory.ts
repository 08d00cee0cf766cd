import type { Block } from '../../format/block.js';
import { KEY_WORDS } from '../../markers/duplicate-key.js';

/** Memory in which a block is prepared. */
export interface BlockMemory {
  /** Numbers of its rows, a column behind the other. */
  columns: ArrayBufferLike;
  /** COPY text; more than expected goes elsewhere. */
  lines: ArrayBufferLike;
}

/** Approximate size of a line without its cells. */
const LINE_BYTES = 100;
/**
 * A column of 64-bit numbers, three of 32-bit numbers, two numbers for the line's end, the key and a column
 * of bytes.
 */
const COLUMNS_BYTES = 8 + 4 * (3 + 2 + KEY_WORDS) + 1;

const sizesFor = ({ startByte, endByte, oversize, records }: Block) => ({
  columns: COLUMNS_BYTES * records,
  lines: oversize ? 0 : 2 * (endByte - startByte) + LINE_BYTES * records,
});

/** Memory for a block alone. */
export function memoryFor(block: Block): BlockMemory {
  const { columns, lines } = sizesFor(block);
  return { columns: new ArrayBuffer(columns), lines: Buffer.allocUnsafeSlow(lines).buffer };
}

/** Blocks of usual rows fit in. Pages that no block has touched take no memory. */
const MOST_COLUMNS_BYTES = 1 << 20;
const MOST_LINES_BYTES = 3 << 20;
/** Three imports at a time have so many blocks under way on two threads. */
const MOST_KEPT = 24;

/**
 * Memory of blocks that are written, for the next ones. Threads share it with the main thread: V8 counts what
 * is handed over for the heaps on both sides, and collected the whole heap of the main thread and of each
 * import thread every few dozen blocks.
 */
export class SharedMemory {
  readonly #free: BlockMemory[] = [];

  /** @returns null for a block that does not fit: it has memory of its own */
  take(block: Block): BlockMemory | null {
    const { columns, lines } = sizesFor(block);
    if (columns > MOST_COLUMNS_BYTES || lines > MOST_LINES_BYTES) return null;
    return (
      this.#free.pop() ?? {
        columns: new SharedArrayBuffer(MOST_COLUMNS_BYTES),
        lines: new SharedArrayBuffer(MOST_LINES_BYTES),
      }
    );
  }

  /** @param memory that no thread uses any more */
  give(memory: BlockMemory | null): void {
    if (memory !== null && this.#free.length < MOST_KEPT) this.#free.push(memory);
  }
}
