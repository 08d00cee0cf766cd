import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** A tile as answers have it. */
export interface DrawnTile {
  /** Empty: nothing lies in it. */
  readonly bytes: Buffer;
  /** Null where it is short. */
  readonly zipped: Buffer | null;
  /** Strong: another version of the map whose tile is the same has the same. */
  readonly etag: string;
}

/** Bytes below which a body fits in one packet. */
const LEAST_ZIPPED = 1024;
/** Once a tile: higher levels take three times as long for a sixth less. */
const LEVEL = 1;
const zip = promisify(gzip);

export async function drawnTile(drawn: Uint8Array): Promise<DrawnTile> {
  const bytes = kept(drawn);
  return {
    bytes,
    zipped: bytes.length < LEAST_ZIPPED ? null : kept(await zip(bytes, { level: LEVEL })),
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`,
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

/** Memory of a tile beside its bytes. */
const BYTES_OF_ENTRY = 512;
export const bytesOfTile = ({ bytes, zipped }: DrawnTile): number =>
  BYTES_OF_ENTRY + bytes.length + (zipped?.length ?? 0);
