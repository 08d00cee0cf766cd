import { setTimeout as delay } from 'node:timers/promises';
import { CommandError } from '../../src/commands/result.js';

/** The measured service. */
export interface Service {
  /** Base URL with /v1, without a slash at its end. */
  baseUrl: string;
  key: string;
}

interface Request {
  method?: string;
  body?: object | Buffer;
}

/** Deadline of requests before and after a run. */
const ANSWER_WITHIN_MS = 60_000;
const DEFAULT_RETRY_AFTER_SECONDS = 1;

/**
 * Sends one request, again after 429.
 * @returns an answer with success
 * @throws CommandError with the answer
 */
export async function ask(
  service: Service,
  path: string,
  { method = 'GET', body }: Request = {},
): Promise<Response> {
  const csv = Buffer.isBuffer(body);
  for (;;) {
    const response = await fetch(`${service.baseUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${service.key}`,
        ...(body && { 'content-type': csv ? 'text/csv' : 'application/json' }),
      },
      ...(body && { body: csv ? new Uint8Array(body) : JSON.stringify(body) }),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    }).catch((error: Error) => {
      const { message } = (error.cause as Error | undefined) ?? error;
      throw new CommandError(`${service.baseUrl} does not answer: ${message || error.message}`);
    });
    if (response.ok) return response;
    const text = await response.text();
    if (response.status !== 429 || !text.includes('RATE_LIMITED'))
      throw new CommandError(`${method} ${path} was answered ${response.status}: ${text.slice(0, 300)}`);
    const seconds = Number(response.headers.get('retry-after') ?? DEFAULT_RETRY_AFTER_SECONDS);
    await delay(seconds * 1000);
  }
}

export const askJson = async <T>(service: Service, path: string, request?: Request): Promise<T> =>
  (await (await ask(service, path, request)).json()) as T;
