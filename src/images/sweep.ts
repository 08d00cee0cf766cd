import { removeAbandoned } from '../base/disk/remove-abandoned.js';
import type { Logger } from '../base/log.js';
import type { BlobStore } from '../blob/blob-store.js';
import { Sweeping } from '../blob/sweeping.js';
import { isBackupUnderWay } from '../store/backup.js';
import type { BlobRegister } from '../store/blobs.js';
import type { Sql } from '../store/client.js';
import { imageFilesOf, imageSpool, releaseImageFiles } from '../store/image-jobs.js';
import { IMAGE_FOLDER, jobIdOfKey } from './file-key.js';

const SWEEP_EVERY_MS = 600_000;
/** Since a job ended; its row stays as long as those of other jobs. */
const KEEP_DAYS = 7;
/** A file that no job has for so long is of a process that died: between its writing and its job lies one statement. */
const DEAD_AFTER_MS = 3_600_000;
/** Files of one statement. */
const BATCH = 200;

export interface ImageSweeperOptions {
  sql: Sql;
  /** Whose removals `register` hears of. */
  blobs: BlobStore;
  register: BlobRegister;
  /** Where pictures are drawn. */
  directory: string;
  log: Logger;
  everyMs?: number;
  deadAfterMs?: number;
}

/**
 * Removes the files of pictures that nobody gets any more: those that are old enough, of deleted maps, and what processes that died left
 * behind. Any number of processes may do it at once.
 */
export class ImageSweeper {
  readonly options: Required<ImageSweeperOptions>;
  readonly #sweeping: Sweeping;

  constructor(options: ImageSweeperOptions) {
    this.options = { everyMs: SWEEP_EVERY_MS, deadAfterMs: DEAD_AFTER_MS, ...options };
    this.#sweeping = new Sweeping(
      () => this.sweep(),
      this.options.everyMs,
      (error) =>
        options.log.warn({ err: error }, 'could not remove old pictures: trying again at the next sweep'),
    );
  }

  start(): void {
    this.#sweeping.start();
  }

  stop(): Promise<void> {
    return this.#sweeping.stop();
  }

  /** In small steps; ends early when the sweeper stops. @returns how many files were removed */
  async sweep(): Promise<number> {
    const { sql, directory, deadAfterMs } = this.options;
    if (await isBackupUnderWay(sql)) return 0;
    const removed =
      (await this.#removeReleased()) +
      (await this.#removeOrphans()) +
      (await removeAbandoned(directory, deadAfterMs));
    if (removed > 0) this.options.log.info({ files: removed }, 'removed the files of old pictures');
    return removed;
  }

  async #removeReleased(): Promise<number> {
    const { sql, blobs } = this.options;
    for (let removed = 0; ; ) {
      // The row first: where this process dies in between, the file is an orphan.
      const keys = await releaseImageFiles(sql, imageSpool(blobs.identity), KEEP_DAYS, BATCH);
      await blobs.remove(keys);
      removed += keys.length;
      if (keys.length < BATCH || this.#sweeping.isStopping) return removed;
    }
  }

  /** Only what the register knows: the store may have files that are none of ours. */
  async #removeOrphans(): Promise<number> {
    const { sql, blobs, register, deadAfterMs } = this.options;
    for (let removed = await blobs.removeAbandoned(deadAfterMs); ; ) {
      const loose = await register.loose(IMAGE_FOLDER, deadAfterMs, BATCH);
      const known = await imageFilesOf(sql, loose.map(jobIdOfKey));
      const orphans = loose.filter((key) => !known.has(key));
      await register.keep(loose.filter((key) => known.has(key)));
      await blobs.remove(orphans);
      removed += orphans.length;
      if (loose.length < BATCH || this.#sweeping.isStopping) return removed;
    }
  }
}
