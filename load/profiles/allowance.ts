import { CommandError } from '../../src/commands/result.js';
import { askJson, type Service } from './api.js';

interface Me {
  scope: string;
  /** Requests a minute. */
  rate_limit: number;
  quotas: Record<'maps' | 'markers' | 'bulk', { limit: number; used: number }>;
}

/** Requests a minute from which a limit is none: no generator of one machine sends 100,000 a second. */
const UNLIMITED_A_MINUTE = 6_000_000;
/** Used share of the limit: the rest covers requests before and after a run, and differing clocks. */
const USED_SHARE = 0.9;
/** Single adds and batches that suffice for a run of some minutes. */
const PLENTY = 1_000_000;

const RAISE =
  'a key with more: cartload key create --email E --rate-limit N --quota-maps N --quota-markers N --quota-bulk N';

export interface Allowance {
  /** Paced requests a second; null: a closed loop. */
  perSecond: number | null;
  /** Notices for readers of the figures. */
  notices: string[];
}

/**
 * Pace and notices of a run under the limits and quotas of its key.
 * @param rate wanted requests a second; null: as many as possible
 * @param cost quotas for the run's own maps
 * @param charges quotas that the run itself uses up
 * @throws CommandError where the run is impossible with this key
 */
export async function checkAllowance(
  service: Service,
  rate: number | null,
  cost: { maps: number; bulk: number },
  charges: readonly ('markers' | 'bulk')[],
): Promise<Allowance> {
  const me = await askJson<Me>(service, '/me');
  if (me.scope !== 'read_write')
    throw new CommandError(`the key is ${me.scope}: a run makes maps of its own`);
  const left = (name: keyof Me['quotas']): number => me.quotas[name].limit - me.quotas[name].used;
  for (const name of ['maps', 'bulk'] as const)
    if (left(name) < cost[name])
      throw new CommandError(
        `the quota of ${name} leaves the key ${left(name)} for today, and the run's own maps need ${cost[name]}; ${RAISE}`,
      );
  const notices = charges
    .filter((name) => left(name) < PLENTY)
    .map(
      (name) =>
        `the quota of ${name} leaves the key ${left(name)} for today: what goes beyond is answered 429 and counted apart; ${RAISE}`,
    );
  if (me.rate_limit >= UNLIMITED_A_MINUTE) return { perSecond: rate, notices };
  const most = (me.rate_limit / 60) * USED_SHARE;
  if (rate !== null && rate > most)
    throw new CommandError(
      `--rate ${rate} is more than the key's limit of ${me.rate_limit} requests a minute lets through (${most.toFixed(1)} a second); ${RAISE}`,
    );
  if (rate !== null) return { perSecond: rate, notices };
  const paced = `the key's limit of ${me.rate_limit} requests a minute paces the run at ${most.toFixed(1)} a second; ${RAISE}`;
  return { perSecond: most, notices: [paced, ...notices] };
}
