import { backwards, twiceArea } from '../flat-lines.js';
import { MISSING, type NodeTable } from '../roads/node-table.js';
import type { Bounds } from '../roads/osm/header-block.js';
import { seaOf } from './close-at-box.js';
import { lakeWithin } from './cut-lake.js';
import { joinWays } from './join-ways.js';
import { COAST, isAreaLayer, LAYERS } from './layers.js';
import { type Coordinates, E7, type E7Box } from './plane.js';
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

/** Points of streets that are looked at to tell the water of a lake from its land. */
const MOST_STREET_POINTS = 500;

/** Cuts streets, water and parks of a file into tiles. */
export function buildTiles(file: FeaturesOfFile): StreetTiles {
  const { ways, multipolygons, members, table, bounds } = file;
  const cutter = new TileCutter();
  const coasts: Uint32Array[] = [];
  const named = new NamedStreets();
  const around: Around = { box: bounds && boxOf(bounds), streets: streetPoints(file) };
  for (const { layer, firstRef, nodes, names, firstOfName } of ways)
    for (let way = 0; way < layer.length; way++) {
      const refs = nodes.subarray(firstRef[way]!, firstRef[way + 1]!);
      if (firstOfName[way] !== firstOfName[way + 1])
        named.add(layer[way]!, names.subarray(firstOfName[way], firstOfName[way + 1]), refs);
      if (layer[way] === COAST) coasts.push(refs);
      else if (isAreaLayer(layer[way]!))
        areaOf({ outer: [refs], inner: [] }, layer[way]!, table, around, cutter);
      else for (const line of linesOf(refs, table)) cutter.line(layer[way]!, line);
    }
  const byId = memberFinder(members);
  for (const { layer, firstMember, members: ids, isInner } of multipolygons)
    for (let at = 0; at < layer.length; at++) {
      const shape: Shape = { outer: [], inner: [] };
      for (let i = firstMember[at]!; i < firstMember[at + 1]!; i++) {
        const refs = byId(ids[i]!);
        if (refs === null) shape.lacksWays = true;
        else (isInner[i] === 1 ? shape.inner : shape.outer).push(refs);
      }
      areaOf(shape, layer[at]!, table, around, cutter);
    }
  named.cut(table, cutter);
  if (around.box !== null) addSea(coasts, table, around.box, cutter);
  return cutter.finish();
}

/** Ways of main streets by their layer and name, to be joined: maps have them in short pieces. */
class NamedStreets {
  readonly #ways = new Map<string, { layer: number; name: string; ways: Uint32Array[] }>();

  add(layer: number, utf8: Uint8Array, refs: Uint32Array): void {
    const name = Buffer.from(utf8.buffer, utf8.byteOffset, utf8.length).toString('utf8');
    const key = `${layer} ${name}`;
    const known = this.#ways.get(key);
    if (known) known.ways.push(refs);
    else this.#ways.set(key, { layer, name, ways: [refs] });
  }

  cut(table: NodeTable, cutter: TileCutter): void {
    for (const { layer, name, ways } of this.#ways.values()) {
      const { rings, open } = joinWays(ways, false);
      for (const chain of [...rings, ...open])
        for (const line of linesOf(chain, table)) cutter.name(layer, name, line);
    }
  }
}

interface Around {
  /** The box of the extract; null: not known. */
  box: E7Box | null;
  /** Some points of streets. */
  streets: Coordinates;
}

/** Ways of an area. */
interface Shape {
  outer: Uint32Array[];
  inner: Uint32Array[];
  /** Tells whether the file lacks some of them. */
  lacksWays?: boolean;
}

const boxOf = ({ west, south, east, north }: Bounds): E7Box => ({
  west: Math.round(west * E7),
  south: Math.round(south * E7),
  east: Math.round(east * E7),
  north: Math.round(north * E7),
});

/** Middles of streets, evenly chosen. */
function streetPoints({ ways, table }: Pick<FeaturesOfFile, 'ways' | 'table'>): Coordinates {
  const isStreet = (layer: number): boolean =>
    layer < COAST && !isAreaLayer(layer) && LAYERS[layer] !== 'river';
  const all = ways.reduce((sum, { layer }) => sum + layer.filter(isStreet).length, 0);
  const every = Math.max(1, Math.ceil(all / MOST_STREET_POINTS));
  const points: Coordinates = [];
  let at = 0;
  for (const { layer, firstRef, nodes } of ways)
    for (let way = 0; way < layer.length; way++) {
      if (!isStreet(layer[way]!) || at++ % every !== 0) continue;
      const node = nodes[(firstRef[way]! + firstRef[way + 1]!) >> 1]!;
      if (table.latE7[node] !== MISSING) points.push(table.lonE7[node]!, table.latE7[node]!);
    }
  return points;
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
const wholeRings = (chains: readonly number[][], table: NodeTable, isHole: boolean): Coordinates[] =>
  chains.flatMap((chain) => {
    if (!isWhole(chain, table)) return [];
    const ring = linesOf(chain, table)[0]!.slice(0, -2);
    return ring.length < 6 ? [] : [twiceArea(ring) < 0 !== isHole ? ring : backwards(ring)];
  });

const isWhole = (chain: readonly number[], { latE7 }: NodeTable): boolean =>
  chain.every((node) => latE7[node] !== MISSING);

function areaOf(
  { outer, inner, lacksWays = false }: Shape,
  layer: number,
  table: NodeTable,
  { box, streets }: Around,
  cutter: TileCutter,
): void {
  const { rings, open } = joinWays(outer, false);
  const whole = wholeRings(rings, table, false);
  const broken = rings.filter((ring) => !isWhole(ring, table)).map((ring) => fromGap(ring, table));
  // The extract lacks a part of the shore; where it has all of it, the area is an error of the map.
  const isCut =
    broken.length > 0 || (open.length > 0 && (lacksWays || !open.every((chain) => isWhole(chain, table))));
  const shores =
    isCut && LAYERS[layer] === 'water' ? [...broken, ...open].flatMap((chain) => linesOf(chain, table)) : [];
  const within = shores.length === 0 ? [] : lakeWithin(shores, box, streets);
  const all = [...whole, ...within];
  if (all.length > 0) cutter.area(layer, [...all, ...wholeRings(joinWays(inner, false).rings, table, true)]);
}

/** A ring that begins and ends at a node that the file lacks. */
function fromGap(ring: readonly number[], { latE7 }: NodeTable): number[] {
  const gap = ring.findIndex((node) => latE7[node] === MISSING);
  return [...ring.slice(gap), ...ring.slice(1, gap + 1)];
}

function addSea(coasts: readonly Uint32Array[], table: NodeTable, box: E7Box, cutter: TileCutter): void {
  const { rings, open } = joinWays(coasts, true);
  const lines = [...rings, ...open].flatMap((chain) => linesOf(chain, table));
  const sea = seaOf(lines, box);
  if (sea.length > 0) cutter.area(LAYERS.indexOf('water'), sea);
}
