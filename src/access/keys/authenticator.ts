// Room access: who may use the API (keys/) and how much (limits/).

import type { MetricReader } from '../../base/metrics/metric-reader.js';
import { turnReadings } from '../../base/metrics/use-readings.js';
import { FairQueue } from '../../base/threads/fair-queue.js';
import type { Principal } from '../../http/route.js';
import type { Sql } from '../../store/client.js';
import { findKey, type KeyRow } from '../../store/keys.js';
import { findSession } from '../../store/sessions.js';
import { hashKey } from './key.js';
import { SESSION_LIMITS, SESSION_SHAPE } from './session.js';

/** Limits of a key without its own (docs/decisions.md#limits-and-quotas). */
export interface DefaultLimits {
  rateLimit: number;
  quotaMaps: number;
  quotaMarkers: number;
  quotaBulk: number;
}

export const DEFAULT_LIMITS: DefaultLimits = {
  rateLimit: 1000,
  quotaMaps: 10,
  quotaMarkers: 1000,
  quotaBulk: 10,
};

/** A revocation takes effect within this time even if its notification was lost. */
const TTL_MS = 1000;
/** Valid and unknown keys are kept apart, so that a flood of unknown keys evicts no valid one. */
const MAX_GOOD = 10_000;
const MAX_UNKNOWN = 10_000;
/** Look-ups at a time of keys that were never seen valid, and how many may wait. */
const UNKNOWN_AT_ONCE = 8;
const MAX_WAITING = 1000;
const MAX_WAIT_MS = 10_000;
/** Longer headers contain no key. */
const MAX_HEADER_LENGTH = 200;
const USUAL = 'Bearer ';
const BEARER = /^bearer +(\S+) *$/i;
const KEY_SHAPE = /^ck_[0-9A-Za-z]{20,100}$/;

interface Good {
  readonly principal: Principal;
  /** Time after which the secret is looked up again, without the limits for unknown ones. */
  until: number;
}

/** Looks up each secret of one kind, a key or the token of a session, at most once a second. */
class Known {
  readonly good = new Map<string, Good>();
  /** Unknown secrets, and the time until which they count as unknown. */
  #unknown = new Map<string, number>();
  #underWay = new Map<string, Promise<Principal | null>>();
  readonly #find: (secret: string) => Promise<Principal | null>;
  readonly #turns: FairQueue;

  constructor(turns: FairQueue, find: (secret: string) => Promise<Principal | null>) {
    this.#turns = turns;
    this.#find = find;
  }

  principalOf(
    secret: string,
    now: number,
    mayLookUp: () => boolean,
  ): Principal | null | undefined | Promise<Principal | null> {
    const good = this.good.get(secret);
    if (good && good.until > now) return good.principal;
    const unknownUntil = good ? undefined : this.#unknown.get(secret);
    if (unknownUntil !== undefined && unknownUntil > now) return null;
    // Requests that arrive meanwhile share the look-up.
    const underWay = this.#underWay.get(secret);
    if (underWay) return underWay;
    if (!good && !mayLookUp()) return undefined;
    return this.#lookUp(secret, good !== undefined, now + TTL_MS);
  }

  forget(): void {
    for (const good of this.good.values()) good.until = 0;
    this.#unknown = new Map();
    this.#underWay = new Map();
  }

  /** @param until counted from the start of the look-up, so that later changes are seen */
  async #lookUp(secret: string, wasGood: boolean, until: number): Promise<Principal | null> {
    const underWay = this.#underWay;
    const find = () => this.#find(secret);
    const finding = wasGood ? find() : this.#turns.run({}, find);
    underWay.set(secret, finding);
    try {
      const principal = await finding;
      // A look-up that began before the last change is answered but not cached.
      const current = underWay === this.#underWay;
      if (principal) keep(this.good, secret, { principal, until: current ? until : 0 }, MAX_GOOD);
      else this.good.delete(secret);
      if (!principal && current) keep(this.#unknown, secret, until, MAX_UNKNOWN);
      return principal;
    } finally {
      underWay.delete(secret);
    }
  }
}

/** Finds the principal of an API key or a session. */
export class Authenticator {
  readonly #defaults: DefaultLimits;
  readonly #keys: Known;
  readonly #sessions: Known;
  readonly #turns = new FairQueue({
    what: 'unknown API keys',
    limit: UNKNOWN_AT_ONCE,
    limitOfAccount: UNKNOWN_AT_ONCE,
    maxWaiting: MAX_WAITING,
    maxWaitMs: MAX_WAIT_MS,
  });

  /** Turns of look-ups of keys and sessions that were never seen valid. */
  get metrics(): MetricReader[] {
    return turnReadings({ unknownKeys: () => this.#turns.use });
  }

  constructor(sql: Sql, defaults: DefaultLimits = DEFAULT_LIMITS) {
    this.#defaults = defaults;
    const principalOf = (row: KeyRow | null) => row && this.#principal(row);
    this.#keys = new Known(this.#turns, async (key) => principalOf(await findKey(sql, hashKey(key))));
    this.#sessions = new Known(this.#turns, async (token) => {
      const principal = principalOf(await findSession(sql, hashKey(token), SESSION_LIMITS));
      return principal && { ...principal, isSession: true };
    });
  }

  /**
   * @param authorization value of the header
   * @param mayLookUp asked before a look-up of a key that this process never saw valid
   * @returns a plain value (not a promise) when the key is cached; null: invalid; undefined: mayLookUp said
   * no
   * @throws AppError RATE_LIMITED when too many such look-ups wait
   */
  readonly authenticate = (
    authorization: string,
    mayLookUp: () => boolean = always,
  ): Principal | null | undefined | Promise<Principal | null> => {
    if (authorization.length > MAX_HEADER_LENGTH) return null;
    const now = performance.now();
    // Fast path of nearly every request, without a regular expression.
    const usual = authorization.startsWith(USUAL)
      ? this.#keys.good.get(authorization.slice(USUAL.length))
      : null;
    if (usual && usual.until > now) return usual.principal;
    const key = BEARER.exec(authorization)?.[1] ?? '';
    return KEY_SHAPE.test(key) ? this.#keys.principalOf(key, now, mayLookUp) : null;
  };

  /** Does for the token of a session what `authenticate` does for a key. */
  readonly authenticateSession = (
    token: string,
    mayLookUp: () => boolean = always,
  ): Principal | null | undefined | Promise<Principal | null> =>
    SESSION_SHAPE.test(token) ? this.#sessions.principalOf(token, performance.now(), mayLookUp) : null;

  /**
   * Must be called when any key, account or session changes, which is rare: the next requests look up again.
   */
  invalidate(): void {
    this.#keys.forget();
    this.#sessions.forget();
  }

  #principal(row: KeyRow): Principal {
    const defaults = this.#defaults;
    return {
      keyId: row.keyId,
      accountId: row.accountId,
      email: row.email,
      plan: row.plan,
      scope: row.scope,
      superuser: row.superuser,
      rateLimit: row.rateLimit ?? defaults.rateLimit,
      quotas: {
        maps: row.quotaMaps ?? defaults.quotaMaps,
        markers: row.quotaMarkers ?? defaults.quotaMarkers,
        bulk: row.quotaBulk ?? defaults.quotaBulk,
      },
    };
  }
}

const always = (): boolean => true;

/** Adds the newest entry, and evicts the oldest above max. */
function keep<T>(entries: Map<string, T>, key: string, value: T, max: number): void {
  entries.delete(key);
  entries.set(key, value);
  if (entries.size > max) entries.delete(entries.keys().next().value!);
}
