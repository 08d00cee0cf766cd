import { createWriteStream, fstatSync, type Stats } from 'node:fs';
import { access, constants, type FileHandle, open, stat } from 'node:fs/promises';
import { dirname, extname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { Presets, SingleBar } from 'cli-progress';
import type { DryRun } from '../schema/dry-run.js';
import type { BulkJob } from '../schema/job.js';
import type { JobState } from '../schema/job-events.js';
import { type ApiAccess, accepted, callApi, eventsOf, openRows } from './call-api.js';
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

const POLL_MS = 250;
/**
 * Time for which failed polls are repeated: the job goes on while the service restarts or answers
 * RATE_LIMITED for a minute.
 */
const PATIENCE_MS = 90_000;
const PAUSE_MS = 1000;

/**
 * Uploads a file and follows its job to the end, with a progress bar on stderr where that is a terminal.
 * @throws CommandError with the API's message when it refuses
 */
export const importFile = (request: ImportRequest): Promise<BulkJob> =>
  withFile(request, async (handle, bar) => {
    const job = (await upload(request, handle, bar)) as BulkJob;
    return follow(request, job, bar);
  });

/**
 * Uploads a file as a dry run.
 * @returns outcome that an import would have
 * @throws CommandError with the API's message when it refuses
 */
export const tryFile = (request: ImportRequest): Promise<DryRun> =>
  withFile(request, async (handle, bar) => {
    const query = new URLSearchParams(request.query);
    query.set('dry_run', 'true');
    return (await upload({ ...request, query }, handle, bar)) as DryRun;
  });

async function withFile<T>(
  request: ImportRequest,
  work: (handle: FileHandle | null, bar: SingleBar) => Promise<T>,
): Promise<T> {
  const bar = new SingleBar(
    // gracefulExit would swallow SIGINT: the process would go on without a bar.
    { format: '{stage} [{bar}] {percentage}% {detail}', stream: process.stderr, gracefulExit: false },
    Presets.shades_classic,
  );
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

async function upload(
  request: ImportRequest,
  handle: FileHandle | null,
  bar: SingleBar,
): Promise<BulkJob | DryRun> {
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
  const query = request.query?.toString() ?? '';
  const path = `/maps/${request.mapId}/markers/bulk${query === '' ? '' : `?${query}`}`;
  const missing = `the account of the key has no map ${request.mapId}: ${request.baseUrl}/maps lists its maps`;
  const answer = await callApi(request, path, {
    missing,
    method: 'POST',
    headers: {
      'content-type': contentTypeOf(request.file),
      ...(size !== null && { 'content-length': String(size) }),
    },
    body: size === 0 ? '' : (Readable.toWeb(Readable.from(read(), { objectMode: false })) as ReadableStream),
    duplex: 'half',
  });
  if (request.signal?.aborted) throw new CommandError('interrupted before the upload was accepted');
  return accepted(answer);
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
    const rows = await openRows(access, { job_id, url }, 'errors');
    await pipeline(rows ?? Readable.from([]), createWriteStream(file));
  } catch (error) {
    throw cannotSave(file, error);
  }
}

function showProgress(bar: SingleBar, { status, processed, total }: JobState | BulkJob): void {
  const detail = `${processed} of ${total} rows`;
  const stage = status === 'queued' ? 'waiting for its turn' : 'importing';
  bar.update(total === 0 ? 100 : (100 * processed) / total, { stage, detail });
}

/** Listens to the events of the job, and asks for it where the service has none, or when they end. */
async function follow(request: ImportRequest, first: BulkJob, bar: SingleBar): Promise<BulkJob> {
  let job = first;
  let heardMs = performance.now();
  let isTold = false;
  for await (const { data } of eventsOf(request, `/jobs/${job.job_id}/events`)) {
    showProgress(bar, data as JobState);
    heardMs = performance.now();
  }
  while (job.status === 'queued' || job.status === 'processing') {
    const { job_id } = job;
    showProgress(bar, job);
    let pauseMs = POLL_MS;
    // The base URL is known to work; status_url holds the service's own idea of its address.
    const answer = await callApi(request, `/jobs/${job_id}`, { missing: `the job ${job_id} is gone` });
    if (answer.passing && performance.now() - heardMs < PATIENCE_MS) {
      pauseMs = Math.max(PAUSE_MS, answer.retryAfterMs);
      if (!isTold && !request.signal?.aborted)
        process.stderr.write(`cartload: waiting for the service: ${answer.refusal}\n`);
      isTold = true;
    } else {
      job = accepted<BulkJob>(answer);
      isTold = false;
      heardMs = performance.now();
      if (job.status !== 'queued' && job.status !== 'processing') break;
    }
    await delay(pauseMs, undefined, request.signal && { signal: request.signal }).catch(() => {});
    if (request.signal?.aborted) throw new CommandError(`interrupted; the import goes on as job ${job_id}`);
  }
  bar.update(100, { stage: job.status, detail: `${job.processed} of ${job.total} rows` });
  return job;
}
