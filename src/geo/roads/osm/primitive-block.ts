import { CAR_TAGS, readCarWay } from '../car-way.js';
import { OPEN, PASSAGE_TAGS, type Passage, readPassage } from '../node-passage.js';
import { fieldTag, OsmFormatError, WireReader } from './wire.js';

/** Streets of a block: way i has the nodes firstRef[i] to firstRef[i + 1] - 1. */
export interface CarWays {
  firstRef: Uint32Array;
  /** Ids of OSM nodes. */
  refs: Float64Array;
  /** Members as in CarWay. */
  forward: Float32Array;
  backward: Float32Array;
  inTown: Float32Array;
  rank: Uint8Array;
}

/** Contents of a data block; its groups are parsed on demand. */
export interface PrimitiveBlock {
  strings: { bytes: Uint8Array; from: number; end: number }[];
  groups: WireReader[];
  /** Nanodegrees. */
  granularity: number;
  latOffset: number;
  lonOffset: number;
}

/** @throws OsmFormatError */
export function readPrimitiveBlock(bytes: Uint8Array): PrimitiveBlock {
  const reader = new WireReader(bytes);
  const block: PrimitiveBlock = { strings: [], groups: [], granularity: 100, latOffset: 0, lonOffset: 0 };
  while (reader.hasMore) {
    const tag = reader.varint();
    if (tag === fieldTag(1, 2)) readStrings(reader.message(), block.strings);
    else if (tag === fieldTag(2, 2)) block.groups.push(reader.message());
    else if (tag === fieldTag(17, 0)) block.granularity = reader.varint();
    // int64 without ZigZag. Negative values, which no writer produces, are refused as too large.
    else if (tag === fieldTag(19, 0)) block.latOffset = reader.varint();
    else if (tag === fieldTag(20, 0)) block.lonOffset = reader.varint();
    else reader.skip(tag);
  }
  return block;
}

function readStrings(table: WireReader, strings: PrimitiveBlock['strings']): void {
  while (table.hasMore) {
    const tag = table.varint();
    if (tag !== fieldTag(1, 2)) {
      table.skip(tag);
      continue;
    }
    const { bytes, at: from, end } = table.message();
    strings.push({ bytes, from, end });
  }
}

const NODE = fieldTag(1, 2);
const DENSE = fieldTag(2, 2);
export const WAY = fieldTag(3, 2);

/** Tells whether a block has nodes; blocks without are not opened a second time. */
export function hasNodes(block: PrimitiveBlock): boolean {
  return block.groups.some((group) => {
    const look = new WireReader(group.bytes, group.at, group.end);
    const tag = look.hasMore ? look.varint() : 0;
    return tag === NODE || tag === DENSE;
  });
}

/** The elements of a block that have one of the tags, such as WAY. @throws OsmFormatError */
export function* elementsOf(
  block: PrimitiveBlock,
  ...wanted: readonly number[]
): Generator<[tag: number, element: WireReader]> {
  for (const group of block.groups) {
    const reader = new WireReader(group.bytes, group.at, group.end);
    while (reader.hasMore) {
      const tag = reader.varint();
      if (wanted.includes(tag)) yield [tag, reader.message()];
      else reader.skip(tag);
    }
  }
}

/** The streets of a block. @throws OsmFormatError */
export function readCarWays(block: PrimitiveBlock): CarWays {
  const tags = new TagReader(block, CAR_TAGS);
  const firstRef = [0];
  const refs: number[] = [];
  const forward: number[] = [];
  const backward: number[] = [];
  const inTown: number[] = [];
  const rank: number[] = [];
  for (const [, element] of elementsOf(block, WAY)) {
    const way = readWay(element, tags);
    if (way === null) continue;
    readDeltas(way.refs, refs);
    forward.push(way.car.forward);
    backward.push(way.car.backward);
    inTown.push(way.car.inTown);
    rank.push(way.car.rank);
    firstRef.push(refs.length);
  }
  return {
    firstRef: Uint32Array.from(firstRef),
    refs: Float64Array.from(refs),
    forward: Float32Array.from(forward),
    backward: Float32Array.from(backward),
    inTown: Float32Array.from(inTown),
    rank: Uint8Array.from(rank),
  };
}

function readWay(way: WireReader, tags: TagReader<(typeof CAR_TAGS)[number]>) {
  let keys: WireReader | null = null;
  let values: WireReader | null = null;
  let refs: WireReader | null = null;
  while (way.hasMore) {
    const tag = way.varint();
    if (tag === fieldTag(2, 2)) keys = way.message();
    else if (tag === fieldTag(3, 2)) values = way.message();
    else if (tag === fieldTag(8, 2)) refs = way.message();
    else way.skip(tag);
  }
  if (keys === null || values === null || refs === null) return null;
  const said = tags.readPairs(keys, values);
  const car = said.highway === undefined ? null : readCarWay(said);
  return car === null ? null : { refs, car };
}

export function readDeltas(packed: WireReader, into: number[]): void {
  let value = 0;
  while (packed.hasMore) {
    value += packed.signed();
    into.push(value);
  }
}

/**
 * Reads tags by their index in the block's string table: most ways are no streets, and most nodes have no
 * tags.
 */
export class TagReader<Tag extends string> {
  /** For each string 1 + its index in `tags`, or 0. */
  readonly #keys: Uint8Array;
  readonly #texts: (string | undefined)[] = [];
  /** Tells whether the block has any of the keys. */
  readonly hasAny: boolean;

