import { Readable } from 'node:stream';
import { InvalidArgumentError, Option } from 'commander';
import { type ApiClient, ApiError, createClient, dataOf } from '../client/index.js';
import { CommandError } from './result.js';

/** The service and the account for commands that use it through its API. */
export interface ApiAccess {
  /** With /v1, without a trailing slash. */
  baseUrl: string;
  key: string;
  signal?: AbortSignal;
}

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

/** Client of a command, and its failures in words. */
export interface CommandClient extends ApiAccess {
  api: ApiClient;
}

export const clientOf = (access: ApiAccess): CommandClient => ({ ...access, api: createClient(access) });

/**
 * Waits for what the API answers.
 * @param missing complaint where what the path names is not there
 * @throws CommandError with the API's message when it refuses
 */
export async function accepted<T>({ baseUrl }: ApiAccess, answer: Promise<T>, missing: string): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new CommandError(describeRefusal(error, baseUrl, missing));
  }
}

/** Message of the API about what the account of the key does not have. */
const NOT_FOUND = /^Not found(?:$|: it does not exist)/;

export function describeRefusal(error: ApiError, baseUrl: string, missing: string): string {
  const { url, status, code, message, cause } = error;
  if (status === 0) {
    const { message: text, cause: deeper } = cause as Error & { cause?: Error & { code?: string } };
    return `${message}: ${deeper?.message || deeper?.code || text}${proxyHint()}`;
  }
  if (status === 302) return message;
  if (code === null)
    return `${url} answered ${status} without JSON: is ${baseUrl} the base URL of a cartload service?`;
  return `${status} ${code}: ${NOT_FOUND.test(message) ? missing : message}`;
}

/** Node reads the variables of proxies when it is told to, from 22.21 and 24 on. */
function proxyHint({ env } = process): string {
  const isSet = ['HTTPS_PROXY', 'HTTP_PROXY'].some((name) => env[name] || env[name.toLowerCase()]);
  return isSet && env.NODE_USE_ENV_PROXY !== '1'
    ? ' (Node 22.21 and later use HTTPS_PROXY with NODE_USE_ENV_PROXY=1)'
    : '';
}

/** Rows of a job, such as its rejected ones; null: it has none. @throws Error when they cannot be read */
export async function openRows(
  { api }: CommandClient,
  { job_id, url }: { job_id: string; url: string | null },
  kind: 'errors' | 'skipped',
): Promise<Readable | null> {
  if (url === null) return null;
  const params = { path: { job_id } };
  const rows = await dataOf(api.GET(`/jobs/{job_id}/${kind}.csv`, { params, parseAs: 'stream' }));
  return Readable.fromWeb(rows as import('node:stream/web').ReadableStream);
}
