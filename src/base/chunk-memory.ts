/**
 * Sizes of pieces are powers of two: 16 KiB to 512 KiB, the most that uWebSockets.js hands over at a time.
 */
const LEAST_BITS = 14;
const MOST_BITS = 19;
const MOST_FREE_BYTES = 4 << 20;

/**
 * Memory of the chunks of bodies, for later ones. V8 counts it: with new memory for each chunk it collected
 * the whole heap of the main thread every 12 MB of an upload. And pages that were used before are copied to
 * in an eighth of the time.
 */
export class ChunkMemory {
  readonly #free: Buffer[][] = Array.from({ length: MOST_BITS + 1 }, () => []);
  #freeBytes = 0;
  /** The whole piece of each copy that is not given back. */
  readonly #lent = new WeakMap<Uint8Array, Buffer>();

  copyOf(chunk: Uint8Array): Buffer {
    const bits = 32 - Math.clz32(chunk.length - 1);
    if (bits < LEAST_BITS || bits > MOST_BITS) return Buffer.from(chunk);
    const reused = this.#free[bits]!.pop();
    if (reused !== undefined) this.#freeBytes -= reused.length;
    const piece = reused ?? Buffer.allocUnsafeSlow(2 ** bits);
    piece.set(chunk);
    const copy = piece.subarray(0, chunk.length);
    this.#lent.set(copy, piece);
    return copy;
  }

  /**
   * @param bytes that nothing reads any more; only the memory of a whole copy is used again, not that of a
   * part
   */
  giveBack(bytes: Uint8Array): void {
    const piece = this.#lent.get(bytes);
    if (piece === undefined || this.#freeBytes + piece.length > MOST_FREE_BYTES) return;
    this.#lent.delete(bytes);
    this.#free[Math.log2(piece.length)]!.push(piece);
    this.#freeBytes += piece.length;
  }
}

/** Memory that all bodies of this process share. */
export const chunkMemory = new ChunkMemory();
