import type { FileHandle } from 'node:fs/promises';

const CHUNK_BYTES = 256 * 1024;

/**
 * Bytes of a file, chunk by chunk, each in memory of its own; fewer where the file ends earlier. A stream of
 * the handle would not do: abandoned before its end, it closes the handle for all others.
 */
export async function* readFileRange(handle: FileHandle, start: number, end: number): AsyncGenerator<Buffer> {
  for (let at = start; at < end; ) {
    const length = Math.min(CHUNK_BYTES, end - at);
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafeSlow(length), 0, length, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}
