// Room client: the typed client of the API, for programs in Node and in browsers, imported as
// `cartload/client`. The command line, the demo and the console use it.
import createFetchClient, { type Client } from 'openapi-fetch';
import { ApiError, errorOf } from './api-error.js';
import type { components, paths } from './api-types.js';
import { eventsIn, jobHasEnded } from './events.js';
import { readText } from './read-text.js';

export { ApiError } from './api-error.js';
export { jobHasEnded } from './events.js';

/** Shapes of requests and answers, by their names in the OpenAPI document. */
export type Schemas = components['schemas'];
/** Methods with the paths of the document: `api.GET('/maps/{map_id}', { params: { path: { map_id } } })`. */
export type ApiClient = Client<paths>;

export interface Access {
  /** Address of the API with /v1. */
  baseUrl: string;
  /** Absent: `send` adds it, or there is a session. */
  key?: string;
  /** Ends all requests. */
  signal?: AbortSignal;
  /** Sends in another way than `sendRequest`. */
  send?: (request: Request) => Promise<Response>;
}

/** A client of the API, whose requests throw an ApiError where the service refuses or cannot be reached. */
export const createClient = ({ baseUrl, key, signal, send }: Access): ApiClient =>
  createFetchClient<paths>({
    baseUrl,
    headers: key === undefined ? {} : { Authorization: `Bearer ${key}` },
    querySerializer: queryText,
    fetch: send ?? ((request) => sendRequest(request, signal)),
  });

/**
 * Query of an address. Members of an object stand apart, as the document says of `others` of a search; by
 * openapi-fetch their names, which are those of fields and may have any characters, go as they are.
 */
function queryText(query: Record<string, unknown>): string {
  const text = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    const apart: [string, unknown][] =
      typeof value === 'object' && value !== null ? Object.entries(value) : [[name, value]];
    for (const [key, each] of apart) if (each !== undefined && each !== null) text.append(key, String(each));
  }
  return text.toString();
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Bytes of a refusal or of a page that are read. */
const MOST_REFUSAL_BYTES = 65_536;

/** @throws ApiError */
export async function sendRequest(request: Request, ofAll?: AbortSignal): Promise<Response> {
  const { url, method } = request;
  const signal = ofAll ? AbortSignal.any([request.signal, ofAll]) : request.signal;
  const orBroken = <T>(part: Promise<T>, message?: string): Promise<T> =>
    part.catch((cause) => {
      if (signal.aborted) throw cause;
      throw new ApiError({ url, status: 0, ...(message !== undefined && { message }), cause });
    });
  // A redirected POST becomes a GET or takes its body, which may be a password, to another host.
  const redirect = method === 'GET' || method === 'HEAD' ? 'follow' : 'manual';
  const response = await orBroken(fetch(request, { signal, redirect }));
  const movedTo = redirectOf(response, url);
  if (movedTo !== null) {
    await response.body?.cancel().catch(() => {});
    throw new ApiError({ url, status: 302, message: `${url} answered with a redirect${movedTo}` });
  }
  const type = response.headers.get('content-type') ?? 'text/plain';
  // A page, or what has no type: the base URL is that of something else.
  const isOther = /^text\/(?:html|plain)/.test(type) && response.status !== 204;
  const brokenOff = `${url} broke its answer off`;
  if (!response.ok || isOther) {
    const body = response.body && (await orBroken(readText(response.body, MOST_REFUSAL_BYTES), brokenOff));
    throw errorOf(response, body?.text ?? '');
  }
  if (!/^application\/json\b/.test(type) || response.status === 204 || method === 'HEAD') return response;
  // JSON is read here, where it is known what a failure means; other answers may be streams.
  const text = await orBroken(response.text(), brokenOff);
  try {
    JSON.parse(text);
  } catch (cause) {
    const message = `${url} answered ${response.status} with JSON that cannot be read`;
    throw new ApiError({ url, status: 0, message, cause });
  }
  const { status, statusText, headers } = response;
  const whole = new Response(text, { status, statusText, headers });
  return Object.defineProperty(whole, 'url', { value: response.url });
}

/**
 * Words about a redirect that is not followed, or that led to another origin, where the key does not go and
 * which refused; null: there is none. Browsers do not tell where an unfollowed one leads.
 */
function redirectOf({ type, status, redirected, url, ok, headers }: Response, from: string): string | null {
  const isUnfollowed = type === 'opaqueredirect' || REDIRECTS.has(status);
  const isAway = redirected && !ok && new URL(url).origin !== new URL(from).origin;
  if (!isUnfollowed && !isAway) return null;
  const address = isAway ? url : headers.get('location');
  return address === null
    ? ': set the base URL to the address it names'
    : ` to ${address}: set the base URL to the address there`;
}

/**
 * Waits for the data of an answer: `await dataOf(api.GET('/me'))`.
 * @throws ApiError
 */
export const dataOf = async <T>(answer: Promise<{ data?: T }>): Promise<NonNullable<T>> =>
  (await answer).data as NonNullable<T>;

type ImportOptions = NonNullable<paths['/maps/{map_id}/markers/bulk']['post']['parameters']['query']>;

export interface Upload {
  mapId: number;
  /** Bytes of a table. Node sends a stream as it comes, browsers do not. */
  body: Blob | Uint8Array<ArrayBuffer> | ReadableStream | string;
  /** Absent: the service judges by the first bytes, which tell all but CSV. */
  contentType?: string;
  /** Bytes of a stream, where they are known. */
  length?: number;
  /** A second upload with the key creates nothing, and answers with the job of the first. */
  idempotencyKey?: string;
  /** Options of the import, some as texts of JSON. */
  query?: ImportOptions | URLSearchParams;
}

