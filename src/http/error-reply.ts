import { AppError } from '../base/errors.js';
import { ClientGone, type Reply } from './message.js';

/** @param helpUrl page that says how to get a key or a plan; sent with 401 and 402 */
export function errorReply(error: AppError, helpUrl: string | undefined): Reply {
  const { code, message, status, retryAfterSeconds } = error;
  const help = status === 401 || status === 402 ? (error.helpUrl ?? helpUrl) : undefined;
  const json = { error: help === undefined ? { code, message } : { code, message, help_url: help } };
  if (status === 401) return { status, headers: { 'www-authenticate': 'Bearer' }, json };
  if (status === 429)
    return { status, headers: { 'retry-after': String(Math.max(1, retryAfterSeconds ?? 1)) }, json };
  return { status, json };
}

/** Hides the cause of an error from the client. */
export const internalError = (): AppError => new AppError('INTERNAL_ERROR', 'Internal error');

/** True when the client has gone; aborted I/O often wraps that reason. */
export const isPeerGone = (error: unknown): boolean =>
  error instanceof ClientGone || (error instanceof Error && error.cause instanceof ClientGone);
