import { parentPort, workerData } from 'node:worker_threads';
import { AppError } from '../src/base/errors.js';
import { buffersOf } from '../src/base/threads/buffers-of.js';
import { giveWay } from '../src/base/threads/priority.js';
import type { ThreadAnswer } from '../src/base/threads/thread-calls.js';
import { convertGeoJson } from '../src/import/upload/convert-geojson.js';
import { WorkbookConverter } from '../src/import/upload/convert-workbook.js';
import type {
  ConversionRequest,
  ConvertedPart,
  ConvertedTable,
  SourceFile,
} from '../src/import/upload/converted-table.js';

giveWay();
const file = workerData as SourceFile;
let opened: Promise<WorkbookConverter> | null = null;
let parts: AsyncGenerator<Buffer, ConvertedTable> | null = null;
/** The part after the last one that was asked for: made while that is stored. */
let ahead: Promise<ConvertedPart> | null = null;

const workbook = (): Promise<WorkbookConverter> => {
  opened ??= WorkbookConverter.open(file);
  return opened;
};

async function begin(sheet: number): Promise<AsyncGenerator<Buffer, ConvertedTable>> {
  return file.kind === 'geojson' ? convertGeoJson(file) : (await workbook()).read(sheet);
}

async function next(sheet: number): Promise<ConvertedPart> {
  parts ??= await begin(sheet);
  const { done, value } = await parts.next();
  return done ? { table: value } : { bytes: Uint8Array.from(value) };
}

async function answerTo(request: ConversionRequest): Promise<unknown> {
  switch (request.ask) {
    case 'sheets':
      return (await workbook()).sheets;
    case 'preview':
      return (await workbook()).preview(request.sheet);
    case 'count':
      return (await workbook()).countRows(request.sheet, request.mostBytes);
    case 'next': {
      const part = await (ahead ?? next(request.sheet));
      if ('bytes' in part) {
        ahead = next(request.sheet);
        // Awaited when it is asked for.
        ahead.catch(() => {});
      }
      return part;
    }
  }
}

// An error that is thrown ends the thread, with an error event.
parentPort!.on('message', async (request: ConversionRequest) => {
  const answer = await answered(request);
  parentPort!.postMessage(answer, buffersOf(answer));
});

/** An error thrown here would lose its class on its way. */
async function answered(request: ConversionRequest): Promise<ThreadAnswer<unknown>> {
  try {
    return { value: await answerTo(request) };
  } catch (error) {
    if (error instanceof AppError) return { refusal: error.message };
    throw error;
  }
}
