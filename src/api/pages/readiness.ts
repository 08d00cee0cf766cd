import type { Sql } from '../../store/client.js';
import { type SchemaVersion, schemaState, schemaVersion } from '../../store/migrate.js';

const INTERVAL_MS = 1000;
const TIMEOUT_MS = 2000;

/**
 * Whether the service can work, looked at in the background once a second: asking costs nothing, however often. What changes
 * is told within the interval and the time-out.
 */
export class Readiness {
  readonly #sql: Sql;
  readonly #intervalMs: number;
  readonly #timeoutMs: number;
  /** As they were at the start: those that an upgrade puts beside them are the next process's. */
  readonly #needed: Promise<SchemaVersion>;
  #timer: NodeJS.Timeout | null = null;
  /** Of a look that has not ended yet there is no second. */
  #looking: Promise<void> | null = null;
  /** For people; null: there is none. */
  problem: string | null = 'the database was not asked yet';

  constructor(sql: Sql, { intervalMs = INTERVAL_MS, timeoutMs = TIMEOUT_MS, needed = schemaVersion() } = {}) {
    this.#sql = sql;
    this.#needed = needed;
    this.#intervalMs = intervalMs;
    this.#timeoutMs = timeoutMs;
  }

  /** Looks for the first time, and again and again after that. */
  async start(): Promise<void> {
    this.#timer = setInterval(() => void this.#look(), this.#intervalMs).unref();
    await this.#look();
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer);
  }

  #look(): Promise<void> {
    this.#looking ??= this.#ask().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  async #ask(): Promise<void> {
    const timer = setTimeout(() => {
      this.problem = 'the database does not answer';
    }, this.#timeoutMs).unref();
    try {
      const { pending } = await schemaState(this.#sql, this.#needed);
      this.problem = pending.length === 0 ? null : `migrations are not applied: ${pending.join(', ')}`;
    } catch {
      this.problem = 'the database is not reachable';
    } finally {
      clearTimeout(timer);
    }
  }
}
