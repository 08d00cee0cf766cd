import { AppError } from '../base/errors.js';
import { PeerGone, type Reply } from './message.js';

/** @param helpUrl where a person gets a key or a plan: goes with 401 and 402 */
export function errorReply(error: AppError, helpUrl: string | undefined): Reply {
  const { code, message, status, retryAfterSeconds } = error;
  const help = status === 401 || status === 402 ? (error.helpUrl ?? helpUrl) : undefined;
  const json = { error: help === undefined ? { code, message } : { code, message, help_url: help } };
  if (status === 401) return { status, headers: { 'www-authenticate': 'Bearer' }, json };
  if (status === 429)
    return { status, headers: { 'retry-after': String(Math.max(1, retryAfterSeconds ?? 1)) }, json };
  return { status, json };
}

/** What the caller sees of an error that is not for him. */
export const internalError = (): AppError => new AppError('INTERNAL_ERROR', 'Internal error');

/** Whether the peer's going away is behind it; I/O that was aborted often wraps the reason. */
export const isPeerGone = (error: unknown): boolean =>
  error instanceof PeerGone || (error instanceof Error && error.cause instanceof PeerGone);
