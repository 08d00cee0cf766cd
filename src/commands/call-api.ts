import { Readable } from 'node:stream';
import { InvalidArgumentError, Option } from 'commander';
import { CommandError } from './result.js';

/** The service and the account for commands that use it through its API. */
export interface ApiAccess {
  /** With /v1, without a trailing slash. */
  baseUrl: string;
  key: string;
  signal?: AbortSignal;
}

export type ApiAnswer =
  | { body: object; passing: false }
  | { refusal: string /** A later try may succeed. */; passing: boolean; retryAfterMs: number };

export const urlOption = (): Option =>
  new Option('--url <url>', 'base URL of the API')
    .env('CARTLOAD_URL')
    .default('http://127.0.0.1:8080/v1')
    .argParser(baseUrl);

export const keyOption = (): Option =>
  new Option('--key <key>', 'API key').env('CARTLOAD_KEY').argParser(apiKey);

function baseUrl(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new InvalidArgumentError('it must be an http or https URL.');
  return text.replace(/(?<!\/)\/+$/, '');
}

/** Trims the line end that a key read from a file often has. */
function apiKey(text: string): string {
  const key = text.trim();
  if (!/^[!-~]+$/.test(key))
    throw new InvalidArgumentError('a key consists of visible ASCII characters without blanks.');
  return key;
}

/** @throws CommandError without a key */
export function accessOf({ url, key }: { url: string; key?: string }): ApiAccess {
  if (key === undefined) throw new CommandError('no API key: give --key or set CARTLOAD_KEY');
  return { baseUrl: url, key };
}

/** Longest time without a byte, of which there is one every five seconds. */
const SILENCE_MS = 20_000;

/**
 * Data of server-sent events, as they come. Ends with the stream, and when the service has none, cannot be
 * reached or falls silent.
 * @param lastId of the last event that the caller knows; '': none
 */
export async function* eventsOf(
  { baseUrl, key, signal }: ApiAccess,
  path: string,
  lastId = '',
): AsyncGenerator<{ id: string; data: unknown }> {
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), SILENCE_MS);
  try {
    const response = await fetch(`${baseUrl}${path}`, {
      headers: {
        accept: 'text/event-stream',
        authorization: `Bearer ${key}`,
        ...(lastId !== '' && { 'last-event-id': lastId }),
      },
      signal: AbortSignal.any([silence.signal, ...(signal ? [signal] : [])]),
    });
    if (!response.ok || !response.headers.get('content-type')?.startsWith('text/event-stream')) {
      await response.body?.cancel();
      return;
    }
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      timer.refresh();
      const events = (text + decoder.decode(chunk, { stream: true })).split('\n\n');
      text = events.pop()!;
      for (const event of events) {
        const [, id = ''] = /^id: (.*)$/m.exec(event) ?? [];
        const [, data] = /^data: (.*)$/m.exec(event) ?? [];
        if (data !== undefined) yield { id, data: JSON.parse(data) };
      }
    }
  } catch {
    // The caller asks in another way.
  } finally {
    clearTimeout(timer);
    silence.abort();
  }
}

/** @throws CommandError with the API's message when it refuses */
export function accepted<T extends object>(answer: ApiAnswer): T {
  if ('body' in answer) return answer.body as T;
  throw new CommandError(answer.refusal);
}

/** Message of the API about what the account of the key does not have. */
const NOT_FOUND = /^Not found(?:$|: it does not exist)/;

/** @param missing complaint where what the path names is not there */
export async function callApi(
  { baseUrl, key, signal }: ApiAccess,
  path: string,
  { missing, ...init }: RequestInit & { missing: string },
): Promise<ApiAnswer> {
  const url = `${baseUrl}${path}`;
  try {
    const headers = { ...init.headers, authorization: `Bearer ${key}` };
    const response = await fetch(url, { ...init, headers, ...(signal && { signal }) });
    const text = await response.text();
    const retryAfterMs = 1000 * (Number(response.headers.get('retry-after')) || 0);
    const passing = response.status === 429 || response.status >= 500;
    const body = parse(text);
    if (body === null) {
      const refusal = `${url} answered ${response.status} without JSON: is ${baseUrl} the base URL of a cartload service?`;
      return { refusal, passing, retryAfterMs };
    }
    if (response.ok) return { body, passing: false };
    const { error } = body as { error?: { code: string; message: string } };
    const message = error && NOT_FOUND.test(error.message) ? missing : error?.message;
    return { refusal: `${response.status} ${error?.code}: ${message}`, passing, retryAfterMs };
  } catch (error) {
    const { message, cause } = error as Error & { cause?: Error & { code?: string } };
    const reason = cause?.message || cause?.code || message;
    return { refusal: `${url} cannot be reached: ${reason}${proxyHint()}`, passing: true, retryAfterMs: 0 };
  }
}

/** Node reads the variables of proxies when it is told to, from 22.21 and 24 on. */
function proxyHint({ env } = process): string {
  const isSet = ['HTTPS_PROXY', 'HTTP_PROXY'].some((name) => env[name] || env[name.toLowerCase()]);
  return isSet && env.NODE_USE_ENV_PROXY !== '1'
    ? ' (Node 22.21 and later use HTTPS_PROXY with NODE_USE_ENV_PROXY=1)'
    : '';
}

function parse(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

/** Rows of a job, such as its rejected ones; null: it has none. @throws Error when they cannot be read */
export async function openRows(
  { baseUrl, key, signal }: ApiAccess,
  { job_id, url }: { job_id: string; url: string | null },
  kind: 'errors' | 'skipped',
): Promise<Readable | null> {
  if (url === null) return null;
  const address = `${baseUrl}/jobs/${job_id}/${kind}.csv`;
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(address, { headers, ...(signal && { signal }) });
  if (!response.ok || response.body === null) throw new Error(`${address} answered ${response.status}`);
  return Readable.fromWeb(response.body as import('node:stream/web').ReadableStream);
}
