import {
  type AppError,
  badRequest,
  notFound,
  planRequired,
  readOnlyKey,
  unauthorized,
} from '../base/errors.js';
import { sqlState } from '../store/client.js';

const REFUSALS: Readonly<Record<string, () => AppError>> = {
  CL401: unauthorized,
  CL402: planRequired,
  CL403: readOnlyKey,
  CL404: notFound,
};

/**
 * Refusals whose message, written in SQL, is for the client: too many of something (CL400), or too long
 * (CL413).
 */
const WITH_MESSAGE = new Set(['CL400', 'CL413']);

/**
 * Turns the database's refusal of a write into the AppError of the same check before the body; returns any
 * other error unchanged.
 */
export function refusalOf(error: unknown): unknown {
  const state = sqlState(error);
  if (WITH_MESSAGE.has(state)) return badRequest((error as Error).message);
  return REFUSALS[state]?.() ?? error;
}
