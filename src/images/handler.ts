import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type BlobStore, BlobStoreAway } from '../blob/blob-store.js';
import { type JobHandler, LeaseLost, NotNow, Pointless } from '../jobs/runner.js';
import type { ImageOptions } from '../schema/image.js';
import type { Sql } from '../store/client.js';
import { beginImage, completeImage } from '../store/image-jobs.js';
import type { ImageCounts } from './counts.js';
import { imageKey } from './file-key.js';
import { ImageFailed, type ImageRenderer } from './renderer.js';

export interface ImageServices {
  sql: Sql;
  blobs: BlobStore;
  renderer: ImageRenderer;
  /** Pictures are drawn into files here, which are removed; what a process left behind is swept. */
  directory: string;
  counts: ImageCounts;
}

/** Jobs of kind `image`. */
export const imageHandler = ({ sql, blobs, renderer, directory, counts }: ImageServices): JobHandler => ({
  run: async ({ id, mapId, lease, task }, signal) => {
    const options = task as ImageOptions;
    const begun = await beginImage(sql, { id, mapId, lease }, renderer.version());
    signal.throwIfAborted();
    if (begun === null) throw new LeaseLost(id);
    // The process ended, or the database was away, between the last two steps of an earlier claim.
    if (begun.isDone) return;
    if (begun.isDeleted) throw new Pointless('the map was deleted');
    const file = join(directory, `${id}.${lease}.${options.format}`);
    const startedAtMs = performance.now();
    try {
      await renderer.render({ mapId, mapName: begun.mapName, options }, file, signal);
      signal.throwIfAborted();
      const key = imageKey(id, lease, options.format);
      const { bytes } = await blobs.put(key, file);
      if (!(await completeImage(sql, { id, lease }, key))) throw new LeaseLost(id);
      counts.rendered++;
      counts.bytes += bytes;
      counts.seconds += (performance.now() - startedAtMs) / 1000;
    } catch (error) {
      if (error instanceof BlobStoreAway) throw new NotNow('the picture cannot be kept', { cause: error });
      throw isFull(error) ? new Error('the disk of the service is full', { cause: error }) : error;
    } finally {
      await rm(file, { force: true });
    }
  },
  settle: async () => {},
  isFinal: (error) => error instanceof ImageFailed,
});

const isFull = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '');
