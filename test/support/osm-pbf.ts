import { deflateSync } from 'node:zlib';

/** A node or a way as OSM has it. */
export interface OsmNode {
  id: number;
  lat: number;
  lon: number;
}
export interface OsmWay {
  id?: number;
  refs: number[];
  tags: Record<string, string>;
}

export interface OsmPbfOptions {
  /** Default: dense. */
  plainNodes?: boolean;
  /** Ways before nodes. */
  unsorted?: boolean;
  /** west, south, east, north; default: the header names none. */
  bounds?: [number, number, number, number];
  features?: string[];
  /** Items a block. */
  blockSize?: number;
  /** Field of the blob that holds the contents: 3 is zlib, 1 none, 7 zstd. */
  compression?: 1 | 3 | 7;
}

const varint = (value: number): number[] => {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  bytes.push(rest);
  return bytes;
};
const zigzag = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value);
const number = (field: number, value: number): number[] => [...varint(field * 8), ...varint(value)];
const bytes = (field: number, contents: ArrayLike<number>): number[] => [
  ...varint(field * 8 + 2),
  ...varint(contents.length),
  ...Array.from(contents),
];
const text = (field: number, value: string): number[] => bytes(field, Buffer.from(value));
const deltas = (values: readonly number[]): number[] =>
  values.flatMap((value, i) => varint(zigzag(value - (values[i - 1] ?? 0))));

function blob(type: string, contents: number[], compression: 1 | 3 | 7): Buffer {
  const body =
    compression === 1
      ? bytes(1, contents)
      : [...number(2, contents.length), ...bytes(compression, deflateSync(Uint8Array.from(contents)))];
  const header = [...text(1, type), ...number(3, body.length)];
  const length = Buffer.alloc(4);
  length.writeUInt32BE(header.length);
  return Buffer.concat([length, Uint8Array.from(header), Uint8Array.from(body)]);
}

class Strings {
  readonly table = [''];
  of(value: string): number {
    const at = this.table.indexOf(value);
    return at >= 0 ? at : this.table.push(value) - 1;
  }
}

const blockOf = (strings: Strings, group: number[]): number[] => [
  ...bytes(
    1,
    strings.table.flatMap((value) => text(1, value)),
  ),
  ...bytes(2, group),
];

const e7 = (degrees: number): number => Math.round(degrees * 1e7);

function nodesBlock(nodes: readonly OsmNode[], plain: boolean): number[] {
  const group = plain
    ? nodes.flatMap(({ id, lat, lon }) =>
        bytes(1, [...number(1, zigzag(id)), ...number(8, zigzag(e7(lat))), ...number(9, zigzag(e7(lon)))]),
      )
    : bytes(2, [
        ...bytes(1, deltas(nodes.map(({ id }) => id))),
        ...bytes(8, deltas(nodes.map(({ lat }) => e7(lat)))),
        ...bytes(9, deltas(nodes.map(({ lon }) => e7(lon)))),
      ]);
  return blockOf(new Strings(), group);
}

function waysBlock(ways: readonly OsmWay[]): number[] {
  const strings = new Strings();
  const group = ways.flatMap(({ id = 1, refs, tags }) =>
    bytes(3, [
      ...number(1, id),
      ...bytes(
        2,
        Object.keys(tags).flatMap((key) => varint(strings.of(key))),
      ),
      ...bytes(
        3,
        Object.values(tags).flatMap((value) => varint(strings.of(value))),
      ),
      ...bytes(8, deltas(refs)),
    ]),
  );
  return blockOf(strings, group);
}

/** An .osm.pbf of these nodes and ways (https://wiki.openstreetmap.org/wiki/PBF_Format). */
export function writeOsmPbf(
  nodes: readonly OsmNode[],
  ways: readonly OsmWay[],
  {
    plainNodes = false,
    unsorted = false,
    bounds,
    features,
    blockSize = 1000,
    compression = 3,
  }: OsmPbfOptions = {},
): Buffer {
  const nano = (degrees: number): number => zigzag(Math.round(degrees * 1e9));
  const header = [
    ...(bounds
      ? bytes(1, [
          ...number(1, nano(bounds[0])),
          ...number(2, nano(bounds[2])),
          ...number(3, nano(bounds[3])),
          ...number(4, nano(bounds[1])),
        ])
      : []),
    ...(features ?? ['OsmSchema-V0.6', 'DenseNodes']).flatMap((feature) => text(4, feature)),
  ];
  const inBlocks = <T>(items: readonly T[]): T[][] =>
    Array.from({ length: Math.ceil(items.length / blockSize) }, (_, i) =>
      items.slice(i * blockSize, (i + 1) * blockSize),
    );
  const nodeBlobs = inBlocks(nodes).map((part) => blob('OSMData', nodesBlock(part, plainNodes), compression));
  const wayBlobs = inBlocks(ways).map((part) => blob('OSMData', waysBlock(part), compression));
  return Buffer.concat([
    blob('OSMHeader', header, 3),
    ...(unsorted ? [...wayBlobs, ...nodeBlobs] : [...nodeBlobs, ...wayBlobs]),
  ]);
}
