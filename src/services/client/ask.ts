import { traceOf } from '../../base/tracing/carried.js';
import { headersOf, type Trace } from '../../base/tracing/trace.js';
import { MalformedAnswer } from './malformed-answer.js';

/** Public services ask clients to name themselves. */
const USER_AGENT = 'cartload (imports spreadsheets onto maps)';
/** Bound on the answer of an error status. */
const MAX_ERROR_BYTES = 64 * 1024;

export interface Ask {
  /** Name for messages: `the geocoding service`. */
  service: string;
  url: URL;
  authorization: string | null;
  /** Body of a POST, sent as JSON; absent: GET. */
  body?: unknown;
  /** Accepted media types of a `RawAnswer`; absent: JSON. */
  accept?: string | undefined;
  maxAnswerBytes: number;
  /** Time from the request to the last byte of the answer. */
  deadlineMs: number;
}

/** An answer that is not JSON. */
export interface RawAnswer {
  bytes: Uint8Array;
  /** Lower case, without parameters; '' where the service names none. */
  mediaType: string;
}

/** Outcome of a request: parsed JSON, or a RawAnswer where one was requested, or the failure. */
export type ServiceReply =
  | { outcome: 'answered'; json: unknown }
  /** Another status than 200, with its reason. */
  | ({ outcome: 'status'; status: number; json: unknown } & Failure)
  | ({ outcome: 'failed' } & Failure);

export interface Failure {
  reason: Error;
  /** Tells whether another try may help. */
  again: boolean;
  /** Pause that the service asks for. */
  afterMs: number | null;
}

/**
 * Sends one request over a kept connection. Only the operator chooses the host: redirects are not followed,
 * and HTTP_PROXY is ignored (Node's fetch honours it only with NODE_USE_ENV_PROXY). Private addresses are
 * allowed.
 * @param signal carries the trace, if any, that the service is told
 * @throws the signal's reason; nothing else
 */
export async function askOnce(ask: Ask, signal: AbortSignal): Promise<ServiceReply> {
  const { service, deadlineMs } = ask;
  // AbortSignal.any would leak: its result lives as long as the longest-lived signal.
  const controller = new AbortController();
  const abort = (): void => controller.abort(signal.reason);
  const timer = setTimeout(
    () => controller.abort(new Error(`${service} did not answer within ${deadlineMs / 1000} s`)),
    deadlineMs,
  );
  signal.addEventListener('abort', abort);
  try {
    signal.throwIfAborted();
    return await send(ask, traceOf(signal), controller.signal);
  } catch (error) {
    signal.throwIfAborted();
    const reason = reasonOf(error, controller.signal);
    return { outcome: 'failed', reason, again: !(error instanceof MalformedAnswer), afterMs: null };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
    // An answer left in the middle would keep its connection.
    controller.abort();
  }
}

async function send(ask: Ask, trace: Trace | null, signal: AbortSignal): Promise<ServiceReply> {
  const { service, url, authorization, body, accept, maxAnswerBytes } = ask;
  const response = await fetch(url, {
    headers: {
      accept: accept ?? 'application/json, application/geo+json',
      'user-agent': USER_AGENT,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(authorization !== null && { authorization }),
      ...(trace !== null && headersOf(trace)),
    },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    redirect: 'manual',
    signal,
  });
  const { status } = response;
  if (status === 200) {
    const bytes = await readBounded(response, service, maxAnswerBytes);
    if (accept === undefined) return { outcome: 'answered', json: parse(bytes, service) };
    const mediaType = (response.headers.get('content-type') ?? '').split(';', 1)[0]!.trim().toLowerCase();
    return { outcome: 'answered', json: { bytes, mediaType } satisfies RawAnswer };
  }
  const again = status === 429 || status >= 500;
  return {
    outcome: 'status',
    status,
    json: await readError(response, service),
    reason: new Error(
      `${service} answered ${status}${isRedirect(status) ? ', a redirect, which is not followed' : ''}`,
    ),
    again,
    afterMs: again ? retryAfterMs(response.headers.get('retry-after')) : null,
  };
}

/** The JSON of an answer with another status than 200. @returns null where it is not JSON, or too long */
async function readError(response: Response, service: string): Promise<unknown> {
  try {
    return parse(await readBounded(response, service, MAX_ERROR_BYTES), service);
  } catch (error) {
    if (error instanceof MalformedAnswer) return null;
    throw error;
  }
}

async function readBounded(response: Response, service: string, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxBytes) throw new MalformedAnswer(`${service} answered more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parse(bytes: Buffer, service: string): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    throw new MalformedAnswer(`${service} answered what is no JSON`);
  }
}

const isRedirect = (status: number): boolean => status >= 300 && status < 400 && status !== 304;

/** Milliseconds of a Retry-After header, in seconds or as a date. */
function retryAfterMs(header: string | null): number | null {
  if (header === null) return null;
  const ms = /^\d{1,9}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}

/** The cause of `fetch failed`, which says nothing itself. Neither contains the URL. */
function reasonOf(error: unknown, signal: AbortSignal): Error {
  if (signal.aborted && signal.reason instanceof Error) return signal.reason;
  const { cause } = error as { cause?: unknown };
  return cause instanceof Error ? cause : (error as Error);
}
