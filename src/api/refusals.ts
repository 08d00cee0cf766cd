import {
  type AppError,
  badRequest,
  notFound,
  planRequired,
  readOnlyKey,
  unauthorized,
} from '../base/errors.js';
import type { Route } from '../http/route.js';
import { sqlState } from '../store/client.js';

const REFUSALS: Readonly<Record<string, () => AppError>> = {
  CL401: unauthorized,
  CL402: planRequired,
  CL403: readOnlyKey,
  CL404: notFound,
};

/** What a write would make longer than it may be: the database says how long. */
const TOO_LONG = 'CL413';

/** What the database says of a write that its caller may not make any more, in the words of the checks before the body; or the error itself. */
export function refusalOf(error: unknown): unknown {
  const state = sqlState(error);
  if (state === TOO_LONG) return badRequest((error as Error).message);
  return REFUSALS[state]?.() ?? error;
}

/** The routes, whose writes are refused by the statements that make them (store/authorize.ts). */
export function answeringRefusals(routes: readonly Route[]): Route[] {
  return routes.map((each) => {
    if (each.access !== 'write') return each;
    const handle: Route['handle'] = (call) =>
      each.handle(call).catch((error) => {
        throw refusalOf(error);
      });
    return { ...each, handle };
  });
}
