import type { Logger } from '../../base/log.js';
import type { Sql } from '../../store/client.js';
import { noteSpool } from '../../store/jobs.js';

/** A third of the minute after which a spool counts as gone (store/jobs.ts). */
const NOTE_EVERY_MS = 20_000;

/** Tells the others that the jobs of a spool directory are worked on; those of other directories say that they wait. */
export class SpoolPresence {
  #timer: NodeJS.Timeout | null = null;

  constructor(readonly options: { sql: Sql; log: Logger; spool: string }) {}

  /** @returns when it is told for the first time, or could not be */
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
      log.warn({ err: error }, 'it could not be told that the jobs of this spool are worked on'),
    );
  }
}
