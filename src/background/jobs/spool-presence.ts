import type { Logger } from '../../base/log.js';
import type { Sql } from '../../store/client.js';
import { noteSpool } from '../../store/jobs.js';

/** A third of the minute after which a spool counts as abandoned (store/jobs.ts). */
const NOTE_EVERY_MS = 20_000;

/**
 * Records that a process runs the jobs of a spool directory. Jobs of directories without a process show that
 * they wait.
 */
export class SpoolPresence {
  #timer: NodeJS.Timeout | null = null;

  constructor(readonly options: { sql: Sql; log: Logger; spool: string }) {}

  /** @returns after the first record, or its failure */
  async start(): Promise<void> {
    this.#timer = setInterval(() => void this.#note(), NOTE_EVERY_MS);
    await this.#note();
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer);
  }

  async #note(): Promise<void> {
    const { sql, log, spool } = this.options;
    await noteSpool(sql, spool).catch((error) =>
      log.warn(
        { err: error },
        'could not record that this process runs the jobs of its spool: they may show that they wait',
      ),
    );
  }
}
