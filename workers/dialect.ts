import { parentPort, workerData } from 'node:worker_threads';
import { AppError } from '../src/base/errors.js';
import { giveWay } from '../src/base/threads/priority.js';
import type { RewriterAnswer } from '../src/import/upload/dialect-threads.js';
import { FileReader, type FileReaderOptions } from '../src/import/upload/file-reader.js';

giveWay();
const reader = new FileReader(workerData as FileReaderOptions);

// An error ends the thread, with an error event.
parentPort!.on('message', async (chunk: Uint8Array<ArrayBuffer> | null) => {
  const answer = await rewrite(chunk);
  // Copied, because small buffers share memory that cannot be transferred.
  const bytes = Uint8Array.from(answer.bytes);
  parentPort!.postMessage({ ...answer, bytes } satisfies RewriterAnswer, [bytes.buffer]);
});

/** Returns refusals as values, because errors lose their class on the way from a thread. */
async function rewrite(chunk: Uint8Array<ArrayBuffer> | null): Promise<{ bytes: Buffer; refusal?: string }> {
  try {
    const bytes = chunk === null ? reader.finish() : reader.push(Buffer.from(chunk.buffer, 0, chunk.length));
    return { bytes: await bytes };
  } catch (error) {
    if (error instanceof AppError) return { bytes: Buffer.alloc(0), refusal: error.message };
    throw error;
  }
}
