import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient, dataOf, jobHasEnded, uploadFile } from '../src/client/index.js';
import type { BulkJob } from '../src/schema/job.js';
import { msOf } from './measure.js';
import { askMe } from './requests.js';
import { PLAIN_ROWS, writeSeededCsv } from './seeded-csv.js';
import type { Account, BenchServer } from './server.js';
import { inTemporaryFolder } from './temporary-folder.js';

const POLL_EVERY_MS = 25;

export interface Upload {
  mapId: number;
  /** Path of a file, or a stream. A file is known by its first bytes, and is CSV otherwise. */
  from: string | Readable;
  /** Options of the import. */
  query?: Record<string, string>;
}

export interface Uploaded {
  /** The ended job, completed or not. */
  job: BulkJob;
  /** Time from the upload's first byte to the answer that reported the end. */
  seconds: number;
}

/**
 * Uploads over HTTP and polls the job until it has ended.
 * @throws ApiError when the upload is not accepted
 */
export async function upload(account: Account, { mapId, from, query = {} }: Upload): Promise<Uploaded> {
  const api = createClient(account);
  const ofFile = typeof from === 'string';
  const body = Readable.toWeb(ofFile ? createReadStream(from, { highWaterMark: 512 * 1024 }) : from);
  const length = ofFile ? { length: (await stat(from)).size } : {};
  const begin = performance.now();
  const request = { mapId, body: body as ReadableStream, contentType: 'text/csv', ...length };
  let job = (await uploadFile(api, { ...request, query: new URLSearchParams(query) })) as BulkJob;
  const params = { path: { job_id: job.job_id } };
  for (let pollMs = 0; !jobHasEnded(job); ) {
    await delay(Math.max(0, POLL_EVERY_MS - pollMs));
    pollMs = await msOf(async () => {
      job = (await dataOf(api.GET('/jobs/{job_id}', { params }))) as BulkJob;
    });
  }
  return { job, seconds: (performance.now() - begin) / 1000 };
}

export interface Watched extends Uploaded {
  /** Milliseconds of each answer of GET /me meanwhile. */
  meMs: number[];
  /** Largest resident set of the server meanwhile, in MB, including memory held from earlier work. */
  peakRssMb: number;
}

/** An upload, with its effect on other requests. */
export async function watchedUpload(server: BenchServer, request: Upload): Promise<Watched> {
  await server.forgetPeakRss();
  const me = askMe(server);
  const uploaded = await upload(server, request).finally(() => me.stop());
  return { ...uploaded, meMs: await me.stop(), peakRssMb: await server.peakRssMb() };
}

/** @throws Error unless the upload added that many rows */
export function allAdded<T extends Uploaded>(uploaded: T, rows: number): T {
  const { job } = uploaded;
  if (job.added !== rows) throw new Error(`${job.added} of ${rows} rows were added: ${JSON.stringify(job)}`);
  return uploaded;
}

const OUTCOMES = ['added', 'updated', 'unchanged', 'skipped', 'error_count'] as const;

/** Outcomes of the rows of an upload, by the members of its job; missing ones are 0. */
export type Outcomes = Partial<Record<(typeof OUTCOMES)[number], number>>;

/** @returns the differences; empty where the job has ended as expected */
export function compareOutcomes(job: BulkJob, expected: Outcomes): string[] {
  if (job.status !== 'completed') return [`${job.status}: ${job.error}`];
  return OUTCOMES.filter((name) => (job[name] ?? 0) !== (expected[name] ?? 0)).map(
    (name) => `${name} is ${job[name]} instead of ${expected[name] ?? 0}`,
  );
}

/** @returns id of the map */
export const createMap = async (account: Account, name = 'Bench'): Promise<number> =>
  (await dataOf(createClient(account).POST('/maps', { body: { name } }))).id;

/**
 * Uploads a file and waits for `completed`.
 * @param rows rows of the file
 * @param into map id; absent: a new map
 * @returns `seconds` from the upload's first byte
 * @throws Error when not all rows were added
 */
export async function importCsv(
  account: Account,
  from: string,
  rows: number,
  into?: number,
): Promise<{ mapId: number; seconds: number }> {
  const mapId = into ?? (await createMap(account));
  return { mapId, seconds: allAdded(await upload(account, { mapId, from }), rows).seconds };
}

/** Makes a seeded file and imports it. @returns id of the new map */
export const importSeeded = (
  account: Account,
  rows: number,
  { seed = 1, kind = PLAIN_ROWS } = {},
): Promise<number> =>
  inTemporaryFolder(async (folder) => {
    const file = join(folder, 'rows.csv');
    await writeSeededCsv(file, rows, seed, kind);
    return (await importCsv(account, file, rows)).mapId;
  });
