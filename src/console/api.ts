import { ApiError, errorOf } from '../client/api-error.js';
import { eventsIn, jobHasEnded } from '../client/events.js';
import { createClient, dataOf, sendRequest } from '../client/index.js';
import { readText } from '../client/read-text.js';
import type { BulkJob } from '../schema/job.js';
import type { JobState } from '../schema/job-events.js';

export { ApiError, dataOf };

/** Base of the API, beside this page, without a name and a password of the address. */
const BASE = Object.assign(new URL('v1', document.baseURI), { username: '', password: '' }).href;
const KEY = 'cartload.key';
/** Says that the browser has the cookie of a session, which no script can read. */
const SESSION = 'cartload.session';

const ENDED = 'You were signed out, as the session has ended. Sign in to go on where you were.';

let key: string | null = sessionStorage.getItem(KEY);
let onRefused = (_why: string): void => {};

export const hasSession = (): boolean => key === null && localStorage.getItem(SESSION) !== null;
export const isSignedIn = (): boolean => key !== null || hasSession();
/** Whose requests are sent. */
export const signedInAs = (): string | null => key ?? localStorage.getItem(SESSION);
export const whenRefused = (tell: (why: string) => void): void => {
  onRefused = tell;
};

// Another tab of this browser has ended the session, or begun that of another person.
addEventListener('storage', ({ key: name, newValue, oldValue }) => {
  if (key !== null || name !== SESSION) return;
  if (newValue === null) onRefused(ENDED);
  else if (oldValue !== null) location.reload();
});

/** Keeps the key for this tab alone; null forgets it. */
export function setKey(value: string | null): void {
  key = value;
  if (value === null) sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, value);
}

/** An address of the API as the service gives it, on this page's own origin. */
export const ofThisPage = (url: string): string => BASE + url.slice(url.indexOf('/v1/') + 3);

/** @throws ApiError */
export async function signIn(email: string, password: string): Promise<void> {
  setKey(null);
  await api.POST('/session', { body: { email, password } });
  localStorage.setItem(SESSION, email);
}

/** Forgets the key, or ends the session, also where the service cannot be reached. */
export async function signOut(): Promise<void> {
  const ends = hasSession();
  forgetSignIn();
  if (ends) await fetch(addressOf('/session'), { method: 'DELETE' }).catch(() => null);
}

export function forgetSignIn(): void {
  if (hasSession()) localStorage.removeItem(SESSION);
  setKey(null);
}

export const addressOf = (path: string): string => BASE + path;
export const authorization = (): Record<string, string> => (key ? { Authorization: `Bearer ${key}` } : {});
/** Tells whether a request of the map library goes to the API and so carries the key. */
export const isOfApi = (url: string): boolean => url.startsWith(`${BASE}/`);

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The same refusal in words for people, who have pressed a button and not sent a request. */
function inWords(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  if (error.status === 401)
    onRefused(key === null ? ENDED : 'This key is wrong, revoked or expired. Sign in with another one.');
  if (error.status === 0) return offline();
  return error.code === null
    ? new ApiError({ ...error, message: `Something else than cartload answered (status ${error.status}).` })
    : error;
}

const offline = (): ApiError =>
  new ApiError({
    url: BASE,
    status: 0,
    message: 'The service cannot be reached. Check the connection and try again.',
  });

/** The client of the API, by paths of its document. Requests throw an ApiError where the service refuses. */
export const api = createClient({
  baseUrl: BASE,
  async send(request) {
    for (const [name, value] of Object.entries(authorization())) request.headers.set(name, value);
    return sendRequest(request).catch((error) => {
      throw inWords(error);
    });
  },
});

const paramsOf = (jobId: string) => ({ path: { job_id: jobId } });

export const readJob = async <T extends { kind: string } = BulkJob>(
  jobId: string,
  signal?: AbortSignal,
): Promise<T> =>
  (await dataOf(api.GET('/jobs/{job_id}', { params: paramsOf(jobId), signal }))) as object as T;

export const cancelJob = (jobId: string) => api.DELETE('/jobs/{job_id}', { params: paramsOf(jobId) });

/**
 * Style of the base map, which needs no key; an operator's own one lies elsewhere, where the key must not go.
 * @throws ApiError
 */
export async function readStyle<T extends { sources: object }>(theme: string): Promise<T> {
  const response = await fetch(`${addressOf('/tiles/style.json')}?theme=${theme}`).catch(() => null);
  if (!response) throw offline();
  if (!response.ok)
    throw new ApiError({
      url: response.url,
      status: response.status,
      message: `The base map could not be read (${response.status}).`,
    });
  const text = await response.text();
  // The page may be reached by another name than the public one.
  return JSON.parse(
    response.redirected ? text : text.replace(/"https?:[^"]*\/v1\/tiles\//g, `"${addressOf('/tiles/')}`),
  );
}

type Table = 'errors' | 'skipped' | 'changes';

/**
 * A table of a job, or its beginning.
 * @param most bytes that are read; the rest is neither waited for nor kept
 */
export async function readTable(
  table: Table,
  jobId: string,
  { signal, most }: { signal: AbortSignal; most?: number },
): Promise<{ text: string; isCut: boolean }> {
  const params = paramsOf(jobId);
  const body = await dataOf(api.GET(`/jobs/{job_id}/${table}.csv`, { params, parseAs: 'stream', signal }));
  return readText(body, most);
}

/** Saves a table of a job, which a plain link could not ask for with the key. */
export async function download(table: Table, jobId: string): Promise<void> {
  const file = await dataOf(
    api.GET(`/jobs/{job_id}/${table}.csv`, { params: paramsOf(jobId), parseAs: 'blob' }),
  );
  const url = URL.createObjectURL(file);
  const link = Object.assign(document.createElement('a'), { href: url, download: `${jobId}-${table}.csv` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Uploads a form with a file, and tells how much of it has gone: fetch cannot. @throws ApiError */
export function upload<T>(
  mapId: number,
  form: FormData,
  { onProgress, signal }: { onProgress?: (share: number) => void; signal?: AbortSignal } = {},
): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', addressOf(`/maps/${mapId}/markers/bulk`));
    for (const [name, value] of Object.entries(authorization())) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total === 0 ? 0 : loaded / total);
    request.onload = () => {
      const { status, responseText } = request;
      try {
        if (status < 300) return resolve(JSON.parse(responseText));
      } catch {
        // A page of something else, or a part of an answer.
      }
      reject(inWords(errorOf(new Response(null, { status }), responseText)));
    };
    request.onerror = () => reject(offline());
    request.onabort = () => reject(new DOMException('aborted', 'AbortError'));
    signal?.addEventListener('abort', () => request.abort());
    request.send(form);
  });
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export { jobHasEnded as hasEnded } from '../client/events.js';

/**
 * Tells each state of a job to its end, over a stream that is opened again when it breaks, or when what is
 * told of the end fails.
 * @param onLost tells whether the service cannot be heard
 */
export async function watchJob(
  jobId: string,
  onState: (state: JobState) => unknown,
  onLost: (isLost: boolean) => void,
  signal: AbortSignal,
): Promise<void> {
  for (let failures = 0; !signal.aborted; ) {
    try {
      const params = paramsOf(jobId);
      const { response } = await api.GET('/jobs/{job_id}/events', { params, parseAs: 'stream', signal });
      for await (const state of eventsIn<JobState>(response)) {
        failures = 0;
        onLost(false);
        await onState(state);
        if (jobHasEnded(state)) return;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ApiError && error.status === 404) throw error;
      onLost(true);
    }
    failures++;
    await pause(Math.min(10_000, 500 * 2 ** failures));
  }
}
