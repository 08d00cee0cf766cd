import { MISSING, type NodeTable } from '../roads/node-table.js';
import type { Bounds } from '../roads/osm/header-block.js';
import { seaOf, signedArea } from './close-at-box.js';
import { joinWays } from './join-ways.js';
import { COAST, isArea, LAYERS } from './layers.js';
import { type Coordinates, E7 } from './plane.js';
import type { DrawnWays, MemberWays, Multipolygons } from './read-features.js';
import { type StreetTiles, TileCutter } from './tiles.js';

/** Ways whose node ids are replaced by indices in the node table. */
type WithNodes<Ways> = Omit<Ways, 'refs'> & { nodes: Uint32Array };

export interface FeaturesOfFile {
  ways: readonly WithNodes<DrawnWays>[];
  multipolygons: readonly Multipolygons[];
  members: readonly WithNodes<MemberWays>[];
  table: NodeTable;
  /** Bounds of the extract; null: not in the file, and there is no sea. */
  bounds: Bounds | null;
}

/** Cuts streets, water and parks of a file into tiles. */
export function buildTiles({ ways, multipolygons, members, table, bounds }: FeaturesOfFile): StreetTiles {
  const cutter = new TileCutter();
  const coasts: Uint32Array[] = [];
  for (const { layer, firstRef, nodes } of ways)
    for (let way = 0; way < layer.length; way++) {
      const refs = nodes.subarray(firstRef[way]!, firstRef[way + 1]!);
      if (layer[way] === COAST) coasts.push(refs);
      else if (isArea(layer[way]!)) areaOf([refs], [], layer[way]!, table, cutter);
      else for (const line of linesOf(refs, table)) cutter.line(layer[way]!, line);
    }
  const byId = memberFinder(members);
  for (const { layer, firstMember, members: ids, isInner } of multipolygons)
    for (let at = 0; at < layer.length; at++) {
      const [outer, inner]: Uint32Array[][] = [[], []];
      for (let i = firstMember[at]!; i < firstMember[at + 1]!; i++) {
        const refs = byId(ids[i]!);
        if (refs !== null) (isInner[i] === 1 ? inner! : outer!).push(refs);
      }
      areaOf(outer!, inner!, layer[at]!, table, cutter);
    }
  if (bounds !== null) addSea(coasts, table, bounds, cutter);
  return cutter.finish();
}

function memberFinder(members: FeaturesOfFile['members']): (id: number) => Uint32Array | null {
  const places = new Map<number, [chunk: number, way: number]>();
  for (const [chunk, { ids }] of members.entries())
    for (let way = 0; way < ids.length; way++) places.set(ids[way]!, [chunk, way]);
  return (id) => {
    const place = places.get(id);
    if (place === undefined) return null;
    const { firstRef, nodes } = members[place[0]]!;
    return nodes.subarray(firstRef[place[1]]!, firstRef[place[1] + 1]!);
  };
}

/** Parts of a way whose nodes the file has. */
function linesOf(refs: ArrayLike<number>, { lonE7, latE7 }: NodeTable): Coordinates[] {
  const lines: Coordinates[] = [];
  let line: Coordinates = [];
  const end = (): void => {
    if (line.length >= 4) lines.push(line);
    line = [];
  };
  for (let i = 0; i < refs.length; i++) {
    const node = refs[i]!;
    if (latE7[node] === MISSING) end();
    else line.push(lonE7[node]!, latE7[node]!);
  }
  end();
  return lines;
}

/** Rings that are closed and whole: of others nobody knows the inside. */
function ringsOf(ways: readonly Uint32Array[], table: NodeTable, isHole: boolean): Coordinates[] {
  return joinWays(ways, false).rings.flatMap((chain) => {
    const [line, ...more] = linesOf(chain, table);
    if (line === undefined || more.length > 0 || line.length !== 2 * chain.length) return [];
    const ring = line.slice(0, -2);
    return ring.length < 6 ? [] : [signedArea(ring) > 0 !== isHole ? ring : turned(ring)];
  });
}

function turned(ring: Coordinates): Coordinates {
  const other: Coordinates = [];
  for (let i = ring.length - 2; i >= 0; i -= 2) other.push(ring[i]!, ring[i + 1]!);
  return other;
}

function areaOf(
  outer: readonly Uint32Array[],
  inner: readonly Uint32Array[],
  layer: number,
  table: NodeTable,
  cutter: TileCutter,
): void {
  const rings = ringsOf(outer, table, false);
  if (rings.length > 0) cutter.area(layer, [...rings, ...ringsOf(inner, table, true)]);
}

function addSea(coasts: readonly Uint32Array[], table: NodeTable, bounds: Bounds, cutter: TileCutter): void {
  const { rings, open } = joinWays(coasts, true);
  const box = {
    west: Math.round(bounds.west * E7),
    south: Math.round(bounds.south * E7),
    east: Math.round(bounds.east * E7),
    north: Math.round(bounds.north * E7),
  };
  const lines = [...rings, ...open].flatMap((chain) => linesOf(chain, table));
  const sea = seaOf(lines, box);
  if (sea.length > 0) cutter.area(LAYERS.indexOf('water'), sea);
}
