import { CommandError } from '../../src/commands/result.js';
import { askJson, type Service } from './api.js';

interface Me {
  scope: string;
  /** Requests a minute. */
  rate_limit: number;
  quotas: Record<'maps' | 'markers' | 'bulk', { limit: number; used: number }>;
}

/** From here on the key's limit is no limit: no generator of one machine asks 100,000 times a second. */
const UNLIMITED_A_MINUTE = 6_000_000;
/** Of the limit: the rest is for what is asked before and after a run, and for clocks that differ. */
const USED_SHARE = 0.9;
/** Single adds and batches of a run of some minutes. */
const PLENTY = 1_000_000;

const RAISE =
  'a key with more: cartload key create --email E --rate-limit N --quota-maps N --quota-markers N --quota-bulk N';

export interface Allowance {
  /** Requests a second that the run is paced at; null: a closed loop. */
  perSecond: number | null;
  /** What whoever reads the figures must know. */
  notices: string[];
}

/**
 * What the key lets a run do.
 * @param rate wanted requests a second; null: as many as there can be
 * @param cost of the maps that the run makes for itself
 * @param charges quotas that the run itself uses up
 * @throws CommandError where the run cannot be made with this key
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
