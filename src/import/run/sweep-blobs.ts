import type { Logger } from '../../base/log.js';
import { Sweeping } from '../../base/sweeping.js';
import type { BlobStore } from '../../blob/blob-store.js';
import { isBackupUnderWay } from '../../store/backup.js';
import type { BlobRegister } from '../../store/blobs.js';
import type { Sql } from '../../store/client.js';
import { findJobs, type JobRow, knownJobIds } from '../../store/jobs.js';
import { jobIdOfUpload, REJECTS, UPLOADS } from '../spool/blob-keys.js';
import type { BlobSpool } from '../spool/blob-spool.js';
import { settleNowOrLater } from './settle.js';
import { JUDGE_REJECTS_EVERY_MS, type SpoolUse } from './sweep.js';

const SWEEP_EVERY_MS = 60_000;
/**
 * An upload without a job is of a process that died, once it is older than uploads become: S3 dates what it
 * took in parts by its beginning, and an upload may take an hour. Clocks may differ.
 */
const DEAD_AFTER_MS = 2 * 3_600_000;
/** Keys that one statement asks for. */
const BATCH = 500;

export interface BlobSpoolSweeperOptions {
  sql: Sql;
  /** Store that tells `register` of its removals. */
  blobs: BlobStore;
  register: BlobRegister;
  spool: BlobSpool;
  log: Logger;
  /** Tells whether this process sweeps the store, too, and not only what it has on its machine. */
  sweepsStore: boolean;
  deadAfterMs?: number;
}

/**
 * Keeps a spool in a blob store clean, as sweep.ts does a directory. Any number of processes may do it at
 * once: what is removed belongs to no job, or to one that has ended, and settling can be repeated.
 */
export class BlobSpoolSweeper extends Sweeping {
  #rejectsJudgedAtMs = Number.NEGATIVE_INFINITY;
  /**
   * Use as of the last sweep, of the last hour where rejected rows are concerned; nothing where others sweep.
   */
  use: SpoolUse = { uploads: 0, uploadBytes: 0, rejectFiles: 0 };

  constructor(readonly options: BlobSpoolSweeperOptions) {
    super(SWEEP_EVERY_MS, (error) =>
      options.log.warn({ err: error }, 'could not sweep the spool: the next sweep tries again'),
    );
  }

  /** Brings an import that has ended into order, now or later. Never rejects. */
  async settle(job: JobRow): Promise<void> {
    const { sql, spool, log } = this.options;
    await settleNowOrLater(sql, job, spool, log);
  }

  async sweep(): Promise<void> {
    const { sql, spool, sweepsStore } = this.options;
    await spool.files.sweep();
    if (!sweepsStore || (await isBackupUnderWay(sql))) return;
    await this.#sweepUploads();
    if (Date.now() - this.#rejectsJudgedAtMs < JUDGE_REJECTS_EVERY_MS) return;
    await this.#sweepRejects();
    this.#rejectsJudgedAtMs = Date.now();
  }

  async #sweepUploads(): Promise<void> {
    const { sql, spool, register, deadAfterMs = DEAD_AFTER_MS } = this.options;
    const use = { uploads: 0, uploadBytes: 0, rejectFiles: this.use.rejectFiles };
    for await (const blobs of this.#batches(UPLOADS)) {
      const jobs = new Map(
        (
          await findJobs(
            sql,
            blobs.map(({ key }) => jobIdOfUpload(key)),
          )
        ).map((job) => [job.id, job]),
      );
      for (const { key, bytes } of blobs) {
        use.uploads++;
        use.uploadBytes += bytes;
        const job = jobs.get(jobIdOfUpload(key));
        if (job?.status === 'queued' || job?.status === 'processing') continue;
        if (job) await this.settle(job);
      }
    }
    this.use = use;
    // Uploads of processes that died, by the register: the store may have uploads, too, that are none of
    // ours.
    const loose = await register.loose(UPLOADS, deadAfterMs, BATCH);
    const known = await this.#known(loose);
    await register.keep(loose.filter((key) => known.has(jobIdOfUpload(key))));
    for (const key of loose) if (!known.has(jobIdOfUpload(key))) await spool.removeUpload(jobIdOfUpload(key));
  }

  /** A job that has one is known from before it is written. */
  async #sweepRejects(): Promise<void> {
    const { blobs: store, register } = this.options;
    for (;;) {
      const loose = await register.loose(REJECTS, 0, BATCH);
      const known = await this.#known(loose);
      await register.keep(loose.filter((key) => known.has(jobIdOfUpload(key))));
      await store.remove(loose.filter((key) => !known.has(jobIdOfUpload(key))));
      if (loose.length < BATCH || this.stopping.aborted) break;
    }
    this.use = { ...this.use, rejectFiles: await register.count(REJECTS) };
  }

  async #known(keys: readonly string[]): Promise<Set<string>> {
    return keys.length === 0 ? new Set() : knownJobIds(this.options.sql, keys.map(jobIdOfUpload));
  }

  /** Lists the blobs of a folder in batches; ends early when the sweeper stops. */
  async *#batches(folder: string): AsyncGenerator<{ key: string; bytes: number }[]> {
    let batch: { key: string; bytes: number }[] = [];
    for await (const blob of this.options.blobs.list(folder)) {
      if (this.stopping.aborted) return;
      if (batch.push(blob) < BATCH) continue;
      yield batch;
      batch = [];
    }
    if (batch.length > 0) yield batch;
  }
}
