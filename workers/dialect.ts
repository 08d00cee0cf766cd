import { parentPort, workerData } from 'node:worker_threads';
import { AppError } from '../src/base/errors.js';
import { giveWay } from '../src/base/threads/priority.js';
import type { ThreadAnswer } from '../src/base/threads/thread-calls.js';
import { FileReader, type FileReaderOptions } from '../src/import/upload/file-reader.js';

giveWay();
const reader = new FileReader(workerData as FileReaderOptions);

// Answers the next bytes of a file, or null after the last ones. An error ends the thread, with its event.
parentPort!.on('message', async (chunk: Uint8Array<ArrayBuffer> | null) => {
  try {
    const bytes = chunk === null ? reader.finish() : reader.push(Buffer.from(chunk.buffer, 0, chunk.length));
    // Copied, because small buffers share memory that cannot be transferred.
    const value = Uint8Array.from(await bytes);
    parentPort!.postMessage({ value } satisfies ThreadAnswer<Uint8Array>, [value.buffer]);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // A value, because errors lose their class on the way from a thread.
    parentPort!.postMessage({ refusal: error.message } satisfies ThreadAnswer<never>);
  }
});
