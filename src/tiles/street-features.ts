import type { Feature, Position } from 'geojson';
import { twiceArea } from '../geo/flat-lines.js';
import { isAreaLayer, LAYERS, NAMES } from '../geo/streets/layers.js';
import { TileReader } from '../geo/streets/tile-bytes.js';
import { LEVELS } from '../geo/streets/tiles.js';
import type pg from '../store/pg.js';
import { readTiles, type StoredTile } from '../store/road-tiles.js';
import type { FeaturesByLayer } from './base-features.js';
import { boxOfTile, latOf, lngOf, type TileAddress } from './tile-place.js';

/** Zoom from which on the finer level is shown. */
const FINE_FROM = 13;
/** Points of a tile at most: of a fuller one the least important layers are left out. */
const MOST_POINTS = 100_000;

/** Streets, water and parks of loaded road networks in a tile. */
export async function streetFeatures(pool: pg.Pool, place: TileAddress): Promise<FeaturesByLayer> {
  const level = place.z < FINE_FROM ? 1 : 0;
  const { degrees, layers } = LEVELS[level]!;
  const [west, north, east, south] = boxOfTile(place);
  const columnOf = (share: number): number => Math.floor((lngOf(share) + 180) / degrees);
  const rowOf = (share: number): number => Math.floor((latOf(share) + 90) / degrees);
  const columns: number[] = [];
  const all = 360 / degrees;
  for (let x = columnOf(west); x <= columnOf(east); x++) columns.push((x + all) % all);
  const range = { level, columns, bottom: rowOf(south), top: rowOf(north) };
  const wanted = [...layers.map((layer) => LAYERS.indexOf(layer)), ...(level === 0 ? [NAMES] : [])];
  const roads: Feature[] = [];
  const named: Feature[] = [];
  const water: Feature[] = [];
  const parks: Feature[] = [];
  for (const tile of await readTiles(pool, range, wanted, MOST_POINTS)) {
    if (tile.layer === NAMES) named.push(...namesOf(tile, degrees));
    else if (!isAreaLayer(tile.layer)) roads.push(...linesOf(tile, degrees));
    else (LAYERS[tile.layer] === 'water' ? water : parks).push(...areasOf(tile, degrees));
  }
  return { parks, water_areas: water, roads, road_names: named };
}

const cornerOf = ({ x, y }: StoredTile, degrees: number): readonly [number, number] => [
  x * degrees - 180,
  y * degrees - 90,
];

function positions(points: readonly number[]): Position[] {
  const found: Position[] = [];
  for (let i = 0; i < points.length; i += 2) found.push([points[i]!, points[i + 1]!]);
  return found;
}

const lineFeature = (points: readonly number[], properties: object): Feature => ({
  type: 'Feature',
  properties,
  geometry: { type: 'LineString', coordinates: positions(points) },
});

function linesOf(tile: StoredTile, degrees: number): Feature[] {
  const [west, south] = cornerOf(tile, degrees);
  const reader = new TileReader(tile.bytes);
  const found: Feature[] = [];
  while (reader.hasMore) found.push(lineFeature(reader.line(west, south), { class: LAYERS[tile.layer]! }));
  return found;
}

function namesOf(tile: StoredTile, degrees: number): Feature[] {
  const [west, south] = cornerOf(tile, degrees);
  const reader = new TileReader(tile.bytes);
  const found: Feature[] = [];
  while (reader.hasMore) {
    const [layer, name] = [reader.number(), reader.text()];
    found.push(lineFeature(reader.line(west, south), { class: LAYERS[layer] ?? '', name }));
  }
  return found;
}

/** Each record has the rings of one area: outer ones clockwise, holes the other way round. */
function areasOf(tile: StoredTile, degrees: number): Feature[] {
  const [west, south] = cornerOf(tile, degrees);
  const reader = new TileReader(tile.bytes);
  const found: Feature[] = [];
  while (reader.hasMore) {
    const outer: number[][] = [];
    const holes: number[][] = [];
    for (let left = reader.number(); left > 0 && reader.hasMore; left--) {
      const ring = reader.line(west, south);
      if (ring.length >= 6) (twiceArea(ring) < 0 ? outer : holes).push(ring);
    }
    const polygons = outer.map((ring) => [ring]);
    for (const hole of holes) polygons.find(([ring]) => isWithin(ring!, hole[0]!, hole[1]!))?.push(hole);
    found.push({
      type: 'Feature',
      properties: { class: LAYERS[tile.layer]! },
      geometry: {
        type: 'MultiPolygon',
        coordinates: polygons.map((rings) => rings.map((ring) => positions([...ring, ring[0]!, ring[1]!]))),
      },
    });
  }
  return found;
}

function isWithin(ring: readonly number[], x: number, y: number): boolean {
  let isIn = false;
  for (let i = 0, last = ring.length - 2; i < ring.length; last = i, i += 2) {
    const [ax, ay, bx, by] = [ring[last]!, ring[last + 1]!, ring[i]!, ring[i + 1]!];
    if (ay > y !== by > y && x <= ax + ((y - ay) / (by - ay)) * (bx - ax)) isIn = !isIn;
  }
  return isIn;
}
