import type { Sql } from '../../store/client.js';
import { type QuotaUse, readQuotaUse } from '../../store/quotas.js';

const TTL_MS = 1000;
const MAX_ENTRIES = 10_000;

interface Entry {
  use: QuotaUse | Promise<QuotaUse>;
  until: number;
}

/**
 * Today's use of quotas by key, for `GET /me`: exact for charges of this process, at most a second old for
 * charges of others. The database does the charging, in the statement that makes the change.
 */
export class QuotaUseCache {
  readonly #sql: Sql;
  readonly #entries = new Map<number, Entry>();

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  read(keyId: number): QuotaUse | Promise<QuotaUse> {
    const known = this.#entries.get(keyId);
    if (known && known.until > performance.now()) return known.use;
    const promise = readQuotaUse(this.#sql, keyId);
    const entry: Entry = { use: promise, until: performance.now() + TTL_MS };
    if (this.#entries.size >= MAX_ENTRIES) this.#entries.clear();
    this.#entries.set(keyId, entry);
    promise.then(
      (use) => {
        entry.use = use;
      },
      () => this.forget(keyId),
    );
    return promise;
  }

  /** Must be called after every charge; also discards a read that is under way. */
  forget(keyId: number): void {
    this.#entries.delete(keyId);
  }
}
