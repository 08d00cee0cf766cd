import { open } from 'node:fs/promises';
import type { Block } from '../../src/format/block.js';
import { blankLeftOut } from '../../src/format/left-out.js';

/** Memory that blocks are read into, one after the other. */
let input = Buffer.alloc(0);
const MOST_INPUT_BYTES = 1 << 20;

/** Memory for the bytes of a block that are not needed any more when the next one is read. */
export function inputFor(bytes: number): Buffer {
  if (bytes > MOST_INPUT_BYTES) return Buffer.allocUnsafeSlow(bytes);
  if (input.length < bytes) input = Buffer.allocUnsafeSlow(MOST_INPUT_BYTES);
  return input;
}

/**
 * Reads the bytes of a block; none for an oversize record, which may exceed the memory.
 * @throws Error when the file ends before the range, so that missing bytes are not taken for rows
 */
export async function readRange(
  path: string,
  block: Block,
  allocate: (bytes: number) => Buffer = Buffer.allocUnsafeSlow,
): Promise<Buffer> {
  const { startByte, endByte, oversize } = block;
  if (oversize) return Buffer.alloc(0);
  const file = await open(path, 'r');
  try {
    const bytes = allocate(endByte - startByte).subarray(0, endByte - startByte);
    for (let from = 0; from < bytes.length; ) {
      const { bytesRead } = await file.read(bytes, from, bytes.length - from, startByte + from);
      if (bytesRead === 0) throw new Error('the upload is shorter than it was when it was received');
      from += bytesRead;
    }
    blankLeftOut(bytes, block);
    return bytes;
  } finally {
    await file.close();
  }
}
