import { deflateSync } from 'node:zlib';
import { PbfWriter } from 'pbf';

/** A node or a way of OSM. */
export interface OsmNode {
  id: number;
  lat: number;
  lon: number;
  tags?: Record<string, string>;
}
export interface OsmWay {
  id?: number;
  refs: number[];
  tags: Record<string, string>;
}
/** A relation whose members are ways. */
export interface OsmRelation {
  members: readonly { way: number; role: string }[];
  tags: Record<string, string>;
}

export interface OsmPbfOptions {
  /** Default: none. */
  relations?: readonly OsmRelation[];
  /** Default: dense. */
  plainNodes?: boolean;
  /** Ways before nodes. */
  unsorted?: boolean;
  /** west, south, east, north; default: none in the header. */
  bounds?: [number, number, number, number];
  features?: string[];
  /** Items per block. */
  blockSize?: number;
  /** Field of the blob that holds the contents: 3 is zlib, 1 uncompressed, 7 zstd. */
  compression?: 1 | 3 | 7;
}

type Compression = NonNullable<OsmPbfOptions['compression']>;

/** Bytes of a message of the protobuf wire format. */
export function message(write: (pbf: PbfWriter) => void): Uint8Array {
  const pbf = new PbfWriter();
  write(pbf);
  return pbf.finish();
}

/**
 * A blob with its header and length, as files concatenate them
 * (https://wiki.openstreetmap.org/wiki/PBF_Format).
 */
export function blobOf(type: string, contents: Uint8Array, compression: Compression): Buffer {
  const body = message((pbf) => {
    if (compression !== 1) pbf.writeVarintField(2, contents.length);
    pbf.writeBytesField(compression, compression === 1 ? contents : deflateSync(contents));
  });
  const header = message((pbf) => {
    pbf.writeStringField(1, type);
    pbf.writeVarintField(3, body.length);
  });
  const length = Buffer.alloc(4);
  length.writeUInt32BE(header.length);
  return Buffer.concat([length, header, body]);
}

export function headerBlob({ bounds, features }: Pick<OsmPbfOptions, 'bounds' | 'features'> = {}): Buffer {
  const header = message((pbf) => {
    if (bounds) pbf.writeBytesField(1, boxOf(bounds));
    for (const feature of features ?? ['OsmSchema-V0.6', 'DenseNodes']) pbf.writeStringField(4, feature);
  });
  return blobOf('OSMHeader', header, 3);
}

/** Left, right, top, bottom in nanodegrees. */
const boxOf = ([west, south, east, north]: readonly [number, number, number, number]): Uint8Array =>
  message((pbf) => {
    for (const [at, degrees] of [west, east, north, south].entries())
      pbf.writeSVarintField(at + 1, Math.round(degrees * 1e9));
  });

const deltas = (values: readonly number[]): number[] =>
  values.map((value, at) => value - (values[at - 1] ?? 0));

const e7 = (degrees: number): number => Math.round(degrees * 1e7);

/** Numbers of texts in the table of their block. */
type NumbersOf = (texts: readonly string[]) => number[];

/** A block of one group, behind the texts that it uses, by their first use; the first is empty. */
function blockBlob(
  compression: Compression,
  write: (group: PbfWriter, numbersOf: NumbersOf) => void,
): Buffer {
  const numbers = new Map([['', 0]]);
  const numberOf = (text: string): number => {
    if (!numbers.has(text)) numbers.set(text, numbers.size);
    return numbers.get(text)!;
  };
  const group = message((pbf) => write(pbf, (texts) => texts.map(numberOf)));
  const table = message((pbf) => {
    for (const text of numbers.keys()) pbf.writeStringField(1, text);
  });
  const block = message((pbf) => {
    pbf.writeBytesField(1, table);
    pbf.writeBytesField(2, group);
  });
  return blobOf('OSMData', block, compression);
}

