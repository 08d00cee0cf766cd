import type { Sql } from '../../store/client.js';
import { type SchemaVersion, schemaState, schemaVersion } from '../../store/migrate.js';

const INTERVAL_MS = 1000;
const TIMEOUT_MS = 2000;

/**
 * Checks once a second, in the background, that the database answers and is migrated. Requests read the last
 * result, so a change shows after at most the interval plus the time-out.
 */
export class Readiness {
  readonly #sql: Sql;
  readonly #intervalMs: number;
  readonly #timeoutMs: number;
  /** Migrations at the start: files that an upgrade adds later belong to the next process. */
  readonly #needed: Promise<SchemaVersion>;
  #timer: NodeJS.Timeout | null = null;
  /** The check that is running, so that checks do not overlap. */
  #looking: Promise<void> | null = null;
  /** Problem in words; null when the service is ready. */
  problem: string | null = 'the service has not checked the database yet';

  constructor(sql: Sql, { intervalMs = INTERVAL_MS, timeoutMs = TIMEOUT_MS, needed = schemaVersion() } = {}) {
    this.#sql = sql;
    this.#needed = needed;
    this.#intervalMs = intervalMs;
    this.#timeoutMs = timeoutMs;
  }

  /** Checks once, and then at every interval. */
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
