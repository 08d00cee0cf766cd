import type { Principal } from '../http/route.js';
import type { Sql } from '../store/client.js';
import { findKey, type KeyRow } from '../store/keys.js';
import { hashKey } from './key.js';

/** Limits of a key that names none of its own (specification §8.4, decision 47). */
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
/** Unknown keys are remembered too; the bound keeps a flood of them from filling the memory. */
const MAX_ENTRIES = 10_000;
const KEY_SHAPE = /^ck_[0-9A-Za-z]{20,100}$/;

interface Entry {
  principal: Principal | null | Promise<Principal | null>;
  until: number;
}

/** API key -> principal, looked up once a second and key. */
export class Authenticator {
  readonly #sql: Sql;
  readonly #defaults: DefaultLimits;
  #entries = new Map<string, Entry>();

  constructor(sql: Sql, defaults: DefaultLimits = DEFAULT_LIMITS) {
    this.#sql = sql;
    this.#defaults = defaults;
  }

  /** @param authorization value of the header; a plain value (not a promise) when the key is known */
  authenticate(authorization: string): Principal | null | Promise<Principal | null> {
    const known = this.#entries.get(authorization);
    if (known && known.until > performance.now()) return known.principal;
    const key = /^bearer +(\S+) *$/i.exec(authorization)?.[1] ?? '';
    return KEY_SHAPE.test(key) ? this.#lookUp(authorization, key) : null;
  }

  /** Forgets everything: called when any key or account changed. That is rare, and the next requests look up again. */
  invalidate(): void {
    this.#entries = new Map();
  }

  #lookUp(authorization: string, key: string): Promise<Principal | null> {
    const entries = this.#entries;
    const promise = findKey(this.#sql, hashKey(key)).then((row) => (row ? this.#principal(row) : null));
    // Requests that arrive meanwhile share the look-up. It dates from its start: a change after that must be seen.
    const entry: Entry = { principal: promise, until: performance.now() + TTL_MS };
    if (entries.size >= MAX_ENTRIES) entries.clear();
    entries.set(authorization, entry);
    promise.then(
      (principal) => {
        entry.principal = principal;
      },
      () => entries.delete(authorization),
    );
    return promise;
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
