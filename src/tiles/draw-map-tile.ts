import { type GeoJSONVTFeature, geoJSONToTile } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import type { Feature } from 'geojson';
import { lowerBound } from '../base/lower-bound.js';
import { readShared } from '../base/threads/shared-value.js';
import type { RegionFinder } from '../geo/regions/region-finder.js';
import type pg from '../store/pg.js';
import { readTileMembers, type TileMarker } from '../store/tile-markers.js';
import { geometriesOf, type MapSource, type TileArea } from './map-source.js';
import { AREA, keyOf, keysAt, type PinSet, slotsOf, xOfKey, yOfKey } from './pin-set.js';
import { BUFFER, boxOfTile, EXTENT, type TileAddress, tileX, tileY } from './tile-place.js';

/** Markers up to which a tile names each of them. */
export const MOST_SINGLE = 1000;
/** Zooms between a tile and the cells of its grid: 32 by 32 cells. */
const GRID_ZOOMS = 5;
/** Most bytes of a tile. */
const MAX_TILE_BYTES = 4 * 1024 * 1024;
/** Units of a tile below which an area is not seen. */
const LEAST_UNITS = 3;
/** Deepest zoom that GeoJSON-VT allows: it does not simplify at its deepest zoom. */
const DEEPEST = 24;

/** Markers of a tile that stand at one point: one, or those of a cell of the grid. */
interface Cell {
  readonly from: number;
  readonly to: number;
}

/**
 * Draws tiles of a map, on a thread. They share the statement that reads their markers, which is most of a
 * tile of few.
 * @returns of each tile its bytes; none where nothing lies in it
 */
export async function drawMapTiles(
  pool: pg.Pool,
  regions: Pick<RegionFinder, 'geometryOf'>,
  source: MapSource,
  places: readonly TileAddress[],
  maxBytes = MAX_TILE_BYTES,
): Promise<Uint8Array[]> {
  const known = source.areas === null ? [] : readShared<TileArea[]>(source.areas);
  const drafts = places.map((place) => ({
    place,
    cells: cellsOf(source.pins, place),
    areas: areasIn(known, place),
  }));
  const ids = drafts.flatMap(({ cells, areas }) => [
    ...cells.filter(isSingle).map(({ from }) => source.pins.ids[from]!),
    ...areas.map(({ id }) => id),
  ]);
  const members = await readTileMembers(pool, source.mapId, [...new Set(ids)]);
  const tiles: Uint8Array[] = [];
  for (const { place, cells, areas } of drafts) {
    const markers = cells.map((cell) =>
      isSingle(cell) ? pinFeature(source, place, cell.from, members) : gridFeature(source, place, cell),
    );
    const shapes = await areaFeatures(pool, regions, source, areas, members);
    tiles.push(encodeWithin(maxBytes, markers, shapes, place));
  }
  return tiles;
}

const isSingle = ({ from, to }: Cell): boolean => to - from === 1;

/** The smallest areas come last, and are left out where there are too many. */
function encodeWithin(
  maxBytes: number,
  markers: readonly GeoJSONVTFeature[],
  shapes: readonly Feature[],
  place: TileAddress,
): Uint8Array {
  for (let kept = shapes.length; ; kept = kept >> 1) {
    const bytes = encode(markers, shapes.slice(0, kept), place);
    if (bytes.length <= maxBytes || kept === 0) return bytes;
  }
}

function encode(
  markers: readonly GeoJSONVTFeature[],
  areas: readonly Feature[],
  place: TileAddress,
): Uint8Array {
  const { z, x, y } = place;
  const options = { maxZoom: DEEPEST, extent: EXTENT, buffer: BUFFER, clip: true, wrap: true };
  const polygons = geoJSONToTile({ type: 'FeatureCollection', features: [...areas] }, z, x, y, options);
  const layers = {
    ...(polygons.features.length > 0 && { areas: polygons }),
    ...(markers.length > 0 && { markers: { ...polygons, features: [...markers] } }),
  };
  return fromGeojsonVt(layers, { version: 2, extent: EXTENT });
}

