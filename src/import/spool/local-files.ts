import { randomUUID } from 'node:crypto';
import { rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { removeAbandoned } from '../../base/disk/remove-abandoned.js';

/**
 * Time since the last touch after which the process of a file counts as dead. Far above the time between two
 * sweeps, which touch the files in use.
 */
const DEAD_AFTER_MS = 600_000;
/**
 * Uploads that an import of this process may take up, each as large as it is, and how long it may wait: then
 * it is fetched.
 */
const MAX_KEPT = 8;
const KEPT_FOR_MS = 60_000;

/**
 * Files of this process in a directory that processes may share; with names of their own, as what a process
 * that died left behind was not made durable and is not to be read.
 */
export class LocalFiles {
  readonly #used = new Set<string>();
  /** By job, the oldest first. */
  readonly #kept = new Map<string, { path: string; untilMs: number }>();

  constructor(
    readonly directory: string,
    /** Tells whether this process imports. */
    readonly keepsUploads: boolean,
  ) {}

  /** A new name, kept from being swept. */
  add(jobId: string): string {
    const path = join(this.directory, `${jobId}.${randomUUID()}`);
    this.#used.add(path);
    return path;
  }

  async remove(path: string): Promise<void> {
    this.#used.delete(path);
    await rm(path, { force: true });
  }

  /** Gives a complete upload to the import of this process that begins soon, if any does. */
  async keep(jobId: string, path: string): Promise<void> {
    if (!this.keepsUploads) return this.remove(path);
    this.#kept.set(jobId, { path, untilMs: Date.now() + KEPT_FOR_MS });
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MAX_KEPT) break;
      await this.forget(oldest);
    }
  }

  /** @returns null: it is to be fetched */
  take(jobId: string): string | null {
    const path = this.#kept.get(jobId)?.path ?? null;
    this.#kept.delete(jobId);
    return path;
  }

  /** Removes a kept file that no import takes up. */
  async forget(jobId: string): Promise<void> {
    const path = this.take(jobId);
    if (path !== null) await this.remove(path);
  }

  /** @returns how many files of processes that died were removed */
  async sweep(deadAfterMs = DEAD_AFTER_MS): Promise<number> {
    const now = new Date();
    for (const [jobId, { untilMs }] of this.#kept) if (now.getTime() > untilMs) await this.forget(jobId);
    for (const path of this.#used) await utimes(path, now, now).catch(() => {});
    return removeAbandoned(this.directory, deadAfterMs);
  }
}
