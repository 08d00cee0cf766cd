import { eventsIn, jobHasEnded } from '../client/events.js';
import type { JobState } from '../schema/job-events.js';

/** Base of the API, beside this page. */
const BASE = new URL('v1', document.baseURI).href;
const KEY = 'cartload.key';
/** Says that the browser has the cookie of a session, which no script can read. */
const SESSION = 'cartload.session';

const ENDED = 'You were signed out, as the session has ended. Sign in to go on where you were.';

let key: string | null = sessionStorage.getItem(KEY);
let onRefused = (_why: string): void => {};

/** An answer of the service that is no success, or its absence. */
export class ApiError extends Error {
  constructor(
    /** 0: no answer came. */
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }

  /** Tells whether the same request may go well later. */
  get isPassing(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

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
  await call('POST', '/session', { body: { email, password } });
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

function errorOf(status: number, text: string): ApiError {
  let code = 'HTTP_ERROR';
  let message = `The service answered with status ${status}.`;
  try {
    const { error } = JSON.parse(text);
    code = error.code;
    message = error.message;
  } catch {
    // A proxy's own page.
  }
  if (status === 401)
    onRefused(key === null ? ENDED : 'This key is wrong, revoked or expired. Sign in with another one.');
  return new ApiError(status, code, message);
}

const offline = (): ApiError =>
  new ApiError(0, 'OFFLINE', 'The service cannot be reached. Check the connection and try again.');

interface Options {
  body?: unknown;
  query?: Record<string, string | number | undefined>;
  signal?: AbortSignal;
  /** Refuses the change when somebody else changed the thing meanwhile. */
  ifMatch?: string;
}

async function ask(
  method: string,
  path: string,
  { body, query = {}, signal, ifMatch }: Options,
): Promise<Response> {
  const url = new URL(path.startsWith('http') ? path : addressOf(path));
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '') url.searchParams.set(name, String(value));
  const response = await fetch(url, {
    method,
    headers: {
      ...authorization(),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(ifMatch === undefined ? {} : { 'If-Match': ifMatch }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  }).catch((error) => {
    if (signal?.aborted) throw error;
    throw offline();
  });
  if (!response.ok) throw errorOf(response.status, await response.text());
  return response;
}

/** @throws ApiError */
export async function call<T>(method: string, path: string, options: Options = {}): Promise<T> {
  const response = await ask(method, path, options);
  return (response.status === 204 ? undefined : await response.json()) as T;
}

/**
 * Style of the base map, which needs no key; an operator's own one lies elsewhere, where the key must not go.
 * @throws ApiError
 */
export async function readStyle<T extends { sources: object }>(theme: string): Promise<T> {
  const response = await fetch(`${addressOf('/tiles/style.json')}?theme=${theme}`).catch(() => null);
  if (!response) throw offline();
  if (!response.ok)
    throw new ApiError(response.status, 'HTTP_ERROR', `The base map could not be read (${response.status}).`);
  const text = await response.text();
  // The page may be reached by another name than the public one.
  return JSON.parse(
    response.redirected ? text : text.replace(/"https?:[^"]*\/v1\/tiles\//g, `"${addressOf('/tiles/')}`),
  );
}

/** With its version, for `ifMatch`. */
export async function readTagged<T>(path: string, signal?: AbortSignal): Promise<{ data: T; etag: string }> {
  const response = await ask('GET', path, signal ? { signal } : {});
  return { data: await response.json(), etag: response.headers.get('etag') ?? '*' };
}

/**
 * A text of the API, or its beginning.
 * @param most bytes that are read; the rest is neither waited for nor kept
 */
export async function callText(
  path: string,
  { signal, most = Infinity }: { signal: AbortSignal; most?: number },
): Promise<{ text: string; isCut: boolean }> {
  const reader = (await ask('GET', path, { signal })).body!.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let bytes = 0; bytes < most; ) {
    const { done, value } = await reader.read();
    if (done) return { text, isCut: false };
    bytes += value.length;
    text += decoder.decode(value, { stream: true });
  }
  await reader.cancel();
  return { text, isCut: true };
}

/** Bytes of the API, none where it has no content. */
export const callBytes = async (path: string, signal: AbortSignal): Promise<Uint8Array> =>
  new Uint8Array(await (await ask('GET', path, { signal })).arrayBuffer());

/** Saves a file of the API, which a plain link could not ask for with the key. */
export async function download(path: string, name: string): Promise<void> {
  const url = URL.createObjectURL(await (await ask('GET', path, {})).blob());
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Sends a form, and tells how much of it has gone: fetch cannot. @throws ApiError */
export function upload<T>(
  path: string,
  form: FormData,
  { onProgress, signal }: { onProgress?: (share: number) => void; signal?: AbortSignal } = {},
): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', addressOf(path));
    for (const [name, value] of Object.entries(authorization())) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total === 0 ? 0 : loaded / total);
    request.onload = () =>
      request.status < 300
        ? resolve(JSON.parse(request.responseText))
        : reject(errorOf(request.status, request.responseText));
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
      const response = await ask('GET', `/jobs/${jobId}/events`, { signal });
      for await (const state of eventsIn<JobState>(response.body!)) {
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
