import { ApiError } from '../client/api-error.js';

const FIRST_PAUSE_MS = 5000;
const LAST_PAUSE_MS = 60_000;
/** Longest pause that the service may want; a daily quota lasts until midnight. */
const MOST_WANTED_MS = 300_000;

/** Reads beyond a limit are left alone where it does not say until when: each further one counts, too. */
export const mayRecover = (error: unknown): boolean =>
  error instanceof ApiError && error.isPassing && (error.status !== 429 || error.retryAfterMs > 0);

/**
 * Pause before what failed is tried again: doubled with each failure in a row, or longer where the service
 * says so. Pages that failed together do not come back together.
 */
export function retryPauseMs(earlierFailures: number, error?: unknown, firstMs = FIRST_PAUSE_MS): number {
  const wantedMs = error instanceof ApiError ? Math.min(error.retryAfterMs, MOST_WANTED_MS) : 0;
  const pauseMs = Math.max(wantedMs, Math.min(LAST_PAUSE_MS, firstMs * 2 ** earlierFailures));
  return pauseMs * (1 + Math.random() / 5);
}

/**
 * Runs an action once: after the pause, where there is one, or when the connection is back. A hidden page
 * waits until it is seen.
 * @returns what ends the waiting
 */
export function retryLater(run: () => void, pauseMs?: number): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const act = (): void => {
    if (document.hidden) document.addEventListener('visibilitychange', act, { signal });
    else {
      end();
      run();
    }
  };
  addEventListener('online', act, { signal });
  const timer = pauseMs === undefined ? undefined : setTimeout(act, pauseMs);
  const end = (): void => {
    clearTimeout(timer);
    controller.abort();
  };
  return end;
}
