import { readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '../../base/log.js';
import { Sweeping } from '../../base/sweeping.js';
import { isBackupUnderWay } from '../../store/backup.js';
import type { Sql } from '../../store/client.js';
import { findJobs, type JobRow, knownJobIds } from '../../store/jobs.js';
import { DirectorySpool } from '../spool/directory-spool.js';
import { SPOOL_IDENTITY } from '../spool/spool-identity.js';
import { settleImport, settleNowOrLater } from './settle.js';

const SWEEP_EVERY_MS = 10_000;
/**
 * A file that was not touched for so long and that no job knows is of a process that died. Above the 30 s
 * that the statement which makes the job may take; together with the interval below the 60 s in which dead
 * uploads are to be gone.
 */
const DEAD_AFTER_MS = 40_000;
/**
 * Files of rejected rows stay as long as their jobs, which is for weeks: so often is asked which jobs are
 * still there.
 */
export const JUDGE_REJECTS_EVERY_MS = 3_600_000;
/** A job that cannot be settled is tried again after this, twice as long each time… */
const FIRST_RETRY_MS = 20_000;
/** …and at most this. */
const LONGEST_RETRY_MS = 3_600_000;

/** Files in the spool at its last sweep. */
export interface SpoolUse {
  uploads: number;
  uploadBytes: number;
  /** Their bytes are not known: there may be 100,000 of them. */
  rejectFiles: number;
}

/**
 * Keeps the spool of this process clean: uploads of processes that died are removed, jobs whose process died
 * between their end and their settlement are settled, files of jobs that are no more are removed. Files of a
 * job that has not ended stay, whichever process works on it. Several processes may share a spool: uploads
 * that are being received are touched by their own.
 */
export class SpoolSweeper extends Sweeping {
  readonly #held = new Set<string>();
  /** File name -> failed removals; as many at most as there are files. */
  readonly #retries = new Map<string, { failures: number; notBeforeMs: number }>();
  #rejectsJudgedAtMs = Number.NEGATIVE_INFINITY;
  #use: SpoolUse = { uploads: 0, uploadBytes: 0, rejectFiles: 0 };
  readonly #spool: DirectorySpool;

  constructor(
    readonly options: {
      sql: Sql;
      spoolDirectory: string;
      log: Logger;
      everyMs?: number;
      deadAfterMs?: number;
    },
  ) {
    super(options.everyMs ?? SWEEP_EVERY_MS, (error) =>
      options.log.warn({ err: error }, 'could not sweep the spool: the next sweep tries again'),
    );
    this.#spool = new DirectorySpool({ directory: options.spoolDirectory, identity: '' });
  }

  get use(): SpoolUse {
    return this.#use;
  }

  /**
   * Keeps a file (by its path, without the ending of an unfinished one) until the returned function is
   * called.
   */
  hold(path: string): () => void {
    this.#held.add(path);
    return () => this.#held.delete(path);
  }

  async sweep(): Promise<void> {
    const { sql, spoolDirectory, deadAfterMs = DEAD_AFTER_MS } = this.options;
    await this.#touchHeld();
    const names = (await readdir(spoolDirectory)).filter((name) => name !== SPOOL_IDENTITY);
    this.#forgetRetries(names);
    const old: string[] = [];
    const use: SpoolUse = { uploads: 0, uploadBytes: 0, rejectFiles: 0 };
    for (const name of names) {
      // There may be 100,000 of them. Their age does not matter: a job that has one is known from before it
      // is written.
      if (isRejects(name)) {
        use.rejectFiles++;
        continue;
      }
      const { mtimeMs, size = 0 } = (await stat(join(spoolDirectory, name)).catch(() => null)) ?? {};
      use.uploads++;
      use.uploadBytes += size;
      if (mtimeMs !== undefined && Date.now() - mtimeMs > deadAfterMs) old.push(name);
    }
    this.#use = use;
    if (await isBackupUnderWay(sql)) return;
    for (const batch of batches(old)) await this.#judge(batch);
    if (Date.now() - this.#rejectsJudgedAtMs < JUDGE_REJECTS_EVERY_MS) return;
    this.#rejectsJudgedAtMs = Date.now();
    for (const batch of batches(names.filter(isRejects))) {
      const known = await knownJobIds(sql, batch.map(jobIdOf));
      for (const name of batch) if (!known.has(jobIdOf(name))) await this.#remove(name, null);
    }
  }

  /** Brings an import that has ended into order, now or later. Never rejects. */
  async settle(job: JobRow): Promise<void> {
    const { sql, log } = this.options;
    await settleNowOrLater(sql, job, this.#spool, log);
  }

  async #judge(names: string[]): Promise<void> {
    const jobs = new Map((await findJobs(this.options.sql, names.map(jobIdOf))).map((job) => [job.id, job]));
    for (const name of names) {
      const job = jobs.get(jobIdOf(name)) ?? null;
      const open = job?.status === 'queued' || job?.status === 'processing';
      if (!open) await this.#remove(name, job);
    }
  }

  /** Never rejects: one that cannot be removed does not keep the others. */
  async #remove(name: string, job: JobRow | null): Promise<void> {
    const { sql, spoolDirectory, log } = this.options;
    const { failures, notBeforeMs } = this.#retries.get(name) ?? { failures: 0, notBeforeMs: 0 };
    if (Date.now() < notBeforeMs) return;
    try {
      if (job && name.endsWith('.upload')) await settleImport(sql, job, this.#spool);
      else await rm(join(spoolDirectory, name), { force: true });
      log.info({ file: name, job: job?.status ?? null }, 'removed a file from the spool: no job needs it');
    } catch (error) {
      const retryInMs = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures);
      this.#retries.set(name, { failures: failures + 1, notBeforeMs: Date.now() + retryInMs });
      log.warn({ err: error, file: name, retryInMs }, 'a file could not be removed from the spool');
    }
  }

  /** Forgets the retries of files that are gone. */
  #forgetRetries(names: readonly string[]): void {
    if (this.#retries.size === 0) return;
    const there = new Set(names);
    for (const name of this.#retries.keys()) if (!there.has(name)) this.#retries.delete(name);
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

function* batches(names: readonly string[]): Generator<string[]> {
  for (let i = 0; i < names.length; i += BATCH) yield names.slice(i, i + BATCH);
}

const isRejects = (name: string): boolean => name.endsWith('.errors.csv') || name.endsWith('.skipped.csv');
const jobIdOf = (name: string): string => name.split('.', 1)[0]!;
