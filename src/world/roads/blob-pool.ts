import { open } from 'node:fs/promises';
import { Piscina } from 'piscina';
import { THREAD_ARGUMENTS } from '../../base/threads/arguments.js';
import { entryOf } from '../../base/threads/entry.js';
import { openBlob } from '../../geo/roads/osm/blob.js';
import { type OsmHeader, readHeaderBlock } from '../../geo/roads/osm/header-block.js';
import { type BlobPlace, readBlobs, scanBlobs } from './scan-blobs.js';

/** Bytes per task: large enough that handing it over costs little, small enough that threads end together. */
const TASK_BYTES = 4 * 1024 * 1024;

/** An OpenStreetMap file, and threads that read its blobs. */
export class BlobPool {
  private constructor(
    readonly path: string,
    /** Bytes of the file. */
    readonly bytes: number,
    readonly header: OsmHeader,
    /** Data alone. */
    readonly blobs: readonly BlobPlace[],
    readonly pool: Piscina,
  ) {}

  /** @throws OsmFormatError; errors of reading the file */
  static async open(path: string, threads: number): Promise<BlobPool> {
    const file = await open(path, 'r');
    try {
      const { size } = await file.stat();
      const blobs = await scanBlobs(file);
      const header = readHeaderBlock(openBlob((await readBlobs(file, [blobs.header]))[0]!));
      const pool = new Piscina({
        filename: entryOf('roads').href,
        minThreads: threads,
        maxThreads: threads,
        execArgv: [...THREAD_ARGUMENTS],
      });
      return new BlobPool(path, size, header, blobs.data, pool);
    } finally {
      await file.close();
    }
  }

  /**
   * Runs a task of the threads over blobs, in pieces of some MB.
   * @param onBytes called with the bytes of the file read so far
   */
  async pass<T>(
    name: string,
    places: readonly BlobPlace[],
    extra: object,
    onBytes: (bytes: number) => void,
  ): Promise<T[]> {
    const { path, pool } = this;
    let bytes = this.bytes - places.reduce((sum, place) => sum + place.bytes, 0);
    return Promise.all(
      inTasks(places).map(async (task) => {
        const result: T = await pool.run({ path, places: task, ...extra }, { name });
        bytes += task.reduce((sum, place) => sum + place.bytes, 0);
        onBytes(bytes);
        return result;
      }),
    );
  }

  close(): Promise<void> {
    return this.pool.destroy();
  }
}

/** Groups consecutive blobs, separated by their headers alone, into tasks of some MB. */
function inTasks(places: readonly BlobPlace[]): BlobPlace[][] {
  const tasks: BlobPlace[][] = [];
  for (const place of places) {
    const last = tasks.at(-1);
    const reach = last === undefined ? 0 : place.position + place.bytes - last[0]!.position;
    if (last === undefined || reach > TASK_BYTES) tasks.push([place]);
    else last.push(place);
  }
  return tasks;
}
