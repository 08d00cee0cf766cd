import { MalformedAnswer } from './answer.js';

/** A place with its details is 1 to 4 KB. */
const MAX_ANSWER_BYTES = 64 * 1024;
/** From the request to the last byte of the answer. */
export const REQUEST_DEADLINE_MS = 5000;
/** Named, as public services ask for it. */
const USER_AGENT = 'cartload (imports addresses onto maps)';

/** What a request came to: parsed JSON; or why there is none. */
export type Reply =
  | { outcome: 'answered'; json: unknown }
  /** The service refuses this one request, and would again. */
  | { outcome: 'refused'; status: number }
  /** Again later. `afterMs`: when, where the service says so. */
  | { outcome: 'failed'; reason: Error; again: boolean; afterMs: number | null };

/**
 * Asks once, over connections that stay open. Redirects are not followed: the host is the operator's choice.
 * @throws the signal's reason; nothing else
 */
export async function askOnce(
  url: URL,
  authorization: string | null,
  signal: AbortSignal,
  deadlineMs = REQUEST_DEADLINE_MS,
): Promise<Reply> {
  // Not AbortSignal.any: what it makes of a signal that lives long lives as long.
  const controller = new AbortController();
  const abort = (): void => controller.abort(signal.reason);
  const timer = setTimeout(
    () => controller.abort(new Error(`the geocoding service did not answer within ${deadlineMs / 1000} s`)),
    deadlineMs,
  );
  signal.addEventListener('abort', abort);
  try {
    signal.throwIfAborted();
    return await send(url, authorization, controller.signal);
  } catch (error) {
    signal.throwIfAborted();
    return failure(reasonOf(error, controller.signal), !(error instanceof MalformedAnswer));
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
    // An answer that was not read to its end would keep its connection.
    controller.abort();
  }
}

async function send(url: URL, authorization: string | null, signal: AbortSignal): Promise<Reply> {
  const response = await fetch(url, {
    headers: {
      accept: 'application/json',
      'user-agent': USER_AGENT,
      ...(authorization !== null && { authorization }),
    },
    redirect: 'manual',
    signal,
  });
  const { status } = response;
  if (status === 200) return { outcome: 'answered', json: parse(await readBounded(response)) };
  if (status === 400 || status === 422) return { outcome: 'refused', status };
  const reason = new Error(`the geocoding service answered ${status}`);
  const again = status === 429 || status >= 500;
  return failure(reason, again, again ? retryAfterMs(response.headers.get('retry-after')) : null);
}

const failure = (reason: Error, again: boolean, afterMs: number | null = null): Reply => ({
  outcome: 'failed',
  reason,
  again,
  afterMs,
});

async function readBounded(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) {
      throw new MalformedAnswer(`the geocoding service answered more than ${MAX_ANSWER_BYTES} bytes`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    throw new MalformedAnswer('the geocoding service answered what is no JSON');
  }
}

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
