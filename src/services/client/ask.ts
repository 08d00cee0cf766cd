import { traceOf } from '../../base/tracing/carried.js';
import { headersOf, type Trace } from '../../base/tracing/trace.js';
import { MalformedAnswer } from './malformed-answer.js';

/** Named, as public services ask for it. */
const USER_AGENT = 'cartload (imports spreadsheets onto maps)';
/** Of an answer that says what is wrong. */
const MAX_ERROR_BYTES = 64 * 1024;

export interface Ask {
  /** For messages: `the geocoding service`. */
  service: string;
  url: URL;
  authorization: string | null;
  /** Sent by POST, as JSON; absent: GET. */
  body?: unknown;
  /** Media types of what is wanted as it comes, in a `RawAnswer`; absent: JSON. */
  accept?: string | undefined;
  maxAnswerBytes: number;
  /** From the request to the last byte of the answer. */
  deadlineMs: number;
}

/** What is no JSON. */
export interface RawAnswer {
  bytes: Uint8Array;
  /** Lower case, without parameters; '' when the service names none. */
  mediaType: string;
}

/** What a request came to: parsed JSON, or a RawAnswer where one was asked for; or why there is none. */
export type Reply =
  | { outcome: 'answered'; json: unknown }
  /** Another status than 200, which is told as a reason, too. */
  | ({ outcome: 'status'; status: number; json: unknown } & Failure)
  | ({ outcome: 'failed' } & Failure);

export interface Failure {
  reason: Error;
  /** Whether asking again may help. */
  again: boolean;
  /** When, where the service says so. */
  afterMs: number | null;
}

/**
 * Asks once, over connections that stay open. The host is the operator's choice alone: redirects are not followed, and HTTP_PROXY is not
 * heard (Node's fetch does only where NODE_USE_ENV_PROXY says so). An address of a private network is as good as another.
 * @param signal whose trace, if it carries one, the service is told
 * @throws the signal's reason; nothing else
 */
export async function askOnce(ask: Ask, signal: AbortSignal): Promise<Reply> {
  const { service, deadlineMs } = ask;
  // Not AbortSignal.any: what it makes of a signal that lives long lives as long.
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
    // An answer that was not read to its end would keep its connection.
    controller.abort();
  }
}

async function send(ask: Ask, trace: Trace | null, signal: AbortSignal): Promise<Reply> {
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

/** What an answer of another status than 200 holds. @returns null when that is no JSON, or too long */
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

/** Seconds or a date. */
function retryAfterMs(header: string | null): number | null {
  if (header === null) return null;
  const ms = /^\d{1,9}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}

/** `fetch failed` says nothing; its cause does. Neither holds the URL. */
function reasonOf(error: unknown, signal: AbortSignal): Error {
  if (signal.aborted && signal.reason instanceof Error) return signal.reason;
  const { cause } = error as { cause?: unknown };
  return cause instanceof Error ? cause : (error as Error);
}
