import { open } from 'node:fs/promises';
import { JobPostponed } from '../../background/jobs/runner.js';
import type { BlobStore, OpenBlob } from '../../blob/blob-store.js';
import { assertReadable } from './assert-readable.js';
import { rejectsKey, uploadKey } from './blob-keys.js';
import { IncomingBlob } from './incoming-blob.js';
import type { LocalFiles } from './local-files.js';
import type { IncomingUpload, LocalUpload, NewFile, RowsFile, Spool } from './spool.js';

/** Its message is for the client. */
class UploadGone extends Error {
  constructor() {
    super('the upload is not in the blob store any more; what was imported stays');
  }
}

/**
 * A blob store that machines share: what one of them took, another imports. Threads read files, in no order:
 * a process that works on an upload has it in a file of its own meanwhile.
 */
export class BlobSpool implements Spool {
  constructor(
    readonly blobs: BlobStore,
    readonly files: LocalFiles,
  ) {}

  get identity(): string {
    return this.blobs.identity;
  }

  async receive(jobId: string): Promise<IncomingUpload> {
    return IncomingBlob.create(this.blobs, this.files, jobId);
  }

  async bring(jobId: string, signal: AbortSignal): Promise<LocalUpload> {
    const path = this.files.take(jobId) ?? (await this.#download(jobId, signal));
    return {
      path,
      assertReadable: () => assertReadable(path),
      release: () => this.files.remove(path),
    };
  }

  async removeUpload(jobId: string): Promise<void> {
    await this.files.forget(jobId);
    await this.blobs.remove([uploadKey(jobId)]);
  }

  /** Written here first: threads make it slowly, and the store wants it quickly. */
  async writeRejects(jobId: string, kind: RowsFile = 'errors'): Promise<NewFile> {
    const path = this.files.add(jobId);
    const file = await open(path, 'wx', 0o600);
    const end = async (): Promise<void> => {
      await file.close();
      await this.files.remove(path);
    };
    return {
      write: (bytes) => file.writeFile(bytes),
      commit: async () => {
        await this.blobs.put(rejectsKey(jobId, kind), path);
        await end();
      },
      discard: end,
    };
  }

  openRejects(jobId: string, kind: RowsFile = 'errors'): Promise<OpenBlob | null> {
    return this.blobs.open(rejectsKey(jobId, kind));
  }

  async #download(jobId: string, signal: AbortSignal): Promise<string> {
    const path = this.files.add(jobId);
    try {
      const blob = await this.blobs.open(uploadKey(jobId));
      if (blob === null) throw new UploadGone();
      const file = await open(path, 'wx', 0o600);
      try {
        for await (const chunk of blob.read(0, blob.bytes)) {
          signal.throwIfAborted();
          await file.writeFile(chunk);
        }
      } finally {
        await file.close();
        await blob.close();
      }
      return path;
    } catch (error) {
      await this.files.remove(path);
      if (signal.aborted || error instanceof UploadGone) throw error;
      // The store does not answer, or the disk of this machine is full.
      throw new JobPostponed('the upload cannot be fetched', { cause: error });
    }
  }
}
