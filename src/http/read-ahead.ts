/** More has to wait in memory of its own. */
const ARENA_BYTES = 32 * 1024 * 1024;

/**
 * Where bytes wait that come though their source is paused.
 *
 * uSockets reads on for as long as each read fills its buffer of 512 KiB, whether the socket was paused meanwhile or not (`goto read_more` in its
 * loop.c, uNetworking/uSockets@833497e), and nothing else of the process runs: a sender on a fast network, such as a proxy on this machine, ends
 * that only by being slower than we are. A copy of 512 KiB into fresh memory takes 0.34 ms, most of it page faults, and 600 MB were read at a stretch,
 * in 3 s. Into memory that was used before it takes 0.04 ms: 8 to 112 MB, in up to 0.2 s, in most runs. What ends it for good is a setting of the
 * kernel (docs/deployment.md).
 */
export class ReadAhead {
  #arena: Buffer | null = null;
  #usedBytes = 0;
  readonly #owners = new Set<() => void>();

  /**
   * @param moveOut called once, when the loop has ended: the bytes are to be copied out of what is returned, or given up
   * @returns a copy of the chunk
   */
  copy(chunk: Uint8Array, moveOut: () => void): Buffer {
    const start = this.#usedBytes;
    if (start + chunk.length > ARENA_BYTES) return Buffer.from(chunk);
    // Filled, so that its pages are there.
    this.#arena ??= Buffer.alloc(ARENA_BYTES, 1);
    this.#arena.set(chunk, start);
    this.#usedBytes += chunk.length;
    if (this.#owners.size === 0) setImmediate(() => this.#clear());
    this.#owners.add(moveOut);
    return this.#arena.subarray(start, this.#usedBytes);
  }

  #clear(): void {
    for (const moveOut of this.#owners) moveOut();
    this.#owners.clear();
    this.#usedBytes = 0;
  }
}
