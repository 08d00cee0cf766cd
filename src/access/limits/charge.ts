import { AppError } from '../../base/errors.js';
import type { Principal } from '../../http/route.js';
import { sqlState } from '../../store/client.js';
import type { QuotaKind } from '../../store/quotas.js';
import type { QuotaUseCache } from './quota-use.js';

const QUOTAS: Readonly<Record<QuotaKind, string>> = {
  maps: 'the daily quota of new maps is used up',
  markers: 'the daily quota of single markers is used up (a bulk import adds many at once)',
  bulk: 'the daily quota of bulk imports is used up',
};

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
    throw new AppError(
      'QUOTA_EXCEEDED',
      `${QUOTAS[kind]}: the key may make ${dailyLimit} a day. Try again after midnight UTC (Retry-After); GET /me shows the quotas of the key, and the operator of the service can issue a key with larger ones`,
      {
        retryAfterSeconds: secondsUntilMidnightUtc(Date.now()),
      },
    );
  } finally {
    cache.forget(principal.keyId);
  }
}
