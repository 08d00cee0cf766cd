import { setTimeout as delay } from 'node:timers/promises';
import { type ApiClient, ApiError, createClient } from '../../src/client/index.js';
import { accepted } from '../../src/commands/call-api.js';
import type { Account } from '../upload.js';

const RETRY_MS = 1_000;

/**
 * Asks the service before or after a run, again while the rate limit of the key refuses.
 * @throws CommandError with the API's message when it refuses otherwise
 */
export const asking = <T>(service: Account, ask: (api: ApiClient) => Promise<T>): Promise<T> =>
  accepted(
    service,
    patiently(() => ask(createClient(service))),
    'the map is gone',
  );

async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'RATE_LIMITED')) throw error;
      await delay(error.retryAfterMs || RETRY_MS);
    }
}
