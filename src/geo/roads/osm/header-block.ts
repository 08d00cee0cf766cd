import { fieldTag, OsmFormatError, WireReader } from './wire.js';

/** Degrees. */
export interface Bounds {
  west: number;
  south: number;
  east: number;
  north: number;
}

export interface OsmHeader {
  /** Bounds of the extract; null where the file lacks them. */
  bounds: Bounds | null;
  /** Time of the replication state in seconds since 1970; null where the file lacks it. */
  timestampSeconds: number | null;
}

/** Features that this reader supports. A file that requires another one is refused. */
const KNOWN_FEATURES = new Set(['OsmSchema-V0.6', 'DenseNodes']);

/**
 * @param block contents of the blob `OSMHeader`
 * @throws OsmFormatError for files of another kind
 */
export function readHeaderBlock(block: Uint8Array): OsmHeader {
  const reader = new WireReader(block);
  const header: OsmHeader = { bounds: null, timestampSeconds: null };
  while (reader.hasMore) {
    const tag = reader.varint();
    if (tag === fieldTag(1, 2)) header.bounds = readBounds(reader.message());
    else if (tag === fieldTag(4, 2)) {
      const feature = reader.text();
      if (!KNOWN_FEATURES.has(feature))
        throw new OsmFormatError(
          `it requires the feature ${JSON.stringify(feature)}, which this reader does not support`,
        );
    } else if (tag === fieldTag(32, 0)) header.timestampSeconds = reader.varint();
    else reader.skip(tag);
  }
  return header;
}

/** HeaderBBox: left, right, top, bottom in nanodegrees. */
function readBounds(reader: WireReader): Bounds {
  const sides = [0, 0, 0, 0, 0];
  while (reader.hasMore) {
    const tag = reader.varint();
    if ((tag & 7) === 0 && tag >> 3 <= 4) sides[tag >> 3] = reader.signed() / 1e9;
    else reader.skip(tag);
  }
  return { west: sides[1]!, east: sides[2]!, north: sides[3]!, south: sides[4]! };
}