/** Writes the tags of a node, way or relation, which have the same fields in each. */
function writeTags(pbf: PbfWriter, tags: Record<string, string>, numbersOf: NumbersOf): void {
  pbf.writePackedVarint(2, numbersOf(Object.keys(tags)));
  pbf.writePackedVarint(3, numbersOf(Object.values(tags)));
}

export const nodesBlob = (
  nodes: readonly OsmNode[],
  { plainNodes = false, compression = 3 }: Pick<OsmPbfOptions, 'plainNodes' | 'compression'> = {},
): Buffer =>
  blockBlob(compression, (group, numbersOf) => {
    if (plainNodes) {
      for (const { id, lat, lon, tags = {} } of nodes) {
        const node = message((pbf) => {
          pbf.writeSVarintField(1, id);
          writeTags(pbf, tags, numbersOf);
          pbf.writeSVarintField(8, e7(lat));
          pbf.writeSVarintField(9, e7(lon));
        });
        group.writeBytesField(1, node);
      }
      return;
    }
    const dense = message((pbf) => {
      pbf.writePackedSVarint(1, deltas(nodes.map(({ id }) => id)));
      pbf.writePackedSVarint(8, deltas(nodes.map(({ lat }) => e7(lat))));
      pbf.writePackedSVarint(9, deltas(nodes.map(({ lon }) => e7(lon))));
      // Keys and values in turn, with an empty text behind those of each node.
      if (nodes.some(({ tags }) => tags !== undefined)) {
        const texts = nodes.flatMap(({ tags = {} }) => [...Object.entries(tags).flat(), '']);
        pbf.writePackedVarint(10, numbersOf(texts));
      }
    });
    group.writeBytesField(2, dense);
  });

export const waysBlob = (
  ways: readonly OsmWay[],
  { compression = 3 }: Pick<OsmPbfOptions, 'compression'> = {},
): Buffer =>
  blockBlob(compression, (group, numbersOf) => {
    for (const { id = 1, refs, tags } of ways) {
      const way = message((pbf) => {
        pbf.writeVarintField(1, id);
        writeTags(pbf, tags, numbersOf);
        pbf.writePackedSVarint(8, deltas(refs));
      });
      group.writeBytesField(3, way);
    }
  });

const relationsBlob = (
  relations: readonly OsmRelation[],
  { compression = 3 }: Pick<OsmPbfOptions, 'compression'> = {},
): Buffer =>
  blockBlob(compression, (group, numbersOf) => {
    for (const { members, tags } of relations) {
      const relation = message((pbf) => {
        pbf.writeVarintField(1, 1);
        writeTags(pbf, tags, numbersOf);
        pbf.writePackedVarint(8, numbersOf(members.map(({ role }) => role)));
        pbf.writePackedSVarint(9, deltas(members.map(({ way }) => way)));
        // All are ways.
        pbf.writePackedVarint(10, Array(members.length).fill(1));
      });
      group.writeBytesField(4, relation);
    }
  });

/** An .osm.pbf of nodes, ways and relations, in memory; larger ones are written blob by blob. */
export function writeOsmPbf(
  nodes: readonly OsmNode[],
  ways: readonly OsmWay[],
  options: OsmPbfOptions = {},
): Buffer {
  const { blockSize = 1000, unsorted = false, relations = [] } = options;
  const inBlocks = <T>(items: readonly T[]): T[][] =>
    Array.from({ length: Math.ceil(items.length / blockSize) }, (_, i) =>
      items.slice(i * blockSize, (i + 1) * blockSize),
    );
  const nodeBlobs = inBlocks(nodes).map((part) => nodesBlob(part, options));
  const wayBlobs = inBlocks(ways).map((part) => waysBlob(part, options));
  return Buffer.concat([
    headerBlob(options),
    ...(unsorted ? [...wayBlobs, ...nodeBlobs] : [...nodeBlobs, ...wayBlobs]),
    ...(relations.length > 0 ? [relationsBlob(relations, options)] : []),
  ]);
}
