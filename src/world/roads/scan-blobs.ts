import type { FileHandle } from 'node:fs/promises';
import { MAX_BLOB_HEADER_BYTES, readBlobHeader } from '../../geo/roads/osm/blob.js';
import { OsmFormatError } from '../../geo/roads/osm/wire.js';

/** Position of a blob's contents in the file. */
export interface BlobPlace {
  position: number;
  bytes: number;
}

export interface BlobsOfFile {
  header: BlobPlace;
  data: BlobPlace[];
}

/** Bytes read to find a blob's header; most headers have some twenty bytes. */
const LOOK_BYTES = 64;

/**
 * Walks over the headers of a file's blobs, at any position, also beyond 2 GiB.
 * @throws OsmFormatError for a file of another kind or a truncated file
 */
export async function scanBlobs(file: FileHandle): Promise<BlobsOfFile> {
  const { size } = await file.stat();
  const look = Buffer.alloc(4 + MAX_BLOB_HEADER_BYTES);
  let header: BlobPlace | null = null;
  const data: BlobPlace[] = [];
  for (let at = 0; at < size; ) {
    await readAt(file, look.subarray(0, Math.min(LOOK_BYTES, size - at)), at);
    const headerBytes = size - at < 4 ? 0 : look.readUInt32BE(0);
    if (headerBytes === 0 || headerBytes > MAX_BLOB_HEADER_BYTES)
      throw new OsmFormatError(
        at === 0 ? 'it does not look like an .osm.pbf' : `it is damaged at byte ${at}`,
      );
    if (4 + headerBytes > LOOK_BYTES) await readAt(file, look.subarray(0, 4 + headerBytes), at);
    const { type, dataBytes } = readBlobHeader(look.subarray(4, 4 + headerBytes));
    const place = { position: at + 4 + headerBytes, bytes: dataBytes };
    at = place.position + place.bytes;
    if (at > size)
      throw new OsmFormatError(`it is cut off: its last block has ${at - size} bytes less than it says`);
    if (type === 'OSMHeader') header ??= place;
    else if (type === 'OSMData') data.push(place);
  }
  if (header === null) throw new OsmFormatError('it does not look like an .osm.pbf: it has no header');
  return { header, data };
}

/** @throws OsmFormatError where the file ends earlier */
async function readAt(file: FileHandle, into: Buffer, position: number): Promise<void> {
  for (let got = 0; got < into.length; ) {
    const { bytesRead } = await file.read(into, got, into.length - got, position + got);
    if (bytesRead === 0) throw new OsmFormatError('it is cut off');
    got += bytesRead;
  }
}

/** Reads the contents of consecutive blobs at once. @throws OsmFormatError where the file ends earlier */
export async function readBlobs(file: FileHandle, places: readonly BlobPlace[]): Promise<Buffer[]> {
  const first = places[0]!.position;
  const last = places.at(-1)!;
  const bytes = Buffer.allocUnsafeSlow(last.position + last.bytes - first);
  await readAt(file, bytes, first);
  return places.map(({ position, bytes: length }) =>
    bytes.subarray(position - first, position - first + length),
  );
}
