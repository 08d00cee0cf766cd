import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Version of a copy: SHA-256 of the bytes, hexadecimal, and their number. */
export interface GraphVersion {
  readonly version: string;
  readonly bytes: number;
}

const READ_BYTES = 4 * 1024 * 1024;
const SUFFIX = '.graph';
/** Age from which an unfinished file belongs to a process that was killed. */
const ABANDONED_MS = 60 * 60 * 1000;

/**
 * Copies of road networks on disk (DATA_DIR/roads), which the next start reads instead of the database.
 * Processes may share the directory: a file appears whole or not at all.
 */
export class GraphFiles {
  constructor(readonly directory: string) {}

  #path(version: string): string {
    return join(this.directory, `${version}${SUFFIX}`);
  }

  /**
   * @returns null where there is no such copy, or it is damaged
   * @throws RangeError where memory is insufficient
   */
  async read({ version, bytes }: GraphVersion): Promise<SharedArrayBuffer | null> {
    let file: FileHandle;
    try {
      file = await open(this.#path(version), 'r');
    } catch {
      return null;
    }
    try {
      if ((await file.stat()).size !== bytes) return null;
      const packed = new SharedArrayBuffer(bytes);
      const hash = createHash('sha256');
      // Read in pieces, so that requests are answered in between, and through a buffer, as hashes refuse
      // shared memory.
      const piece = Buffer.allocUnsafeSlow(Math.min(READ_BYTES, bytes));
      const target = new Uint8Array(packed);
      for (let at = 0; at < bytes; ) {
        const { bytesRead } = await file.read(piece, 0, Math.min(READ_BYTES, bytes - at), at);
        if (bytesRead === 0) return null;
        const read = piece.subarray(0, bytesRead);
        target.set(read, at);
        hash.update(read);
        at += bytesRead;
      }
      return hash.digest('hex') === version ? packed : null;
    } finally {
      await file.close();
    }
  }

  /** Opens a copy for writing, piece by piece. @throws errors of the disk */
  async write({ version }: GraphVersion): Promise<GraphFileWriter> {
    await mkdir(this.directory, { recursive: true, mode: 0o700 });
    const path = this.#path(version);
    const unfinished = `${path}.${randomUUID()}`;
    return new GraphFileWriter(await open(unfinished, 'wx', 0o600), unfinished, path);
  }

  /** Removes all other versions, and abandoned files. */
  async keepOnly(versions: ReadonlySet<string>): Promise<void> {
    for (const name of await readdir(this.directory).catch(() => [])) {
      const path = join(this.directory, name);
      const isUnused = name.endsWith(SUFFIX)
        ? !versions.has(name.slice(0, -SUFFIX.length))
        : name.includes(`${SUFFIX}.`) && (await isAbandoned(path));
      if (isUnused) await rm(path, { force: true });
    }
  }
}

async function isAbandoned(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  return found !== null && Date.now() - found.mtimeMs > ABANDONED_MS;
}

export class GraphFileWriter {
  constructor(
    readonly file: FileHandle,
    readonly unfinished: string,
    readonly path: string,
  ) {}

  async write(piece: Uint8Array): Promise<void> {
    for (let at = 0; at < piece.length; )
      at += (await this.file.write(piece, at, piece.length - at)).bytesWritten;
  }

  /** Completes the copy, which readers see from then on. */
  async finish(): Promise<void> {
    await this.file.sync();
    await this.file.close();
    await rename(this.unfinished, this.path);
  }

  async discard(): Promise<void> {
    await this.file.close().catch(() => {});
    await rm(this.unfinished, { force: true }).catch(() => {});
  }
}
