import { cut } from './cut.js';

/** All error codes that the API answers, with their status (docs/decisions.md#order-of-checks). */
export const STATUS_OF = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  PLAN_REQUIRED: 402,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  RATE_LIMITED: 429,
  QUOTA_EXCEEDED: 429,
  INTERNAL_ERROR: 500,
} as const;

export type ErrorCode = keyof typeof STATUS_OF;

export interface ErrorOptions {
  /** Page that says how to get a key or a plan; on 401 and 402 only. */
  helpUrl?: string;
  /** Whole seconds, at least 1; on 429 only. */
  retryAfterSeconds?: number;
  cause?: unknown;
}

/**
 * Characters of a message: those that quote a client quote it in part, and this holds for the others, too.
 */
const MAX_MESSAGE = 4000;

/**
 * An error whose code and message the client may see. Anything else that is thrown becomes INTERNAL_ERROR.
 */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly helpUrl: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    readonly code: ErrorCode,
    message: string,
    options: ErrorOptions = {},
  ) {
    super(cut(message, MAX_MESSAGE), { cause: options.cause });
    this.helpUrl = options.helpUrl;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  get status(): number {
    return STATUS_OF[this.code];
  }
}

export const badRequest = (message: string): AppError => new AppError('BAD_REQUEST', message);

export const unauthorized = (why = 'the key is unknown or was revoked'): AppError =>
  new AppError('UNAUTHORIZED', `${why}; send a valid API key: Authorization: Bearer <API_KEY>`);

export const planRequired = (): AppError =>
  new AppError('PLAN_REQUIRED', 'the account needs the enterprise plan');

export const readOnlyKey = (): AppError =>
  new AppError('FORBIDDEN', 'the key is read_only: use a read_write key');

/** One message for all absences, so that the answers for a foreign and a missing resource are identical. */
export const notFound = (): AppError =>
  new AppError(
    'NOT_FOUND',
    "Not found: it does not exist, was deleted or has expired, or is not the account's",
  );

/** @throws AppError NOT_FOUND where there is nothing */
export async function found<T>(looked: Promise<T | null>): Promise<T> {
  const value = await looked;
  if (value === null) throw notFound();
  return value;
}

export const isDiskFull = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '');
