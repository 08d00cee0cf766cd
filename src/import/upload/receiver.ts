import type { Hash } from 'node:crypto';
import { chunkMemory } from '../../base/chunk-memory.js';
import { badRequest } from '../../base/errors.js';
import type { Block } from '../../format/block.js';
import type { UploadShare } from '../spool/upload-room.js';
import type { UploadFile } from '../spool/uploaded.js';

export const MAX_COLUMNS = 5000;

export interface ReceiveLimits {
  maxBytes: number;
  /** Data records. */
  maxRows: number;
  /** Fed with the bytes as they came. */
  fingerprint?: Hash;
  /** Room on the disk for what is written. */
  room?: Pick<UploadShare, 'write' | 'guard'>;
}

export interface Cutter {
  readonly records: number;
  push(chunk: Buffer): Block[];
  finish(): Block[];
}

/** Counts and cuts what it passes on; refuses as soon as a limit is passed. */
export class Receiver {
  readonly blocks: Block[] = [];
  readonly #beginMs = performance.now();
  #bytes = 0;
  storedBytes = 0;

  constructor(
    /** null: nothing is stored. */
    readonly file: UploadFile | null,
    readonly limits: ReceiveLimits,
    /** Last records of a file that may turn out to be no rows. */
    readonly doubtfulRows = 0,
  ) {}

  get elapsedMs(): number {
    return performance.now() - this.#beginMs;
  }

  count(chunk: Buffer): void {
    this.#bytes += chunk.length;
    const { maxBytes, fingerprint } = this.limits;
    fingerprint?.update(chunk);
    if (this.#bytes > maxBytes) throw badRequest(`the upload is larger than the limit of ${maxBytes} bytes`);
  }

  /** Writes bytes to the disk, if there is room. @throws AppError RATE_LIMITED */
  async write(bytes: Buffer, write: () => Promise<unknown>): Promise<void> {
    const { room } = this.limits;
    await (room ? room.write(bytes.length, write) : write());
  }

  /** @param bytes not to be read afterwards: their memory may be used again */
  async store(bytes: Buffer, cutter: Cutter): Promise<void> {
    if (bytes.length === 0) return;
    this.storedBytes += bytes.length;
    for (const block of cutter.push(bytes)) this.blocks.push(block);
    this.checkRows(cutter.records - this.doubtfulRows);
    const { file } = this;
    if (file) await this.write(bytes, () => file.write(bytes));
    chunkMemory.giveBack(bytes);
  }

  finish(cutter: Cutter): void {
    for (const block of cutter.finish()) this.blocks.push(block);
    this.checkRows(cutter.records - this.doubtfulRows);
  }

  checkRows(rows: number): void {
    const { maxRows } = this.limits;
    if (rows > maxRows) throw badRequest(`the upload has more rows than the plan's limit of ${maxRows}`);
  }
}
