import { createWriteStream, fstatSync, type Stats } from 'node:fs';
import { access, constants, type FileHandle, open, stat } from 'node:fs/promises';
import { dirname, extname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { SingleBar } from 'cli-progress';
import { dryRunFile, type JobProgress, type Upload, uploadFile, waitForJob } from '../client/index.js';
import type { DryRun } from '../schema/dry-run.js';
import type { BulkJob } from '../schema/job.js';
import {
  type ApiAccess,
  accepted,
  type CommandClient,
  clientOf,
  describeRefusal,
  openRows,
} from './call-api.js';
import { progressBar } from './progress-bar.js';
import { CommandError } from './result.js';

export interface ImportRequest extends ApiAccess {
  mapId: number;
  /** `-`: standard input. */
  file: string;
  query?: URLSearchParams;
}

/** Content types by file name; the service judges by the first bytes of the file. */
const TYPES: Readonly<Record<string, string>> = {
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.xlsm': 'application/vnd.ms-excel.sheet.macroEnabled.12',
  '.xls': 'application/vnd.ms-excel',
  '.xlsb': 'application/vnd.ms-excel.sheet.binary.macroEnabled.12',
  '.ods': 'application/vnd.oasis.opendocument.spreadsheet',
  '.geojson': 'application/geo+json',
};
const contentTypeOf = (file: string): string => TYPES[extname(file).toLowerCase()] ?? 'text/csv';

/**
 * Uploads a file and follows its job to the end, with a progress bar on stderr where that is a terminal.
 * @throws CommandError with the API's message when it refuses
 */
export const importFile = (request: ImportRequest): Promise<BulkJob> =>
  withFile(request, async (handle, bar) => {
    const client = clientOf(request);
    const job = await accepting(request, uploadFile(client.api, await uploadOf(request, handle, bar)));
    return follow(client, job.job_id, bar);
  });

/**
 * Uploads a file as a dry run.
 * @returns outcome that an import would have
 * @throws CommandError with the API's message when it refuses
 */
export const tryFile = (request: ImportRequest): Promise<DryRun> =>
  withFile(request, async (handle, bar) => {
    const told = dryRunFile(clientOf(request).api, await uploadOf(request, handle, bar));
    return (await accepting(request, told)) as DryRun;
  });

async function withFile<T>(
  request: ImportRequest,
  work: (handle: FileHandle | null, bar: SingleBar) => Promise<T>,
): Promise<T> {
  const bar = progressBar('{stage} [{bar}] {percentage}% {detail}');
  const handle = request.file === '-' ? null : await openFile(request.file);
  try {
    bar.start(100, 0, { stage: 'uploading', detail: '' });
    return await work(handle, bar);
  } finally {
    bar.stop();
    await handle?.close();
  }
}

async function openFile(file: string): Promise<FileHandle> {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`${file} cannot be read: ${error.code}`);
  });
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  throw new CommandError(`${file} is not a file`);
}

async function uploadOf(request: ImportRequest, handle: FileHandle | null, bar: SingleBar): Promise<Upload> {
  const size = handle === null ? null : (await handle.stat()).size;
  let sentBytes = 0;
  async function* read(): AsyncGenerator<Uint8Array> {
    // Send no more than the declared length, as the file may be growing.
    const options = { highWaterMark: 512 * 1024, start: 0, end: (size ?? 0) - 1, autoClose: false };
    for await (const chunk of handle === null ? process.stdin : handle.createReadStream(options)) {
      sentBytes += chunk.length;
      const percent = size === null ? 0 : (100 * sentBytes) / size;
      bar.update(percent, { detail: `${(sentBytes / 1e6).toFixed(1)} MB` });
      yield chunk;
    }
  }
  const { mapId, file, query } = request;
  return {
    mapId,
    body: size === 0 ? '' : (Readable.toWeb(Readable.from(read(), { objectMode: false })) as ReadableStream),
    contentType: contentTypeOf(file),
    ...(size !== null && { length: size }),
    ...(query && { query }),
  };
}

async function accepting<T>(request: ImportRequest, answer: Promise<T>): Promise<T> {
  const missing = `the account of the key has no map ${request.mapId}: ${request.baseUrl}/maps lists its maps`;
  const interrupted = (error: unknown): never => {
    throw request.signal?.aborted ? new CommandError('interrupted before the upload was accepted') : error;
  };
  return accepted(request, answer, missing).catch(interrupted);
}

/**
 * Checks before the upload that the rejected rows can be saved, without writing.
 * @param file uploaded file; `-`: standard input
 * @throws CommandError when they cannot be saved or would overwrite the uploaded file
 */
export async function assertSavable(errors: string, file: string): Promise<void> {
  if (errors === '-')
    throw new CommandError(
      'standard output has the outcome of the import: give --errors the name of a file, such as errors.csv',
    );
  const saved = await statOf(errors);
  const uploaded = file === '-' ? fstatSync(process.stdin.fd) : await statOf(file);
  if (saved?.isFile() && uploaded?.dev === saved.dev && uploaded.ino === saved.ino)
    throw new CommandError(`${errors} is the file to upload: give --errors another name`);
  try {
    if (saved?.isDirectory()) throw Object.assign(new Error('is a directory'), { code: 'EISDIR' });
    await access(saved === null ? dirname(errors) : errors, constants.W_OK);
  } catch (error) {
    throw cannotSave(errors, error);
  }
}

/** @returns null when the file is missing or unreachable */
const statOf = (file: string): Promise<Stats | null> => stat(file).catch(() => null);

function cannotSave(file: string, error: unknown): CommandError {
  const { message, code } = error as NodeJS.ErrnoException;
  return new CommandError(`cannot save the rejected rows to ${file}: ${code ?? message}`);
}

/**
 * Saves the rejected rows with their reasons; an empty file when there are none.
 * @throws CommandError when they cannot be read or written
 */
export async function saveErrors(
  access: ApiAccess,
  { job_id, errors_url: url }: BulkJob,
  file: string,
): Promise<void> {
  try {
    const rows = await openRows(clientOf(access), { job_id, url }, 'errors');
    await pipeline(rows ?? Readable.from([]), createWriteStream(file));
  } catch (error) {
    throw cannotSave(file, error);
  }
}

function showProgress(bar: SingleBar, { status, processed, total }: JobProgress): void {
  const detail = `${processed} of ${total} rows`;
  const stage = status === 'queued' ? 'waiting for its turn' : 'importing';
  bar.update(total === 0 ? 100 : (100 * processed) / total, { stage, detail });
}

async function follow(client: CommandClient, jobId: string, bar: SingleBar): Promise<BulkJob> {
  const { api, baseUrl, signal } = client;
  const missing = `the job ${jobId} is gone`;
  const ended = waitForJob(api, jobId, {
    ...(signal && { signal }),
    onState: (state) => showProgress(bar, state),
    onTrouble: (error) =>
      process.stderr.write(
        `cartload: waiting for the service: ${describeRefusal(error, baseUrl, missing)}\n`,
      ),
  });
  const job = (await accepted(client, ended, missing).catch((error) => {
    throw signal?.aborted ? new CommandError(`interrupted; the import goes on as job ${jobId}`) : error;
  })) as BulkJob;
  bar.update(100, { stage: job.status, detail: `${job.processed} of ${job.total} rows` });
  return job;
}
