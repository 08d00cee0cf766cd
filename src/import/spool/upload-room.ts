import { statfs } from 'node:fs/promises';
import { AppError, isDiskFull } from '../../base/errors.js';
import { counter, gauge, type MetricReader } from '../../base/metrics/metric-reader.js';

export interface DiskSpace {
  readonly freeBytes: number;
  readonly sizeBytes: number;
}

export interface RoomOptions {
  /** Reads the disk that the uploads go to. */
  readonly readDisk: () => Promise<DiskSpace>;
  /**
   * Free bytes that uploads leave on the disk; null: a tenth of it, 4 GiB at most, by which PostgreSQL's
   * write-ahead log may grow.
   */
  readonly reserveBytes: number | null;
  /** Largest upload, unpacked. */
  readonly maxUploadBytes: number;
}

/** An upload that is converted lies there twice. */
const UPLOADS_OF_ACCOUNT = 2;
const UPLOADS = 8;
const MAX_RESERVE_BYTES = 4 * 1024 ** 3;
/** The disk is read again after this time, and when this part of its room was given away. */
const FRESH_MS = 1000;
const GIVEN_PART = 1 / 8;
/** Pause between two looks at the disk while a thread writes to it. */
const GUARD_MS = 250;

const RETRY_SECONDS = { account: 10, process: 30, disk: 60 };
type Reason = keyof typeof RETRY_SECONDS;

export async function readDiskOf(directory: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(directory);
  return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize };
}

/**
 * Bounds the bytes on the disk of all uploads under way together, those of one account, and what they leave
 * of the disk: with a full disk PostgreSQL would end.
 */
export class UploadRoom {
  readonly #options: RoomOptions;
  readonly #bytesOf = new Map<number, number>();
  #bytes = 0;
  /** Room on the disk above the reserve, when it was read. */
  #roomBytes = 0;
  #readAtMs = Number.NEGATIVE_INFINITY;
  /** Bytes that the last reading does not show for certain. */
  #givenBytes = 0;
  /** Bytes that are being written. */
  #pendingBytes = 0;
  #reading: Promise<void> | null = null;
  readonly refused = { account: 0, process: 0, disk: 0 };

  constructor(options: RoomOptions) {
    this.#options = options;
  }

  /** Bytes of all uploads under way. */
  get bytes(): number {
    return this.#bytes;
  }

  get metrics(): readonly MetricReader[] {
    return [
      gauge('upload_bytes', 'Bytes of uploads under way on the disk', () => this.#bytes),
      counter('uploads_refused_total', 'Uploads that had no room', () => this.refused, 'reason'),
    ];
  }

  begin(accountId: number): UploadShare {
    return new UploadShare(this, accountId);
  }

  /** For shares alone. @throws AppError RATE_LIMITED */
  async expect(accountId: number, bytes: number): Promise<void> {
    await this.#freshen(bytes);
    this.#check(accountId, bytes);
  }

  /** For shares alone. @throws AppError RATE_LIMITED; errors of `write` */
  async write(accountId: number, bytes: number, write: () => Promise<unknown>): Promise<void> {
    await this.#freshen(bytes);
    // Nothing is awaited between the check and the count: many uploads write side by side.
    this.#check(accountId, bytes);
    this.#add(accountId, bytes);
    this.#givenBytes += bytes;
    this.#pendingBytes += bytes;
    try {
      await write();
    } catch (error) {
      throw isDiskFull(error) ? this.#refusal('disk') : error;
    } finally {
      this.#pendingBytes -= bytes;
    }
  }

  /** For shares alone. */
  giveBack(accountId: number, bytes: number): void {
    this.#add(accountId, -bytes);
  }

  async #freshen(bytes: number): Promise<void> {
    const isOld = performance.now() - this.#readAtMs > FRESH_MS;
    if (isOld || this.#givenBytes + bytes > GIVEN_PART * this.#roomBytes) await this.#read();
  }

  #check(accountId: number, bytes: number): void {
    const { maxUploadBytes } = this.#options;
    const own = (this.#bytesOf.get(accountId) ?? 0) + bytes;
    if (own > UPLOADS_OF_ACCOUNT * maxUploadBytes) throw this.#refusal('account');
    if (this.#bytes + bytes > UPLOADS * maxUploadBytes) throw this.#refusal('process');
    const roomBytes = this.#roomBytes - this.#givenBytes - bytes;
    // An account leaves others half of the room that there is for uploads.
    const allBytes = this.#bytes + bytes + roomBytes;
    if (roomBytes < 0 || own > allBytes / 2) throw this.#refusal('disk');
  }

  #add(accountId: number, bytes: number): void {
    this.#bytes += bytes;
    const own = (this.#bytesOf.get(accountId) ?? 0) + bytes;
    if (own === 0) this.#bytesOf.delete(accountId);
    else this.#bytesOf.set(accountId, own);
  }

  #read(): Promise<void> {
    this.#reading ??= this.#readDisk().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  async #readDisk(): Promise<void> {
    // Bytes that are written meanwhile may be in the reading or not, so they are counted.
    const pendingBytes = this.#pendingBytes;
    const givenBytes = this.#givenBytes;
    const { freeBytes, sizeBytes } = await this.#options.readDisk();
    const reserve = this.#options.reserveBytes ?? Math.min(sizeBytes / 10, MAX_RESERVE_BYTES);
    this.#roomBytes = freeBytes - reserve;
    this.#givenBytes += pendingBytes - givenBytes;
    this.#readAtMs = performance.now();
  }

  #refusal(reason: Reason): AppError {
    this.refused[reason]++;
    const message = {
      account:
        'the uploads of the account that are under way have as many bytes as they may have together: send this one when one of them is done',
      process:
        'the uploads under way have as many bytes as the service takes together: send this one again later',
      disk: 'the disk of the service has too little room for this upload at the moment: send it again later, or in parts',
    }[reason];
    return new AppError('RATE_LIMITED', message, { retryAfterSeconds: RETRY_SECONDS[reason] });
  }
}

/** Room that one upload takes, from its first byte until its file is an import's or gone. */
export class UploadShare {
  #bytes = 0;

  constructor(
    readonly room: UploadRoom,
    readonly accountId: number,
  ) {}

  /** @throws AppError RATE_LIMITED when so many bytes have no room now; they are not counted */
  expect(bytes: number): Promise<void> {
    return this.room.expect(this.accountId, bytes);
  }

  /**
   * Counts bytes, and writes them.
   * @throws AppError RATE_LIMITED when they have no room; errors of `write`
   */
  async write(bytes: number, write: () => Promise<unknown>): Promise<void> {
    await this.room.write(this.accountId, bytes, async () => {
      this.#bytes += bytes;
      await write();
    });
  }

  /** Looks at the disk while others write to it. @param onFull called with the refusal @returns ends it */
  guard(onFull: (error: unknown) => void): () => void {
    const timer = setInterval(() => this.expect(0).catch(onFull), GUARD_MS);
    return () => clearInterval(timer);
  }

  /** To be called whatever becomes of the upload. */
  end(): void {
    this.room.giveBack(this.accountId, this.#bytes);
    this.#bytes = 0;
  }
}
