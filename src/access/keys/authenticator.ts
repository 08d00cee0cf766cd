import { setMaxListeners } from 'node:events';
import type { Reading } from '../../base/metrics/reading.js';
import { turnReadings } from '../../base/metrics/use-readings.js';
import { Bulkhead } from '../../base/threads/bulkhead.js';
import type { Principal } from '../../http/route.js';
import type { Sql } from '../../store/client.js';
import { findKey, type KeyRow } from '../../store/keys.js';
import { hashKey } from './key.js';

/** Limits of a key that names none of its own (docs/decisions.md#limits-and-quotas). */
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

/** A revocation takes hold within this time even where its notification was lost. */
const TTL_MS = 1000;
/** Good keys and unknown ones apart: a flood of the latter pushes none of the former out. */
const MAX_GOOD = 10_000;
const MAX_UNKNOWN = 10_000;
/** Look-ups of keys that were never seen to be good: so many at once, so many in line. */
const UNKNOWN_AT_ONCE = 8;
const MAX_WAITING = 1000;
const MAX_WAIT_MS = 10_000;
/** Longer headers hold no key, and are neither searched for one nor kept. */
const MAX_HEADER_LENGTH = 200;
const USUAL = 'Bearer ';
const BEARER = /^bearer +(\S+) *$/i;
const KEY_SHAPE = /^ck_[0-9A-Za-z]{20,100}$/;
const NOBODY = { accountId: 0, signal: new AbortController().signal };
// All look-ups that wait listen to it.
setMaxListeners(0, NOBODY.signal);

interface Good {
  readonly principal: Principal;
  /** Then it is looked up again, and is still known to have been good. */
  until: number;
}

/** API key -> principal, looked up once a second and key. */
export class Authenticator {
  readonly #sql: Sql;
  readonly #defaults: DefaultLimits;
  readonly #good = new Map<string, Good>();
  /** Until when each is taken for unknown. */
  #unknown = new Map<string, number>();
  #underWay = new Map<string, Promise<Principal | null>>();
  readonly #turns = new Bulkhead({
    what: 'unknown API keys',
    // All are nobody's, and one caller gets all places but one.
    limit: () => UNKNOWN_AT_ONCE + 1,
    maxWaitingOfAccount: MAX_WAITING,
    maxWaiting: MAX_WAITING,
    maxWaitMs: MAX_WAIT_MS,
  });

  /** Of look-ups of keys that were never seen to be good. */
  get metrics(): Reading[] {
    return turnReadings({ unknownKeys: () => this.#turns.use });
  }

  constructor(sql: Sql, defaults: DefaultLimits = DEFAULT_LIMITS) {
    this.#sql = sql;
    this.#defaults = defaults;
  }

  /**
   * @param authorization value of the header
   * @param mayLookUp asked before a key that this process never saw to be good costs a look-up in the database
   * @returns a plain value (not a promise) when the key is known; null: nobody's; undefined: mayLookUp said no
   * @throws AppError RATE_LIMITED when too many such look-ups wait
   */
  authenticate(
    authorization: string,
    mayLookUp: () => boolean = always,
  ): Principal | null | undefined | Promise<Principal | null> {
    if (authorization.length > MAX_HEADER_LENGTH) return null;
    const now = performance.now();
    // Nearly every request ends here, without a pattern.
    const usual = authorization.startsWith(USUAL) ? this.#good.get(authorization.slice(USUAL.length)) : null;
    if (usual && usual.until > now) return usual.principal;
    const key = BEARER.exec(authorization)?.[1] ?? '';
    if (!KEY_SHAPE.test(key)) return null;
    const good = this.#good.get(key);
    if (good && good.until > now) return good.principal;
    const unknownUntil = good ? undefined : this.#unknown.get(key);
    if (unknownUntil !== undefined && unknownUntil > now) return null;
    // Requests that arrive meanwhile share the look-up.
    const underWay = this.#underWay.get(key);
    if (underWay) return underWay;
    if (!good && !mayLookUp()) return undefined;
    return this.#lookUp(key, good !== undefined, now + TTL_MS);
  }

  /** Called when any key or account changed. That is rare, and the next requests look up again. */
  invalidate(): void {
    for (const good of this.#good.values()) good.until = 0;
    this.#unknown = new Map();
    this.#underWay = new Map();
  }

  /** @param until from its start: a change after that must be seen */
  async #lookUp(key: string, wasGood: boolean, until: number): Promise<Principal | null> {
    const underWay = this.#underWay;
    const find = () => findKey(this.#sql, hashKey(key));
    const finding = (wasGood ? find() : this.#turns.run(NOBODY, find)).then((row) =>
      row ? this.#principal(row) : null,
    );
    underWay.set(key, finding);
    try {
      const principal = await finding;
      // What began before the last change is told to those that waited for it, and not kept.
      const current = underWay === this.#underWay;
      if (principal) keep(this.#good, key, { principal, until: current ? until : 0 }, MAX_GOOD);
      else this.#good.delete(key);
      if (!principal && current) keep(this.#unknown, key, until, MAX_UNKNOWN);
      return principal;
    } finally {
      underWay.delete(key);
    }
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

/** As the newest entry; the oldest goes where there are more than max. */
function keep<T>(entries: Map<string, T>, key: string, value: T, max: number): void {
  entries.delete(key);
  entries.set(key, value);
  if (entries.size > max) entries.delete(entries.keys().next().value!);
}
