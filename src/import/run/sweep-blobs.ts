import type { BlobStore } from '../../blob/blob-store.js';
import { Sweeping } from '../../blob/sweeping.js';
import type { Logger } from '../../log.js';
import type { Sql } from '../../store/client.js';
import { findJobs, type JobRow, knownJobIds } from '../../store/jobs.js';
import { jobIdOfKey, REJECTS, UPLOADS } from '../spool/blob-keys.js';
import type { BlobSpool } from '../spool/blob-spool.js';
import { settleImport } from './settle.js';
import type { SpoolUse } from './sweep.js';

const SWEEP_EVERY_MS = 60_000;
/**
 * An upload without a job is of a process that died, once it is older than uploads become: S3 dates what it took in parts by its beginning,
 * and an upload may take an hour. Clocks may differ.
 */
const DEAD_AFTER_MS = 2 * 3_600_000;
/** Files of rejected rows stay as long as their jobs, which is for weeks: so often is asked which jobs are still there. */
const JUDGE_REJECTS_EVERY_MS = 3_600_000;
/** That one statement asks for. */
const BATCH = 500;

export interface BlobSpoolSweeperOptions {
  sql: Sql;
  blobs: BlobStore;
  spool: BlobSpool;
  log: Logger;
  /** Whether this process sweeps the store, too, and not only what it has on its machine. */
  sweepsStore: boolean;
  everyMs?: number;
  deadAfterMs?: number;
}

/**
 * Keeps a spool in a blob store clean, as sweep.ts does a directory. Any number of processes may do it at once: what is removed belongs to
 * no job, or to one that has ended, and settling can be repeated.
 */
export class BlobSpoolSweeper {
  readonly #sweeping: Sweeping;
  #rejectsJudgedAtMs = Number.NEGATIVE_INFINITY;
  /** As of the last sweep, of the last hour where rejected rows are concerned; nothing where others sweep. */
  use: SpoolUse = { uploads: 0, uploadBytes: 0, rejectFiles: 0 };

  constructor(readonly options: BlobSpoolSweeperOptions) {
    this.#sweeping = new Sweeping(
      () => this.sweep(),
      options.everyMs ?? SWEEP_EVERY_MS,
      (error) => options.log.warn({ err: error }, 'the spool could not be swept'),
    );
  }

  start(): void {
    this.#sweeping.start();
  }

  stop(): Promise<void> {
    return this.#sweeping.stop();
  }

  /** Brings an import that has ended into order, now or later. Never rejects. */
  async settle(job: JobRow): Promise<void> {
    const { sql, spool, log } = this.options;
    await settleImport(sql, job, spool).catch((error) =>
      log.warn({ err: error, job: job.id }, 'a job that has ended could not be settled yet'),
    );
  }

  async sweep(): Promise<void> {
    const { spool, sweepsStore } = this.options;
    await spool.files.sweep();
    if (!sweepsStore) return;
    await this.#sweepUploads();
    if (Date.now() - this.#rejectsJudgedAtMs < JUDGE_REJECTS_EVERY_MS) return;
    await this.#sweepRejects();
    this.#rejectsJudgedAtMs = Date.now();
  }

  async #sweepUploads(): Promise<void> {
    const { sql, spool, deadAfterMs = DEAD_AFTER_MS } = this.options;
    const use = { uploads: 0, uploadBytes: 0, rejectFiles: this.use.rejectFiles };
    for await (const blobs of this.#batches(UPLOADS)) {
      const jobs = new Map(
        (
          await findJobs(
            sql,
            blobs.map(({ key }) => jobIdOfKey(key)),
          )
        ).map((job) => [job.id, job]),
      );
      for (const { key, bytes, modifiedAtMs } of blobs) {
        use.uploads++;
        use.uploadBytes += bytes;
        const job = jobs.get(jobIdOfKey(key));
        if (job?.status === 'queued' || job?.status === 'processing') continue;
        if (job) await this.settle(job);
        else if (Date.now() - modifiedAtMs > deadAfterMs) await spool.removeUpload(jobIdOfKey(key));
      }
    }
    this.use = use;
  }

  /** Their age does not matter: a job that has one is known from before it is written. */
  async #sweepRejects(): Promise<void> {
    const { sql, blobs: store } = this.options;
    let rejectFiles = 0;
    for await (const blobs of this.#batches(REJECTS)) {
      const known = await knownJobIds(
        sql,
        blobs.map(({ key }) => jobIdOfKey(key)),
      );
      const orphans = blobs.filter(({ key }) => !known.has(jobIdOfKey(key)));
      await store.remove(orphans.map(({ key }) => key));
      rejectFiles += blobs.length - orphans.length;
    }
    this.use = { ...this.use, rejectFiles };
  }

  /** Ends early when the sweeper stops. */
  async *#batches(folder: string): AsyncGenerator<{ key: string; bytes: number; modifiedAtMs: number }[]> {
    let batch: { key: string; bytes: number; modifiedAtMs: number }[] = [];
    for await (const blob of this.options.blobs.list(folder)) {
      if (this.#sweeping.isStopping) return;
      if (batch.push(blob) < BATCH) continue;
      yield batch;
      batch = [];
    }
    if (batch.length > 0) yield batch;
  }
}
