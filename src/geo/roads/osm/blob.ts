import { inflateSync } from 'node:zlib';
import { fieldTag, OsmFormatError, WireReader } from './wire.js';

/** Limits of the format (https://wiki.openstreetmap.org/wiki/PBF_Format); larger files are refused. */
export const MAX_BLOB_HEADER_BYTES = 64 * 1024;
const MAX_BLOB_BYTES = 32 * 1024 * 1024;

export interface BlobHeader {
  /** `OSMHeader`, `OSMData`, or a type to skip. */
  type: string;
  /** Length of the blob that follows. */
  dataBytes: number;
}

/** @throws OsmFormatError */
export function readBlobHeader(bytes: Uint8Array): BlobHeader {
  const header = { type: '', dataBytes: 0 };
  try {
    const reader = new WireReader(bytes);
    while (reader.hasMore) {
      const tag = reader.varint();
      if (tag === fieldTag(1, 2)) header.type = reader.text();
      else if (tag === fieldTag(3, 0)) header.dataBytes = reader.varint();
      else reader.skip(tag);
    }
  } catch {
    header.type = '';
  }
  if (header.type === '' || header.dataBytes <= 0 || header.dataBytes > MAX_BLOB_BYTES)
    throw new OsmFormatError('it does not look like an .osm.pbf: a block of it has no header');
  return header;
}

const COMPRESSIONS = new Map([
  [fieldTag(4, 2), 'lzma'],
  [fieldTag(5, 2), 'bzip2'],
  [fieldTag(6, 2), 'lz4'],
  [fieldTag(7, 2), 'zstd'],
]);

/** Decompresses a blob. @throws OsmFormatError */
export function openBlob(bytes: Uint8Array): Uint8Array {
  const reader = new WireReader(bytes);
  let rawBytes = 0;
  let packed: WireReader | null = null;
  while (reader.hasMore) {
    const tag = reader.varint();
    if (tag === fieldTag(1, 2)) {
      const { at, end } = reader.message();
      return bytes.subarray(at, end);
    }
    if (tag === fieldTag(2, 0)) rawBytes = reader.varint();
    else if (tag === fieldTag(3, 2)) packed = reader.message();
    else if (COMPRESSIONS.has(tag))
      throw new OsmFormatError(
        `it is compressed with ${COMPRESSIONS.get(tag)}: recompress it with zlib (\`osmium cat\`)`,
      );
    else reader.skip(tag);
  }
  if (packed === null) throw new OsmFormatError('a block is empty');
  if (rawBytes > MAX_BLOB_BYTES) throw new OsmFormatError('a block is larger than 32 MiB');
  try {
    const raw = inflateSync(bytes.subarray(packed.at, packed.end), { maxOutputLength: MAX_BLOB_BYTES });
    if (raw.length === rawBytes) return raw;
  } catch {
    // The error is thrown below.
  }
  throw new OsmFormatError('a block is damaged: it cannot be decompressed');
}
