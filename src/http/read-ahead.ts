/** Further chunks get memory of their own. */
const ARENA_BYTES = 32 * 1024 * 1024;

/**
 * Arena for bytes that arrive although their source is paused.
 *
 * uSockets keeps reading while each read fills its buffer of 512 KiB, even when the socket is paused
 * (`goto read_more` in its loop.c, uNetworking/uSockets@833497e), and nothing else in the process runs. With
 * a sender on a fast network, such as a proxy on this machine, that ends only when the sender is slower than
 * we are. Copying 512 KiB into fresh memory takes 0.34 ms, mostly page faults, and 600 MB were read at a
 * stretch, in 3 s. Copying into memory that was used before takes 0.04 ms: 8 to 112 MB were read, in up
 * to 0.2 s, in most runs. Only a setting of the kernel ends it for good (docs/deployment.md).
 */
export class ReadAhead {
  #arena: Buffer | null = null;
  #usedBytes = 0;
  readonly #owners = new Set<() => void>();

  /**
   * @param moveOut called once at the end of the turn of the event loop: the owner must copy the bytes, or
   * give them up
   * @returns a copy of the chunk, valid until then
   */
  copy(chunk: Uint8Array, moveOut: () => void): Buffer {
    const start = this.#usedBytes;
    if (start + chunk.length > ARENA_BYTES) return Buffer.from(chunk);
    // Filled with ones, so that its pages are mapped.
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
