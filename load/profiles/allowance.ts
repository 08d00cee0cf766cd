import { setTimeout as delay } from 'node:timers/promises';
import { type ApiClient, ApiError, createClient, dataOf } from '../../src/client/index.js';
import { describeRefusal } from '../../src/commands/call-api.js';
import { CommandError } from '../../src/commands/result.js';
import type { Account } from '../server.js';

const RETRY_MS = 1_000;

/**
 * Asks the service before or after a run, again while the rate limit of the key refuses.
 * @throws CommandError with the API's message when it refuses otherwise
 */
export async function asking<T>(service: Account, ask: (api: ApiClient) => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await ask(createClient(service));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code !== 'RATE_LIMITED')
        throw new CommandError(describeRefusal(error, service.baseUrl, 'the map is gone'));
      await delay(error.retryAfterMs || RETRY_MS);
    }
}

/** Requests a minute from which a limit is none: no generator of one machine sends 100,000 a second. */
const UNLIMITED_A_MINUTE = 6_000_000;
/** Used share of the limit: the rest covers requests before and after a run, and differing clocks. */
const USED_SHARE = 0.9;
/** Single adds and batches that suffice for a run of some minutes. */
const PLENTY = 1_000_000;

const RAISE =
  'a key with more: cartload key create --email E --rate-limit N --quota-maps N --quota-markers N --quota-bulk N';

type Quota = 'maps' | 'markers' | 'bulk';

/**
 * Checks limits and quotas of the key before a run.
 * @param rate wanted requests a second; null: as many as possible
 * @param cost quotas for the run's own maps
 * @param charges quotas that the run itself uses up
 * @returns paced requests a second, null for a closed loop; notices for readers of the figures
 * @throws CommandError where the run is impossible with this key
 */
export async function checkAllowance(
  service: Account,
  rate: number | null,
  cost: { maps: number; bulk: number },
  charges: readonly Quota[],
): Promise<{ perSecond: number | null; notices: string[] }> {
  const { scope, quotas, rate_limit } = await asking(service, (api) => dataOf(api.GET('/me')));
  if (scope !== 'read_write') throw new CommandError(`the key is ${scope}: a run makes maps of its own`);
  const left = (name: Quota): number => quotas[name].limit - quotas[name].used;
  const leaves = (name: Quota): string => `the quota of ${name} leaves the key ${left(name)} for today`;
  for (const name of ['maps', 'bulk'] as const)
    if (left(name) < cost[name])
      throw new CommandError(`${leaves(name)}, and the run's own maps need ${cost[name]}; ${RAISE}`);
  const notices = charges
    .filter((name) => left(name) < PLENTY)
    .map((name) => `${leaves(name)}: what goes beyond is answered 429 and counted apart; ${RAISE}`);
  if (rate_limit >= UNLIMITED_A_MINUTE) return { perSecond: rate, notices };
  const most = (rate_limit / 60) * USED_SHARE;
  const limit = `the key's limit of ${rate_limit} requests a minute`;
  if (rate !== null && rate > most)
    throw new CommandError(
      `--rate ${rate} is more than ${limit} lets through (${most.toFixed(1)} a second); ${RAISE}`,
    );
  if (rate === null) notices.unshift(`${limit} paces the run at ${most.toFixed(1)} a second; ${RAISE}`);
  return { perSecond: rate ?? most, notices };
}
