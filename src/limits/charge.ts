import { AppError } from '../errors.js';
import type { Principal } from '../http/route.js';
import { sqlState } from '../store/client.js';
import type { QuotaKind } from '../store/quotas.js';
import type { QuotaUseCache } from './quota-use.js';

const DAY_SECONDS = 86_400;

export const secondsUntilMidnightUtc = (nowMs: number): number =>
  DAY_SECONDS - (Math.floor(nowMs / 1000) % DAY_SECONDS);

/**
 * Runs a store function that charges a daily quota in its own statement.
 * @throws AppError QUOTA_EXCEEDED
 */
export async function charging<T>(
  cache: QuotaUseCache,
  principal: Principal,
  kind: QuotaKind,
  change: (charge: { keyId: number; dailyLimit: number }) => Promise<T>,
): Promise<T> {
  const dailyLimit = principal.quotas[kind];
  try {
    return await change({ keyId: principal.keyId, dailyLimit });
  } catch (error) {
    if (sqlState(error) !== 'CL429') throw error;
    throw new AppError('QUOTA_EXCEEDED', `the daily quota of ${dailyLimit} (${kind}) is used up`, {
      retryAfterSeconds: secondsUntilMidnightUtc(Date.now()),
    });
  } finally {
    cache.forget(principal.keyId);
  }
}
