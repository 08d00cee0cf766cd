const PIECE_BYTES = 1 << 18;
/** More is left to the garbage collector, and so is memory of larger blocks, which are rare. */
const MOST_PIECES = 3;
const MOST_BYTES = 4 << 20;

/**
 * Memory of blocks that are done, for the next ones of a thread. V8 counts what lies outside of its heap: with a new megabyte or two for
 * each block it collects the whole heap every few dozen blocks, though rows leave next to no garbage in it.
 */
export class SpareMemory {
  readonly #pieces: Buffer[] = [];

  readonly take = (bytes: number): Buffer => {
    const fitting = this.#pieces.findIndex((piece) => piece.length >= bytes);
    if (fitting !== -1) return this.#pieces.splice(fitting, 1)[0]!;
    return Buffer.allocUnsafeSlow(Math.ceil(bytes / PIECE_BYTES) * PIECE_BYTES);
  };

  /** @param memory that nothing refers to any more */
  give(memory: ArrayBufferLike): void {
    if (memory.byteLength === 0 || memory.byteLength > MOST_BYTES) return;
    this.#pieces.push(Buffer.from(memory));
    // The smallest stays first, and goes when there are too many.
    this.#pieces.sort((a, b) => a.length - b.length);
    if (this.#pieces.length > MOST_PIECES) this.#pieces.shift();
  }
}
