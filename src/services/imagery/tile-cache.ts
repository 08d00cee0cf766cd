import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const DAY_MS = 86_400_000;
/** Services differ in what they allow; imagery changes rarely. */
const EXPIRE_MS = 30 * DAY_MS;
/** Missing tiles may appear sooner. */
const NONE_EXPIRE_MS = DAY_MS;
const MAX_BYTES = 256 * 1024 ** 2;
/** Bytes written between two checks of the whole cache. */
const TRIM_EVERY_BYTES = 16 * 1024 ** 2;
/** Disk space that even the smallest file takes. */
const BLOCK_BYTES = 4096;
const DRAFT = '.draft';

/**
 * Tiles on disk, shared by all processes of a DATA_DIR: 30 days, 256 MiB, the oldest first to go. A full or
 * absent disk only means that tiles are fetched again.
 */
export class TileCache {
  readonly #directory: string;
  readonly #maxBytes: number;
  #untrimmedBytes = TRIM_EVERY_BYTES;

  /** @param template URL template of the service: other templates have other tiles */
  constructor(directory: string, template: string, { maxBytes = MAX_BYTES }: { maxBytes?: number } = {}) {
    this.#directory = directory;
    this.#maxBytes = maxBytes;
    this.#prefix = createHash('sha256').update(template).digest('hex').slice(0, 16);
  }

  readonly #prefix: string;

  #pathOf(zoom: number, x: number, y: number): string {
    return join(this.#directory, `${this.#prefix}-${zoom}-${x}-${y}`);
  }

  /** @returns null: the service has no such tile; undefined: not in the cache */
  async read(zoom: number, x: number, y: number): Promise<Uint8Array | null | undefined> {
    const path = this.#pathOf(zoom, x, y);
    try {
      const { size, mtimeMs } = await stat(path);
      const age = Date.now() - mtimeMs;
      if (age > (size === 0 ? NONE_EXPIRE_MS : EXPIRE_MS)) return undefined;
      return size === 0 ? null : await readFile(path);
    } catch {
      return undefined;
    }
  }

  /** @param bytes null: the service has no such tile */
  async write(zoom: number, x: number, y: number, bytes: Uint8Array | null): Promise<void> {
    const draft = join(this.#directory, `${randomUUID()}${DRAFT}`);
    try {
      await mkdir(this.#directory, { recursive: true, mode: 0o700 });
      await writeFile(draft, bytes ?? new Uint8Array());
      await rename(draft, this.#pathOf(zoom, x, y));
      this.#untrimmedBytes += Math.max(bytes?.length ?? 0, BLOCK_BYTES);
    } catch {
      await rm(draft, { force: true }).catch(() => {});
    }
  }

  /** Removes a file that turned out to be no image. */
  async forget(zoom: number, x: number, y: number): Promise<void> {
    await rm(this.#pathOf(zoom, x, y), { force: true }).catch(() => {});
  }

  /**
   * Removes tiles above the bound, once enough was written since the last time; always on the first call of a
   * process.
   */
  async trim(): Promise<void> {
    if (this.#untrimmedBytes < TRIM_EVERY_BYTES) return;
    this.#untrimmedBytes = 0;
    const files = await this.#files();
    files.sort((a, b) => b.mtimeMs - a.mtimeMs);
    const now = Date.now();
    let bytes = 0;
    for (const { path, size, mtimeMs } of files) {
      bytes += Math.max(size, BLOCK_BYTES);
      const isLeft = path.endsWith(DRAFT) && now - mtimeMs > DAY_MS;
      if (bytes > this.#maxBytes || now - mtimeMs > EXPIRE_MS || isLeft) {
        await rm(path, { force: true }).catch(() => {});
      }
    }
  }

  async #files(): Promise<{ path: string; size: number; mtimeMs: number }[]> {
    const names = await readdir(this.#directory).catch(() => []);
    const files = [];
    for (const name of names) {
      const path = join(this.#directory, name);
      const found = await stat(path).catch(() => null);
      if (found?.isFile()) files.push({ path, size: found.size, mtimeMs: found.mtimeMs });
    }
    return files;
  }
}
