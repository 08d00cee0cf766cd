import { removeAbandoned } from '../base/disk/remove-abandoned.js';
import type { Logger } from '../base/log.js';
import { Sweeping } from '../base/sweeping.js';
import type { BlobStore } from '../blob/blob-store.js';
import { isBackupUnderWay } from '../store/backup.js';
import type { BlobRegister } from '../store/blobs.js';
import type { Sql } from '../store/client.js';
import { imageFilesOf, imageSpool, releaseImageFiles } from '../store/image-jobs.js';
import { IMAGE_FOLDER, jobIdOfPicture } from './file-key.js';

const SWEEP_EVERY_MS = 600_000;
/**
 * Age from the end of a job at which its picture is removed; its row stays as long as those of other jobs.
 */
const KEEP_DAYS = 7;
/**
 * Age at which a file without a job belongs to a process that died: a process writes a file one statement
 * before it enters the job.
 */
const DEAD_AFTER_MS = 3_600_000;
/** Largest number of files per statement. */
const BATCH = 200;

export interface ImageSweeperOptions {
  sql: Sql;
  /** Store of the files. `register` records each removal from it. */
  blobs: BlobStore;
  register: BlobRegister;
  /** Folder in which pictures are drawn. */
  directory: string;
  log: Logger;
}

/**
 * Removes files of pictures that no client gets any more: old ones, those of deleted maps, and those left
 * behind by processes that died. Any number of processes may do it at once.
 */
export class ImageSweeper extends Sweeping {
  constructor(readonly options: ImageSweeperOptions) {
    super(SWEEP_EVERY_MS, (error) =>
      options.log.warn({ err: error }, 'could not remove old pictures: trying again at the next sweep'),
    );
  }

  /** Removes files in small steps; ends early when the sweeper stops. @returns number of files removed */
  async sweep(): Promise<number> {
    const { sql, directory } = this.options;
    if (await isBackupUnderWay(sql)) return 0;
    const removed =
      (await this.#removeReleased()) +
      (await this.#removeOrphans()) +
      (await removeAbandoned(directory, DEAD_AFTER_MS));
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
      if (keys.length < BATCH || this.stopping.aborted) return removed;
    }
  }

  /** Removes only files in the register: the store may have files of other owners. */
  async #removeOrphans(): Promise<number> {
    const { sql, blobs, register } = this.options;
    for (let removed = await blobs.removeAbandoned(DEAD_AFTER_MS); ; ) {
      const loose = await register.loose(IMAGE_FOLDER, DEAD_AFTER_MS, BATCH);
      const known = await imageFilesOf(sql, loose.map(jobIdOfPicture));
      const orphans = loose.filter((key) => !known.has(key));
      await register.keep(loose.filter((key) => known.has(key)));
      await blobs.remove(orphans);
      removed += orphans.length;
      if (loose.length < BATCH || this.stopping.aborted) return removed;
    }
  }
}
