import { rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { type JobHandler, JobObsolete, JobPostponed, LeaseLost } from '../background/jobs/runner.js';
import { isDiskFull } from '../base/errors.js';
import { type BlobStore, BlobStoreAway } from '../blob/blob-store.js';
import type { ImageOptions } from '../schema/image.js';
import type { Sql } from '../store/client.js';
import { beginImage, completeImage, restAfterImage } from '../store/image-jobs.js';
import { addNotes } from '../store/jobs.js';
import type { ImageCounts } from './counts.js';
import { imageKey } from './file-key.js';
import { ImageFailed, type ImageRenderer } from './renderer.js';

export interface ImageServices {
  sql: Sql;
  blobs: BlobStore;
  renderer: ImageRenderer;
  /**
   * Folder for files that are being drawn, which are then removed; the sweeper removes those of processes
   * that died.
   */
  directory: string;
  counts: ImageCounts;
}

/** Noted where the imagery has gaps. */
const INCOMPLETE =
  'The tile service did not answer for all of the map: coarser imagery stands where tiles are missing. Ask for the picture again later.';

/** Free space of the disk that a picture needs: for its file and a copy. */
const LEAST_FREE_BYTES = 64 * 1024 * 1024;
const FULL = 'the disk of the service is full';

/**
 * Processor time that a picture may take before the account's next one has to wait. Nearly all pictures take
 * less.
 */
const FREE_CPU_MS = 2_000;

/**
 * Jobs of kind `image`. An account's next picture waits as long as its last one computed, so that others'
 * find the process free.
 */
export const imageHandler = ({ sql, blobs, renderer, directory, counts }: ImageServices): JobHandler => ({
  run: async ({ id, mapId, lease, task }, signal) => {
    const options = task as ImageOptions;
    const begun = await beginImage(sql, { id, mapId, lease }, renderer.version());
    signal.throwIfAborted();
    if (begun === null) throw new LeaseLost(id);
    // The process ended, or the database was away, between the last two steps of an earlier claim.
    if (begun.isDone) return;
    if (begun.isDeleted) throw new JobObsolete('the map was deleted');
    const file = join(directory, `${id}.${lease}.${options.format}`);
    // With a full disk, the picture would be drawn again and again.
    if ((await freeBytes(directory)) < LEAST_FREE_BYTES) throw new JobPostponed(FULL);
    const startedAtMs = performance.now();
    const rest = (cpuMs: number): Promise<void> =>
      restAfterImage(sql, { id, lease }, Math.max(0, cpuMs - FREE_CPU_MS));
    try {
      const { cpuMs, isIncomplete = false } = await renderer.render(
        { mapId, mapName: begun.mapName, options },
        file,
        signal,
      );
      await rest(cpuMs);
      signal.throwIfAborted();
      const key = imageKey(id, lease, options.format);
      const { bytes } = await blobs.put(key, file);
      if (!(await completeImage(sql, { id, lease }, key, isIncomplete))) throw new LeaseLost(id);
      if (isIncomplete) await addNotes(sql, id, [INCOMPLETE]);
      counts.rendered++;
      counts.bytes += bytes;
      counts.seconds += (performance.now() - startedAtMs) / 1000;
    } catch (error) {
      if (error instanceof ImageFailed) await rest(error.cpuMs);
      if (error instanceof BlobStoreAway)
        throw new JobPostponed('the picture cannot be kept', { cause: error });
      throw isDiskFull(error) ? new JobPostponed(FULL, { cause: error }) : error;
    } finally {
      await rm(file, { force: true });
    }
  },
  settle: async () => {},
  isFinal: (error) => error instanceof ImageFailed,
});

async function freeBytes(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize;
}
