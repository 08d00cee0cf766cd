import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';

/** A tile as answers have it. */
export interface DrawnTile {
  /** Empty: nothing lies in it. */
  readonly bytes: Buffer;
  /** Null where it is short. */
  readonly zipped: Buffer | null;
  /** Strong: another version of the map whose tile is the same has the same. */
  readonly etag: string;
}

/** A tile as a thread sends it. */
export interface FinishedTile {
  readonly bytes: Uint8Array;
  readonly zipped: Uint8Array | null;
  readonly etag: string;
}

/** Bytes below which a body fits in one packet. */
const LEAST_ZIPPED = 1024;
/** Once a tile: higher levels take three times as long for a sixth less. */
const LEVEL = 1;

/** Compresses and tags a tile, on the thread that drew it: the main thread only keeps and sends it. */
export function finishTile(drawn: Uint8Array): FinishedTile {
  return {
    bytes: kept(drawn),
    zipped: drawn.length < LEAST_ZIPPED ? null : kept(gzipSync(drawn, { level: LEVEL })),
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
export const drawnTile = ({ bytes, zipped, etag }: FinishedTile): DrawnTile => ({
  bytes: bufferOf(bytes),
  zipped: zipped && bufferOf(zipped),
  etag,
});

const bufferOf = ({ buffer, byteOffset, length }: Uint8Array): Buffer =>
  Buffer.from(buffer as ArrayBuffer, byteOffset, length);

export const NO_TILE: DrawnTile = drawnTile(finishTile(new Uint8Array(0)));

/** Memory of a tile beside its bytes. */
const BYTES_OF_ENTRY = 512;
export const bytesOfTile = ({ bytes, zipped }: DrawnTile): number =>
  BYTES_OF_ENTRY + bytes.length + (zipped?.length ?? 0);
