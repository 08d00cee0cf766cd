import { rm } from 'node:fs/promises';
import type { OpenBlob } from '../../blob/blob-store.js';
import { openBlobFile } from '../../blob/file-store.js';
import { assertReadable } from './assert-readable.js';
import type { IncomingUpload, LocalUpload, NewFile, RowsFile, Spool } from './spool.js';
import { DurableFile, rejectsPath, spoolPath } from './uploaded.js';

export interface DirectorySpoolOptions {
  directory: string;
  identity: string;
  /** Keeps a file from being swept until the returned function is called. */
  hold?: (path: string) => () => void;
}

/** A directory of this machine. */
export class DirectorySpool implements Spool {
  constructor(readonly options: DirectorySpoolOptions) {}

  get identity(): string {
    return this.options.identity;
  }

  async receive(jobId: string): Promise<IncomingUpload> {
    const { directory, hold = () => () => {} } = this.options;
    const path = spoolPath(directory, jobId);
    const release = hold(path);
    const file = await DurableFile.create(path).catch((error) => {
      release();
      throw error;
    });
    return {
      write: (bytes) => file.write(bytes),
      read: (startByte, endByte) => file.read(startByte, endByte),
      commit: () => file.commit(),
      discard: () => file.discard(),
      path: file.partialPath,
      release: async () => release(),
    };
  }

  async bring(jobId: string): Promise<LocalUpload> {
    const path = spoolPath(this.options.directory, jobId);
    // Not asked before the work: an import that has committed all its rows needs its upload for rejected ones
    // only.
    return { path, assertReadable: () => assertReadable(path), release: async () => {} };
  }

  async removeUpload(jobId: string): Promise<void> {
    await rm(spoolPath(this.options.directory, jobId), { force: true });
  }

  async writeRejects(jobId: string, kind: RowsFile = 'errors'): Promise<NewFile> {
    const path = rejectsPath(this.options.directory, jobId, kind);
    // A try that was killed may have left its own.
    await rm(`${path}.part`, { force: true });
    return DurableFile.create(path);
  }

  openRejects(jobId: string, kind: RowsFile = 'errors'): Promise<OpenBlob | null> {
    return openBlobFile(rejectsPath(this.options.directory, jobId, kind));
  }
}
