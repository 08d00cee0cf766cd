import { readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../../log.js';
import type { Sql } from '../../store/client.js';
import { deleteOldIdempotencyKeys } from '../../store/idempotency.js';
import { findJobs } from '../../store/jobs.js';
import { settleImport } from './settle.js';

const SWEEP_EVERY_MS = 10_000;
/**
 * A file that nobody touched for so long and that no job knows is of a process that died. Above the 30 s that the statement
 * which makes the job may take; together with the interval below the 60 s in which dead uploads are to be gone.
 */
const DEAD_AFTER_MS = 40_000;

/**
 * Keeps the spool clean: uploads of processes that died are removed, jobs whose process died between their end and their
 * settlement are settled. Several processes may share a spool: those that are being received are touched by their own.
 */
export class SpoolSweeper {
  readonly #held = new Set<string>();
  readonly #stop = new AbortController();
  #loop: Promise<void> = Promise.resolve();

  constructor(
    readonly options: {
      sql: Sql;
      spoolDirectory: string;
      log: Logger;
      everyMs?: number;
      deadAfterMs?: number;
    },
  ) {}

  start(): void {
    this.#loop = this.#run();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#loop;
  }

  /** Keeps a file (by its path, without the ending of an unfinished one) until the returned function is called. */
  hold(path: string): () => void {
    this.#held.add(path);
    return () => this.#held.delete(path);
  }

  async #run(): Promise<void> {
    const { log, everyMs = SWEEP_EVERY_MS } = this.options;
    const { signal } = this.#stop;
    while (!signal.aborted) {
      await this.sweep().catch((error) => log.warn({ err: error }, 'the spool could not be swept'));
      await delay(everyMs, undefined, { signal }).catch(() => {});
    }
  }

  async sweep(): Promise<void> {
    const { sql, spoolDirectory, deadAfterMs = DEAD_AFTER_MS } = this.options;
    await this.#touchHeld();
    await deleteOldIdempotencyKeys(sql);
    const old: string[] = [];
    for (const name of await readdir(spoolDirectory)) {
      const { mtimeMs } = (await stat(join(spoolDirectory, name)).catch(() => null)) ?? {};
      if (mtimeMs !== undefined && Date.now() - mtimeMs > deadAfterMs) old.push(name);
    }
    for (let i = 0; i < old.length; i += BATCH) await this.#judge(old.slice(i, i + BATCH));
  }

  async #judge(names: string[]): Promise<void> {
    const { sql, spoolDirectory, log } = this.options;
    const jobs = new Map((await findJobs(sql, names.map(jobIdOf))).map((job) => [job.id, job]));
    for (const name of names) {
      const job = jobs.get(jobIdOf(name));
      const open = job?.status === 'queued' || job?.status === 'processing';
      if (open || (job && name.endsWith('.errors.csv'))) continue;
      if (job && name.endsWith('.upload')) await settleImport(sql, job, spoolDirectory);
      else await rm(join(spoolDirectory, name), { force: true });
      log.info(
        { file: name, job: job?.status ?? null },
        'a file that nobody needs was removed from the spool',
      );
    }
  }

  async #touchHeld(): Promise<void> {
    const now = new Date();
    for (const path of this.#held) {
      // It has one of the two names, or neither any more.
      for (const name of [path, `${path}.part`]) await utimes(name, now, now).catch(() => {});
    }
  }
}

const BATCH = 500;
const jobIdOf = (name: string): string => name.split('.', 1)[0]!;