  constructor(
    readonly block: PrimitiveBlock,
    readonly tags: readonly Tag[],
  ) {
    const longest = Math.max(...tags.map((key) => key.length));
    const shortest = Math.min(...tags.map((key) => key.length));
    this.#keys = new Uint8Array(block.strings.length);
    for (let i = 0; i < block.strings.length; i++) {
      const { from, end } = block.strings[i]!;
      if (end - from <= longest && end - from >= shortest)
        this.#keys[i] = 1 + tags.indexOf(this.#text(i) as Tag);
    }
    this.hasAny = this.#keys.some((key) => key > 0);
  }

  #text(index: number): string {
    const known = this.#texts[index];
    if (known !== undefined) return known;
    const string = this.block.strings[index];
    if (string === undefined) throw new OsmFormatError('a tag is not in the table of strings');
    const { bytes, from, end } = string;
    const text = Buffer.from(bytes.buffer, bytes.byteOffset + from, end - from).toString('utf8');
    this.#texts[index] = text;
    return text;
  }

  /** Tags of a way or of a plain node: one list of keys, one of values. */
  readPairs(keys: WireReader, values: WireReader): Partial<Record<Tag, string>> {
    const found: Partial<Record<Tag, string>> = {};
    while (keys.hasMore && values.hasMore) this.#note(keys.varint(), values.varint(), found);
    return found;
  }

  /**
   * Tags of the next dense node: keys and values in turn, 0 at the end.
   * @returns null: none of the wanted keys
   */
  readNext(list: WireReader): Partial<Record<Tag, string>> | null {
    let found: Partial<Record<Tag, string>> | null = null;
    while (list.hasMore) {
      const key = list.varint();
      if (key === 0) break;
      const value = list.varint();
      if ((this.#keys[key] ?? 0) === 0) continue;
      found ??= {};
      this.#note(key, value, found);
    }
    return found;
  }

  #note(key: number, value: number, into: Partial<Record<Tag, string>>): void {
    const tag = this.#keys[key] ?? 0;
    if (tag > 0) into[this.tags[tag - 1]!] = this.#text(value);
  }
}

/** Callback with latE7 and lonE7 in degrees times 10^7. */
type VisitNode = (id: number, latE7: number, lonE7: number, passage: Passage) => void;

/** Calls back for each node of a block. @throws OsmFormatError */
export function forEachNode(block: PrimitiveBlock, visit: VisitNode): void {
  const tags = new TagReader(block, PASSAGE_TAGS);
  for (const group of block.groups) {
    const reader = new WireReader(group.bytes, group.at, group.end);
    while (reader.hasMore) {
      const tag = reader.varint();
      if (tag === DENSE) eachDense(reader.message(), block, tags, visit);
      else if (tag === NODE) visitPlain(reader.message(), block, tags, visit);
      else reader.skip(tag);
    }
  }
}

const NANO_OF_E7 = 100;

function visitPlain(
  node: WireReader,
  { granularity, latOffset, lonOffset }: PrimitiveBlock,
  tags: TagReader<(typeof PASSAGE_TAGS)[number]>,
  visit: VisitNode,
): void {
  let id = 0;
  let lat = 0;
  let lon = 0;
  let keys: WireReader | null = null;
  let values: WireReader | null = null;
  while (node.hasMore) {
    const tag = node.varint();
    if (tag === fieldTag(1, 0)) id = node.signed();
    else if (tag === fieldTag(2, 2)) keys = node.message();
    else if (tag === fieldTag(3, 2)) values = node.message();
    else if (tag === fieldTag(8, 0)) lat = node.signed();
    else if (tag === fieldTag(9, 0)) lon = node.signed();
    else node.skip(tag);
  }
  visit(
    id,
    Math.round((latOffset + granularity * lat) / NANO_OF_E7),
    Math.round((lonOffset + granularity * lon) / NANO_OF_E7),
    tags.hasAny && keys !== null && values !== null ? readPassage(tags.readPairs(keys, values)) : OPEN,
  );
}

function eachDense(
  dense: WireReader,
  { granularity, latOffset, lonOffset }: PrimitiveBlock,
  tags: TagReader<(typeof PASSAGE_TAGS)[number]>,
  visit: VisitNode,
): void {
  let ids: WireReader | null = null;
  let lats: WireReader | null = null;
  let lons: WireReader | null = null;
  let keysAndValues: WireReader | null = null;
  while (dense.hasMore) {
    const tag = dense.varint();
    if (tag === fieldTag(1, 2)) ids = dense.message();
    else if (tag === fieldTag(8, 2)) lats = dense.message();
    else if (tag === fieldTag(9, 2)) lons = dense.message();
    else if (tag === fieldTag(10, 2) && tags.hasAny) keysAndValues = dense.message();
    else dense.skip(tag);
  }
  if (ids === null || lats === null || lons === null) throw new OsmFormatError('nodes have no positions');
  let id = 0;
  let lat = 0;
  let lon = 0;
  while (ids.hasMore) {
    if (!lats.hasMore || !lons.hasMore) throw new OsmFormatError('nodes have no positions');
    id += ids.signed();
    lat += lats.signed();
    lon += lons.signed();
    const said = keysAndValues === null ? null : tags.readNext(keysAndValues);
    visit(
      id,
      Math.round((latOffset + granularity * lat) / NANO_OF_E7),
      Math.round((lonOffset + granularity * lon) / NANO_OF_E7),
      said === null ? OPEN : readPassage(said),
    );
  }
}
