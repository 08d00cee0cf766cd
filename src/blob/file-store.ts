import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readOrMake } from '../base/disk/made-once.js';
import { removeAbandoned } from '../base/disk/remove-abandoned.js';
import { syncDirectory } from '../base/disk/sync-directory.js';
import { type BlobStore, checkKey, type ListedBlob, type OpenBlob } from './blob-store.js';
import { type OwnedPlace, ownedDirectory } from './owner.js';

/** Memory of one slow reader. */
const CHUNK_BYTES = 64 * 1024;
/** The hyphen keeps this folder apart from folders of keys. */
const UNFINISHED = 'in-progress';

/** Blobs as files below a directory; machines that share the directory share the blobs. */
export class FileBlobStore implements BlobStore, OwnedPlace {
  readonly stepBytes = CHUNK_BYTES;

  private constructor(
    readonly directory: string,
    readonly identity: string,
  ) {}

  /**
   * Creates the directory where it is missing.
   * @param directory absolute path
   * @throws Error where it is not writable
   */
  static async open(directory: string): Promise<FileBlobStore> {
    await mkdir(join(directory, UNFINISHED), { recursive: true, mode: 0o700 });
    return new FileBlobStore(directory, await readOrMake(join(directory, 'identity'), randomUUID));
  }

  async put(key: string, content: string | AsyncIterable<Uint8Array>): Promise<{ bytes: number }> {
    checkKey(key);
    const unfinished = join(this.directory, UNFINISHED, randomUUID());
    const path = join(this.directory, key);
    try {
      const bytes = await writeDurably(unfinished, typeof content === 'string' ? chunksOf(content) : content);
      if (await mkdir(dirname(path), { recursive: true, mode: 0o700 })) await syncDirectory(this.directory);
      await rename(unfinished, path);
      await syncDirectory(dirname(path));
      return { bytes };
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
  }

  async open(key: string): Promise<OpenBlob | null> {
    checkKey(key);
    return openBlobFile(join(this.directory, key));
  }

  async remove(keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      checkKey(key);
      await rm(join(this.directory, key), { force: true });
    }
  }

  async *list(folder: string): AsyncGenerator<ListedBlob> {
    const names = await opendir(join(this.directory, folder)).catch((error) => {
      if (isMissing(error)) return [];
      throw error;
    });
    for await (const { name } of names) {
      const found = await stat(join(this.directory, folder, name)).catch(() => null);
      if (found?.isFile()) {
        yield { key: `${folder}/${name}`, bytes: found.size, modifiedAtMs: found.mtimeMs };
      }
    }
  }

  async removeAbandoned(olderThanMs: number): Promise<number> {
    return removeAbandoned(join(this.directory, UNFINISHED), olderThanMs);
  }

  readOrMakeOwner(installation: string): Promise<string> {
    return ownedDirectory(this.directory).readOrMakeOwner(installation);
  }

  setOwner(installation: string): Promise<void> {
    return ownedDirectory(this.directory).setOwner(installation);
  }
}

/** The caller closes the blob. @returns null: no such blob */
export async function openBlobFile(path: string): Promise<OpenBlob | null> {
  let file: FileHandle;
  try {
    file = await open(path, 'r');
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
  const { size } = await file.stat();
  return {
    bytes: size,
    read: (startByte, endByte) => readRange(file, startByte, endByte),
    close: () => file.close(),
  };
}

/** Opens the file at the first read. */
async function* chunksOf(path: string): AsyncGenerator<Buffer> {
  yield* createReadStream(path, { highWaterMark: CHUNK_BYTES });
}

async function writeDurably(path: string, content: AsyncIterable<Uint8Array>): Promise<number> {
  const file = await open(path, 'wx', 0o600);
  try {
    let bytes = 0;
    for await (const chunk of content) {
      for (let from = 0; from < chunk.length; )
        from += (await file.write(chunk, from, chunk.length - from)).bytesWritten;
      bytes += chunk.length;
    }
    await file.sync();
    return bytes;
  } finally {
    await file.close();
  }
}

/** A new chunk each time, as an earlier one may still be on its way to a socket. */
async function* readRange(file: FileHandle, startByte: number, endByte: number): AsyncGenerator<Buffer> {
  for (let at = startByte; at < endByte; ) {
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, endByte - at));
    const { bytesRead } = await file.read(chunk, 0, chunk.length, at);
    if (bytesRead === 0) throw new Error(`a blob ended at byte ${at} instead of ${endByte}`);
    at += bytesRead;
    yield chunk.subarray(0, bytesRead);
  }
}

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';
