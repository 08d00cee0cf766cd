import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncDirectory } from '../../base/disk/sync-directory.js';

/** File that receives an upload. */
export interface UploadFile {
  write(bytes: Uint8Array): Promise<void>;
  /** Reads a range of bytes that were written before, `endByte` excluded. */
  read(startByte: number, endByte: number): Promise<Buffer>;
}

/**
 * Writes a file that either is there whole and on the disk, or is not there
 * (docs/decisions.md#nothing-accepted-is-lost).
 */
export class DurableFile implements UploadFile {
  readonly #path: string;
  readonly #handle: FileHandle;

  private constructor(path: string, handle: FileHandle) {
    this.#path = path;
    this.#handle = handle;
  }

  static async create(path: string): Promise<DurableFile> {
    return new DurableFile(path, await open(partial(path), 'wx+', 0o600));
  }

  /** Path of the file until it is committed. */
  get partialPath(): string {
    return partial(this.#path);
  }

  async write(bytes: Uint8Array): Promise<void> {
    let from = 0;
    while (from < bytes.length) from += (await this.#handle.write(bytes, from)).bytesWritten;
  }

  async read(startByte: number, endByte: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafe(endByte - startByte);
    await this.#handle.read(bytes, 0, bytes.length, startByte);
    return bytes;
  }

  /** Contents, name and directory entry are on the disk when this is done. */
  async commit(): Promise<void> {
    await this.#handle.sync();
    await this.#handle.close();
    await rename(partial(this.#path), this.#path);
    await syncDirectory(dirname(this.#path));
  }

  /** Removes what was written, committed or not. */
  async discard(): Promise<void> {
    await this.#handle.close().catch(() => {});
    await rm(partial(this.#path), { force: true });
    await rm(this.#path, { force: true });
  }
}

const partial = (path: string): string => `${path}.part`;

/** Where the uploads and the files of rejected and skipped rows lie. */
export const spoolPath = (directory: string, jobId: string): string => join(directory, `${jobId}.upload`);
export const rejectsPath = (
  directory: string,
  jobId: string,
  kind: 'errors' | 'skipped' = 'errors',
): string => join(directory, `${jobId}.${kind}.csv`);
