import type { components } from './api-types.js';

type Code = components['schemas']['Error']['error']['code'];

interface Refusal {
  url: string;
  status: number;
  code?: Code | null;
  message?: string;
  retryAfterMs?: number;
  cause?: unknown;
}

/** An answer of the service that is no success, or its absence. */
export class ApiError extends Error {
  readonly url: string;
  /** 0: no whole answer came, `cause` says why; 302: a redirect that is not followed. */
  readonly status: number;
  /** null: the answer is none of the service. */
  readonly code: Code | null;
  /** Time after which the service wants to be asked again, a day at most; 0: it does not say. */
  readonly retryAfterMs: number;

  constructor({ url, status, code = null, message, retryAfterMs = 0, cause }: Refusal) {
    super(message ?? (status === 0 ? `${url} cannot be reached` : `${url} answered ${status} without JSON`), {
      cause,
    });
    this.url = url;
    this.status = status;
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }

  /** Tells whether the same request may go well later. */
  get isPassing(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

const LONGEST_RETRY_MS = 86_400_000;

/** Reads seconds or a date. Timers fire at once where they are given more than 24 days. */
function retryAfterMsOf(headers: Headers): number {
  const text = headers.get('retry-after') ?? '';
  const ms = /^\d+$/.test(text) ? 1000 * Number(text) : Date.parse(text) - Date.now();
  return ms > 0 ? Math.min(ms, LONGEST_RETRY_MS) : 0;
}

/** The error of an answer with this body. */
export function errorOf({ url, status, headers }: Response, body: string): ApiError {
  const retryAfterMs = retryAfterMsOf(headers);
  try {
    const { code, message } = JSON.parse(body).error;
    return new ApiError({ url, status, code, message, retryAfterMs });
  } catch {
    // A proxy's own page.
    return new ApiError({ url, status, retryAfterMs });
  }
}