/** The markers of a tile one by one, or where they are many by the cells of a grid. */
export function cellsOf(pins: PinSet, place: TileAddress): Cell[] {
  const [first, end] = slotsOf(pins, place);
  const cells: Cell[] = [];
  if (end - first <= MOST_SINGLE) {
    for (let from = first; from < end; from++) cells.push({ from, to: from + 1 });
    return cells;
  }
  const size = keysAt(place.z + GRID_ZOOMS);
  for (let from = first; from < end; ) {
    const next = (Math.floor(pins.keys[from]! / size) + 1) * size;
    const to = Math.min(end, lowerBound(pins.keys, next));
    cells.push({ from, to });
    from = to;
  }
  return cells;
}

/** Units within a tile; what belongs to it is never beyond its edge. */
function unitsOf({ z, x, y }: TileAddress, shareX: number, shareY: number): [number, number] {
  const at = (share: number, tile: number): number =>
    Math.min(EXTENT - 1, Math.max(0, Math.floor((share * 2 ** z - tile) * EXTENT)));
  return [at(shareX, x), at(shareY, y)];
}

function pinFeature(
  { pins, fills }: MapSource,
  place: TileAddress,
  slot: number,
  members: ReadonlyMap<number, TileMarker>,
): GeoJSONVTFeature {
  const [key, id, color] = [pins.keys[slot]!, pins.ids[slot]!, pins.colors[slot]!];
  const marker = members.get(id);
  // One that has moved since is drawn where it was counted.
  const isThere = marker !== undefined && keyOf(marker.lng, marker.lat) === key;
  const units = isThere
    ? unitsOf(place, tileX(marker.lng), tileY(marker.lat))
    : unitsOf(place, xOfKey(key), yOfKey(key));
  const tags = {
    id,
    ...(marker && { name: marker.name, type: marker.type }),
    ...(marker?.category && { category: marker.category }),
    color: fills[color & ~AREA]!,
    pin: (color & AREA) === 0,
  };
  return { id, type: 1, tags, geometry: [units] };
}

/** Markers of a cell by number of colour: zeroes between cells, as most cells have few colours of all. */
const tally = new Uint32Array(AREA);

function gridFeature({ pins, fills }: MapSource, place: TileAddress, { from, to }: Cell): GeoJSONVTFeature {
  const { keys, colors } = pins;
  const seen: number[] = [];
  let sumX = 0;
  let sumY = 0;
  let areas = 0;
  for (let slot = from; slot < to; slot++) {
    const color = colors[slot]!;
    const number = color & ~AREA;
    if (tally[number]!++ === 0) seen.push(number);
    if (color !== number) areas++;
    const key = keys[slot]!;
    sumX += xOfKey(key);
    sumY += yOfKey(key);
  }
  const count = to - from;
  const shares = new Map<string, number>();
  for (const number of seen.sort((a, b) => a - b)) {
    const fill = fills[number]!;
    shares.set(fill, (shares.get(fill) ?? 0) + tally[number]!);
    tally[number] = 0;
  }
  const sorted = [...shares].sort(([, many], [, others]) => others - many);
  const tags = {
    count,
    pins: count - areas,
    color: sorted[0]![0],
    colors: JSON.stringify(Object.fromEntries(sorted)),
  };
  return { type: 1, tags, geometry: [unitsOf(place, sumX / count, sumY / count)] };
}

function areasIn(areas: readonly TileArea[], place: TileAddress): TileArea[] {
  const [west, north, east, south] = boxOfTile(place);
  const least = (LEAST_UNITS / EXTENT) * 2 ** -place.z;
  return areas.filter(({ box: [left, top, right, bottom] }) => {
    if (Math.max(right! - left!, bottom! - top!) < least) return false;
    return right! >= west && left! <= east && bottom! >= north && top! <= south;
  });
}

async function areaFeatures(
  pool: pg.Pool,
  regions: Pick<RegionFinder, 'geometryOf'>,
  { fills }: MapSource,
  areas: readonly TileArea[],
  members: ReadonlyMap<number, TileMarker>,
): Promise<Feature[]> {
  const geometries = await geometriesOf(pool, regions, areas);
  return areas.flatMap(({ id, type, markers, color }, at) => {
    const geometry = geometries[at];
    if (!geometry) return [];
    const { name, category } = members.get(id) ?? {};
    const properties = {
      id,
      ...(name !== undefined && { name }),
      type,
      ...(category && { category }),
      color: fills[color]!,
      ...(markers > 1 && { count: markers }),
    };
    return [{ type: 'Feature' as const, id, geometry, properties }];
  });
}
