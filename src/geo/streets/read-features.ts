import { lowerBound } from '../../base/lower-bound.js';
import { elementsOf, type PrimitiveBlock, readDeltas, TagReader, WAY } from '../roads/osm/primitive-block.js';
import { fieldTag, type WireReader } from '../roads/osm/wire.js';
import { DRAWN_TAGS, type DrawnTags, layerOfArea, layerOfLine, nameOfLine } from './layers.js';

/** Ways that pictures show: way i has the nodes firstRef[i] to firstRef[i + 1] - 1. */
export interface DrawnWays {
  /** Index of LAYERS, or COAST. */
  layer: Uint8Array;
  firstRef: Uint32Array;
  /** Ids of OSM nodes. */
  refs: Float64Array;
  /** UTF-8 of the name of way i: bytes firstOfName[i] to firstOfName[i + 1] - 1; most have none. */
  names: Uint8Array;
  firstOfName: Uint32Array;
}

/** Areas of several rings: relation i has the members firstMember[i] to firstMember[i + 1] - 1. */
export interface Multipolygons {
  layer: Uint8Array;
  firstMember: Uint32Array;
  /** Ids of OSM ways. */
  members: Float64Array;
  /** 1: the member bounds a hole. */
  isInner: Uint8Array;
}

/** Features of a block. */
export interface Features {
  ways: DrawnWays;
  multipolygons: Multipolygons;
  /** Least and greatest id of the block's ways; null: it has none. */
  wayIds: readonly [least: number, greatest: number] | null;
}

/** Ways of multipolygons, by id. */
export interface MemberWays {
  ids: Float64Array;
  firstRef: Uint32Array;
  refs: Float64Array;
}

const RELATION = fieldTag(4, 2);
const WAY_MEMBER = 1;

interface Parts {
  id: number;
  keys: WireReader | null;
  values: WireReader | null;
  /** Packed fields by their tag. */
  lists: Map<number, WireReader>;
}

/** The parts that ways and relations have in common. */
function partsOf(message: WireReader, lists: readonly number[]): Parts {
  const parts: Parts = { id: 0, keys: null, values: null, lists: new Map() };
  while (message.hasMore) {
    const tag = message.varint();
    if (tag === fieldTag(1, 0)) parts.id = message.varint();
    else if (tag === fieldTag(2, 2)) parts.keys = message.message();
    else if (tag === fieldTag(3, 2)) parts.values = message.message();
    else if (lists.includes(tag)) parts.lists.set(tag, message.message());
    else message.skip(tag);
  }
  return parts;
}

const REFS = fieldTag(8, 2);
const ROLES = fieldTag(8, 2);
const MEMBERS = fieldTag(9, 2);
const MEMBER_TYPES = fieldTag(10, 2);

/** Features of a block that pictures show. @throws OsmFormatError */
export function readFeatures(block: PrimitiveBlock): Features {
  const tags = new TagReader(block, DRAWN_TAGS);
  const inner = block.strings.findIndex(({ bytes, from, end }) => textOf(bytes, from, end) === 'inner');
  const ways = { layer: [] as number[], firstRef: [0], refs: [] as number[], names: [] as string[] };
  const relations = {
    layer: [] as number[],
    firstMember: [0],
    members: [] as number[],
    isInner: [] as number[],
  };
  let wayIds: [number, number] | null = null;
  for (const [tag, element] of elementsOf(block, WAY, RELATION)) {
    const isWay = tag === WAY;
    const { id, keys, values, lists } = partsOf(element, isWay ? [REFS] : RELATION_LISTS);
    if (isWay) wayIds = [Math.min(id, wayIds?.[0] ?? id), Math.max(id, wayIds?.[1] ?? id)];
    if (!tags.hasAny || keys === null || values === null) continue;
    const said = tags.readPairs(keys, values);
    if (isWay) addWay(said, lists, ways);
    else if (said.type === 'multipolygon') addRelation(layerOfArea(said), lists, inner, relations);
  }
  return {
    ways: {
      layer: Uint8Array.from(ways.layer),
      firstRef: Uint32Array.from(ways.firstRef),
      refs: Float64Array.from(ways.refs),
      ...packedNames(ways.names),
    },
    multipolygons: {
      layer: Uint8Array.from(relations.layer),
      firstMember: Uint32Array.from(relations.firstMember),
      members: Float64Array.from(relations.members),
      isInner: Uint8Array.from(relations.isInner),
    },
    wayIds,
  };
}

function packedNames(names: readonly string[]): Pick<DrawnWays, 'names' | 'firstOfName'> {
  const firstOfName = new Uint32Array(names.length + 1);
  for (const [i, name] of names.entries()) firstOfName[i + 1] = firstOfName[i]! + Buffer.byteLength(name);
  return { names: new Uint8Array(Buffer.from(names.join(''), 'utf8')), firstOfName };
}

function addWay(
  said: DrawnTags,
  lists: Parts['lists'],
  { layer, firstRef, refs, names }: Record<'layer' | 'firstRef' | 'refs', number[]> & { names: string[] },
): void {
  const list = lists.get(REFS);
  const line = layerOfLine(said);
  const at = line >= 0 ? line : layerOfArea(said);
  if (list === undefined || at < 0) return;
  readDeltas(list, refs);
  layer.push(at);
  firstRef.push(refs.length);
  names.push(nameOfLine(line, said).toWellFormed());
}

const RELATION_LISTS = [ROLES, MEMBERS, MEMBER_TYPES];

const textOf = (bytes: Uint8Array, from: number, end: number): string =>
  end - from === 5 ? Buffer.from(bytes.buffer, bytes.byteOffset + from, end - from).toString('latin1') : '';

function addRelation(
  layer: number,
  lists: Parts['lists'],
  inner: number,
  into: Record<'layer' | 'firstMember' | 'members' | 'isInner', number[]>,
): void {
  const [roles, members, types] = RELATION_LISTS.map((tag) => lists.get(tag));
  if (layer < 0 || !roles || !members || !types) return;
  for (let id = 0; members.hasMore && roles.hasMore && types.hasMore; ) {
    id += members.signed();
    const role = roles.varint();
    if (types.varint() !== WAY_MEMBER) continue;
    into.members.push(id);
    into.isInner.push(role === inner ? 1 : 0);
  }
  into.layer.push(layer);
  into.firstMember.push(into.members.length);
}

/** The ways of a block that are among the ids, which ascend. @throws OsmFormatError */
export function readMemberWays(block: PrimitiveBlock, wanted: Float64Array): MemberWays {
  const [ids, firstRef, refs]: number[][] = [[], [0], []];
  for (const [, element] of elementsOf(block, WAY)) {
    const { id, lists } = partsOf(element, [REFS]);
    const list = lists.get(REFS);
    if (list === undefined || wanted[lowerBound(wanted, id)] !== id) continue;
    readDeltas(list, refs!);
    ids!.push(id);
    firstRef!.push(refs!.length);
  }
  return {
    ids: Float64Array.from(ids!),
    firstRef: Uint32Array.from(firstRef!),
    refs: Float64Array.from(refs!),
  };
}