/**
 * Uploads a file into a map.
 * @returns the import, which goes on (see `waitForJob`)
 * @throws ApiError
 */
export const uploadFile = (api: ApiClient, upload: Upload) => send<Schemas['BulkJob']>(api, upload);

/**
 * Uploads a file as a dry run.
 * @returns outcome that an import would have
 * @throws ApiError
 */
export const dryRunFile = (api: ApiClient, upload: Upload) =>
  send<Schemas['DryRun']>(api, upload, { dry_run: true });

async function send<T>(api: ApiClient, upload: Upload, more: ImportOptions = {}): Promise<T> {
  const {
    mapId,
    body,
    contentType = 'application/octet-stream',
    length,
    idempotencyKey,
    query = {},
  } = upload;
  const options = query instanceof URLSearchParams ? Object.fromEntries(query) : query;
  const { data } = await api.POST('/maps/{map_id}/markers/bulk', {
    params: {
      path: { map_id: mapId },
      query: { ...options, ...more },
      ...(idempotencyKey !== undefined && { header: { 'Idempotency-Key': idempotencyKey } }),
    },
    body: body as string,
    bodySerializer: (bytes) => bytes,
    headers: { 'Content-Type': contentType, ...(length !== undefined && { 'Content-Length': length }) },
    // Without it Node refuses streams.
    ...({ duplex: 'half' } as object),
  });
  return data as T;
}

type BulkJob = Schemas['BulkJob'];
/** Members of a job that change while it runs; those of an import are absent for pictures. */
export type JobProgress = Pick<
  BulkJob,
  | 'job_id'
  | 'status'
  | 'status_url'
  | 'error'
  | 'total'
  | 'processed'
  | 'progress'
  | 'rows_per_second'
  | 'eta_seconds'
> &
  Partial<Pick<BulkJob, 'added' | 'updated' | 'unchanged' | 'skipped' | 'deleted' | 'error_count'>> & {
    kind: string;
  };

export interface Waiting {
  /** Is told the states of the job. */
  onState?: (state: JobProgress) => void;
  /** Is told the first of several failures that are waited out. */
  onTrouble?: (error: ApiError) => void;
  /** Ends the waiting; the job goes on. */
  signal?: AbortSignal;
  /** Time for which failed polls are repeated. */
  patienceMs?: number;
  /** Time after which a poll has failed. */
  pollTimeoutMs?: number;
}

/** Longest time without a byte of events, of which there is one every five seconds. */
const SILENCE_MS = 20_000;
const POLL_MS = 250;
const PAUSE_MS = 1000;
/** The job goes on while the service restarts or answers RATE_LIMITED for a minute. */
const PATIENCE_MS = 90_000;
const POLL_TIMEOUT_MS = 20_000;

/**
 * Waits for the end of a job: listens to its events, and asks where the service has none, or they break.
 * @returns the job, which may have failed
 * @throws ApiError for what does not pass in a minute and a half; the reason of a signal
 */
export async function waitForJob(
  api: ApiClient,
  jobId: string,
  waiting: Waiting = {},
): Promise<Schemas['Job']> {
  const { onState = () => {}, onTrouble = () => {}, signal } = waiting;
  const { patienceMs = PATIENCE_MS, pollTimeoutMs = POLL_TIMEOUT_MS } = waiting;
  const params = { path: { job_id: jobId } };
  await listen(api, jobId, onState, signal);
  let heardMs = performance.now();
  let isTold = false;
  for (;;) {
    signal?.throwIfAborted();
    let pauseMs = POLL_MS;
    const timeout = AbortSignal.timeout(pollTimeoutMs);
    try {
      const either = signal ? AbortSignal.any([signal, timeout]) : timeout;
      const job = await dataOf(api.GET('/jobs/{job_id}', { params, signal: either }));
      if (jobHasEnded(job)) return job;
      onState({ total: 0, processed: 0, progress: 0, rows_per_second: null, eta_seconds: null, ...job });
      heardMs = performance.now();
      isTold = false;
    } catch (cause) {
      signal?.throwIfAborted();
      const isLate = timeout.aborted && !(cause instanceof ApiError);
      const error = isLate ? unanswered(jobId, pollTimeoutMs, cause) : cause;
      const leftMs = heardMs + patienceMs - performance.now();
      if (!(error instanceof ApiError && error.isPassing) || leftMs <= 0) throw error;
      pauseMs = Math.min(Math.max(PAUSE_MS, error.retryAfterMs), leftMs);
      if (!isTold) onTrouble(error);
      isTold = true;
    }
    await pause(pauseMs, signal);
  }
}

function unanswered(jobId: string, timeoutMs: number, cause: unknown): ApiError {
  const url = `/jobs/${jobId}`;
  return new ApiError({ url, status: 0, message: `${url} did not answer in ${timeoutMs / 1000} s`, cause });
}

/** Ends with the time, or with the signal. */
const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end);
  });

/** Ends with the job, and when the service has no events, cannot be reached or falls silent. */
async function listen(
  api: ApiClient,
  jobId: string,
  onState: NonNullable<Waiting['onState']>,
  signal?: AbortSignal,
): Promise<void> {
  const silence = new AbortController();
  const later = (): NodeJS.Timeout => setTimeout(() => silence.abort(), SILENCE_MS);
  let timer = later();
  try {
    const { response } = await api.GET('/jobs/{job_id}/events', {
      params: { path: { job_id: jobId } },
      parseAs: 'stream',
      signal: signal ? AbortSignal.any([signal, silence.signal]) : silence.signal,
    });
    const heard = (): void => {
      clearTimeout(timer);
      timer = later();
    };
    for await (const state of eventsIn<JobProgress>(response, heard)) onState(state);
  } catch {
    // The caller asks in another way.
  } finally {
    clearTimeout(timer);
    silence.abort();
  }
}
