import { deflateSync } from 'node:zlib';
import { ByteWriter } from './byte-writer.js';

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

/**
 * A blob with its header and length, as files concatenate them
 * (https://wiki.openstreetmap.org/wiki/PBF_Format).
 */
export function blobOf(type: string, contents: ByteWriter, compression: Compression): Buffer {
  const body = new ByteWriter();
  if (compression === 1) body.bytes(1, contents.contents);
  else body.number(2, contents.length).bytes(compression, deflateSync(contents.contents));
  const header = new ByteWriter().text(1, type).number(3, body.length);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(header.length);
  return Buffer.concat([length, header.contents, body.contents]);
}

export function headerBlob({ bounds, features }: Pick<OsmPbfOptions, 'bounds' | 'features'> = {}): Buffer {
  const header = new ByteWriter();
  if (bounds) {
    // Left, right, top, bottom in nanodegrees.
    const [west, south, east, north] = bounds.map((degrees) => Math.round(degrees * 1e9));
    header.message(1, (box) =>
      box.signedNumber(1, west!).signedNumber(2, east!).signedNumber(3, north!).signedNumber(4, south!),
    );
  }
  for (const feature of features ?? ['OsmSchema-V0.6', 'DenseNodes']) header.text(4, feature);
  return blobOf('OSMHeader', header, 3);
}

function deltas(values: Iterable<number>): Uint8Array {
  const writer = new ByteWriter();
  let before = 0;
  for (const value of values) {
    writer.signed(value - before);
    before = value;
  }
  return writer.contents;
}

const e7 = (degrees: number): number => Math.round(degrees * 1e7);

export function nodesBlob(
  nodes: readonly OsmNode[],
  { plainNodes = false, compression = 3 }: Pick<OsmPbfOptions, 'plainNodes' | 'compression'> = {},
): Buffer {
  const group = new ByteWriter();
  const strings = new StringTable();
  if (plainNodes) {
    for (const { id, lat, lon, tags = {} } of nodes)
      group.message(1, (node) =>
        node
          .signedNumber(1, id)
          .bytes(2, strings.packed(Object.keys(tags)))
          .bytes(3, strings.packed(Object.values(tags)))
          .signedNumber(8, e7(lat))
          .signedNumber(9, e7(lon)),
      );
  } else {
    group.message(2, (dense) => {
      dense.bytes(1, deltas(nodes.map(({ id }) => id)));
      dense.bytes(8, deltas(nodes.map(({ lat }) => e7(lat))));
      dense.bytes(9, deltas(nodes.map(({ lon }) => e7(lon))));
      // Keys and values in turn, with an empty text behind those of each node.
      if (nodes.some(({ tags }) => tags !== undefined))
        dense.bytes(
          10,
          strings.packed(nodes.flatMap(({ tags = {} }) => [...Object.entries(tags).flat(), ''])),
        );
    });
  }
  return blobOf('OSMData', blockOf(strings.texts, group), compression);
}

/** Texts of a block in the order of their first use; the first is empty. */
class StringTable {
  readonly #numbers = new Map([['', 0]]);

  get texts(): string[] {
    return [...this.#numbers.keys()];
  }

  packed(texts: readonly string[]): Uint8Array {
    const writer = new ByteWriter();
    for (const text of texts) {
      if (!this.#numbers.has(text)) this.#numbers.set(text, this.#numbers.size);
      writer.varint(this.#numbers.get(text)!);
    }
    return writer.contents;
  }
}

export function waysBlob(
  ways: readonly OsmWay[],
  { compression = 3 }: Pick<OsmPbfOptions, 'compression'> = {},
): Buffer {
  const strings = new StringTable();
  const group = new ByteWriter();
  for (const { id = 1, refs, tags } of ways) {
    group.message(3, (way) =>
      way
        .number(1, id)
        .bytes(2, strings.packed(Object.keys(tags)))
        .bytes(3, strings.packed(Object.values(tags)))
        .bytes(8, deltas(refs)),
    );
  }
  return blobOf('OSMData', blockOf(strings.texts, group), compression);
}

export function relationsBlob(
  relations: readonly OsmRelation[],
  { compression = 3 }: Pick<OsmPbfOptions, 'compression'> = {},
): Buffer {
  const strings = new StringTable();
  const group = new ByteWriter();
  for (const { members, tags } of relations) {
    group.message(4, (relation) =>
      relation
        .number(1, 1)
        .bytes(2, strings.packed(Object.keys(tags)))
        .bytes(3, strings.packed(Object.values(tags)))
        .bytes(8, strings.packed(members.map(({ role }) => role)))
        .bytes(9, deltas(members.map(({ way }) => way)))
        // All are ways.
        .bytes(10, new Uint8Array(members.length).fill(1)),
    );
  }
  return blobOf('OSMData', blockOf(strings.texts, group), compression);
}

const blockOf = (strings: readonly string[], group: ByteWriter): ByteWriter =>
  new ByteWriter()
    .message(1, (table) => {
      for (const text of strings) table.text(1, text);
    })
    .bytes(2, group.contents);

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
