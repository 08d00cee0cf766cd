import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzipSync } from 'node:zlib';

/** A tile as it is kept: in one form, so that twice as many fit. */
export interface DrawnTile {
  /** Empty: nothing lies in it. */
  readonly bytes: Buffer;
  /** The bytes are compressed; those of short tiles are not. */
  readonly isZipped: boolean;
  /** Strong: another version of the map whose tile is the same has the same. */
  readonly etag: string;
}

/** A tile as a thread sends it. */
export type FinishedTile = Omit<DrawnTile, 'bytes'> & { readonly bytes: Uint8Array };

/** Bytes below which a body fits in one packet. */
const LEAST_ZIPPED = 1024;
/** Once a tile: higher levels take three times as long for a sixth less. */
const LEVEL = 1;

/** Compresses and tags a tile, on the thread that drew it: the main thread only keeps and sends it. */
export function finishTile(drawn: Uint8Array): FinishedTile {
  const isZipped = drawn.length >= LEAST_ZIPPED;
  return {
    bytes: kept(isZipped ? gzipSync(drawn, { level: LEVEL }) : drawn),
    isZipped,
    etag: `"${createHash('sha256').update(drawn).digest('base64url').slice(0, 27)}"`,
  };
}

/**
 * Bytes in memory of their own. The encoder's are the begin of a buffer of up to twice their length, gzip's a
 * part of one that several share: kept tiles would hold far more than is counted.
 */
function kept(bytes: Uint8Array): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  copy.set(bytes);
  return copy;
}

/** A tile as it came from a thread, in the same memory. */
export const drawnTile = ({ bytes: { buffer, byteOffset, length }, ...rest }: FinishedTile): DrawnTile => ({
  bytes: Buffer.from(buffer as ArrayBuffer, byteOffset, length),
  ...rest,
});

const unzip = promisify(gunzip);
/** Bytes of a tile for one of the few clients that do not take them compressed. */
export const plainBytes = ({ bytes, isZipped }: DrawnTile): Promise<Buffer> | Buffer =>
  isZipped ? unzip(bytes) : bytes;

export const NO_TILE: DrawnTile = drawnTile(finishTile(new Uint8Array(0)));

/** Memory of a tile beside its bytes. */
const BYTES_OF_ENTRY = 512;
export const bytesOfTile = ({ bytes }: DrawnTile): number => BYTES_OF_ENTRY + bytes.length;
