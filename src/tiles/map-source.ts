import { type SharedValue, writeShared } from '../base/threads/shared-value.js';
import { areaGeometry } from '../format/write/area-geometry.js';
import type { AreaGeometry } from '../geo/circle-polygon.js';
import type { RegionFinder } from '../geo/regions/region-finder.js';
import { isRegion } from '../geo/regions/region-type.js';
import { classFills } from '../images/class-fills.js';
import { NO_COLOR } from '../images/picture-content.js';
import { locateTexts, readCopiedRow, readDoubles } from '../nearby/binary-array.js';
import { MAX_LATITUDE } from '../render/imagery/web-mercator.js';
import { isDriveTime } from '../schema/marker-terms.js';
import { FILLS } from '../schema/palette-colors.js';
import { readAreas } from '../store/areas-of-markers.js';
import type pg from '../store/pg.js';
import {
  type AreaRow,
  readTileMarkers,
  TILE_COLUMNS,
  type TileFilter,
  type TileMarkers,
} from '../store/tile-markers.js';
import { AREA, BYTES_PER_PIN, type PinSet, packPinSet } from './pin-set.js';
import { latOf, lngOf, tileX, tileY } from './tile-place.js';

/** An area, once however many markers have it. */
export interface TileArea {
  readonly type: string;
  /** Same as `AreaRow.of`. */
  readonly of: string;
  readonly lng: number | null;
  readonly lat: number | null;
  /** The first of its markers. */
  readonly id: number;
  readonly markers: number;
  /** Number of the fill that most of its markers have. */
  readonly color: number;
  /** West, north, east and south, as `tileX` and `tileY`. */
  readonly box: readonly number[];
}

/** All that tiles of a map are drawn from, in shared memory. */
export interface MapSource {
  readonly mapId: number;
  readonly pins: PinSet;
  /** `#rrggbb` by number of a colour. */
  readonly fills: readonly string[];
  /** TileArea[], the largest first; null: none. */
  readonly areas: SharedValue | null;
  /**
   * Origin of the areas, for their credits: data set and type of regions, such as `census/us_county`, and
   * the other types.
   */
  readonly areaTypes: readonly string[];
  /** West, south, east, north in degrees of all that is shown; null: nothing is. */
  readonly bounds: readonly [number, number, number, number] | null;
  /** Unix time at which a marker expires; Infinity: none does. */
  readonly expiresAtMs: number;
  readonly bytes: number;
}

/** Source as a thread reads it. */
export type ReadSource = Omit<MapSource, 'areas'> & { readonly areas: SharedValue['bytes'] | null };

/** Markers of a map at most: they take 90 MB, and half a gigabyte while they are read. */
const MOST_MARKERS = 5_000_000;
/** Different circles and drive times, as in pictures. */
const MAX_SHAPES = 10_000;
/** Areas of drive times that are read at a time, of 5 KB each. */
const DRIVE_TIMES = 64;
const BYTES_OF_SOURCE = 4096;

const NAMES = [...FILLS.keys()];
const NUMBERS = new Map(NAMES.map((name, at) => [name, at]));

/** Reads the markers of a map that its tiles show, on a thread. A million take some 1.2 s. */
export async function readMapSource(
  pool: pg.Pool,
  regions: Pick<RegionFinder, 'geometryOf'>,
  mapId: number,
  filter: TileFilter,
): Promise<ReadSource> {
  const read = await readTileMarkers(pool, mapId, filter, MOST_MARKERS + 1);
  const { copied, legend } = read;
  const [ofIds, ofLats, ofLngs, ofColors, expires] = readCopiedRow(copied, TILE_COLUMNS.length);
  const lats = readDoubles(ofLats!, 0);
  const lngs = readDoubles(ofLngs!, 0);
  const colors = colorNumbers(ofColors!);
  const pins = packPinSet({ ids: readDoubles(ofIds!, 0), lats, lngs, colors });
  const areas = await areasOf(pool, regions, read.areas, legend);
  const shared = areas.length === 0 ? null : writeShared(areas);
  return {
    mapId,
    pins,
    fills: fillsOf(legend, colors),
    areas: shared,
    areaTypes: [
      ...new Set(areas.map(({ type, of }) => (isRegion(type) ? `${of.split('/')[0]}/${type}` : type))),
    ],
    bounds: boundsOf(lngs, lats, areas),
    expiresAtMs: expires?.readDoubleBE(0) ?? Number.POSITIVE_INFINITY,
    bytes: BYTES_OF_SOURCE + BYTES_PER_PIN * lats.length + (shared?.length ?? 0),
  };
}

/**
 * Colours as pictures have them: those of the palette, those of classes of numbers from their ramp, and one
 * for none.
 */
function fillsOf(legend: TileMarkers['legend'], colors: Uint16Array): string[] {
  const ofClasses = classFills(legend);
  const fills = NAMES.map((name) => ofClasses.get(name) ?? FILLS.get(name)!);
  // Where no marker has a colour, grey would tell nothing.
  const isColored = colors.some((color) => (color & ~AREA) < NAMES.length);
  return [...fills, isColored ? NO_COLOR : fills[0]!];
}

/** Numbers of colours. They repeat, and are told by their bytes: a string of each takes ten times as long. */
export function colorNumbers(texts: Buffer | null): Uint16Array {
  const { bytes, starts, ends } = locateTexts(texts);
  const seen = new Map<number, { start: number; end: number; number: number }>();
  const numbers = new Uint16Array(starts.length);
  for (let row = 0; row < numbers.length; row++) {
    const [start, end] = [starts[row]!, ends[row]!];
    let hash = 0;
    for (let at = start; at < end; at++) hash = (Math.imul(hash, 31) + bytes[at]!) | 0;
    let color = seen.get(hash);
    if (color === undefined || !isSame(bytes, color, start, end)) {
      color = { start, end, number: numberOf(bytes.toString('latin1', start, end)) };
      seen.set(hash, color);
    }
    numbers[row] = color.number;
  }
  return numbers;
}

function isSame(bytes: Buffer, other: { start: number; end: number }, start: number, end: number): boolean {
  if (end - start !== other.end - other.start) return false;
  for (let at = start; at < end; at++) if (bytes[at] !== bytes[other.start + at - start]) return false;
  return true;
}

function numberOf(text: string): number {
  const isArea = text.startsWith('!');
  return (NUMBERS.get(isArea ? text.slice(1) : text) ?? NAMES.length) | (isArea ? AREA : 0);
}

/** An area that is being counted. */
type Counted = Omit<AreaRow, 'color' | 'markers'> & { colors: Map<number, number> };

/**
 * The areas of today's layers, each in the colour that most of its markers have, of equals the first of the
 * legend.
 */
async function areasOf(
  pool: pg.Pool,
  regions: Pick<RegionFinder, 'geometryOf'>,
  rows: readonly AreaRow[],
  legend: TileMarkers['legend'],
): Promise<TileArea[]> {
  const byKey = new Map<string, Counted>();
  let shapes = 0;
  for (const { color, markers, ...row } of rows) {
    const key = `${row.type.replace('pinned_', '')} ${row.of} ${row.lng} ${row.lat}`;
    let area = byKey.get(key);
    if (area === undefined) {
      if (row.of === '' || (!isRegion(row.type) && ++shapes > MAX_SHAPES)) continue;
      area = { ...row, colors: new Map() };
      byKey.set(key, area);
    }
    const number = NUMBERS.get(color ?? '') ?? NAMES.length;
    area.colors.set(number, (area.colors.get(number) ?? 0) + markers);
  }
  const order = new Map(legend.map(({ color }, at) => [NUMBERS.get(color) ?? NAMES.length, at]));
  const orderOf = (color: number): number => order.get(color) ?? legend.length + color;
  const areas: TileArea[] = [];
  const counted = [...byKey.values()];
  for (let from = 0; from < counted.length; from += DRIVE_TIMES) {
    const some = counted.slice(from, from + DRIVE_TIMES);
    const geometries = await geometriesOf(pool, regions, some);
    for (const [at, { colors, ...area }] of some.entries()) {
      const geometry = geometries[at];
      if (!geometry) continue;
      const [[color]] = [...colors].sort(
        ([a, many], [b, others]) => others - many || orderOf(a) - orderOf(b),
      ) as [[number, number]];
      const markers = [...colors.values()].reduce((sum, each) => sum + each);
      areas.push({ ...area, color, markers, box: boxOf(geometry) });
    }
  }
  return areas.sort((a, b) => sizeOf(b.box) - sizeOf(a.box) || a.id - b.id);
}

const sizeOf = ([west, north, east, south]: readonly number[]): number => (east! - west!) * (south! - north!);

/** Areas by their shapes; null: none is known today. */
export async function geometriesOf(
  pool: pg.Pool,
  regions: Pick<RegionFinder, 'geometryOf'>,
  areas: readonly Pick<TileArea, 'type' | 'of' | 'lng' | 'lat'>[],
): Promise<(AreaGeometry | null)[]> {
  const keys = areas.filter(({ type }) => isDriveTime(type)).map(({ of }) => of);
  const driveTimes = await readAreas(pool, keys);
  return areas.map(({ type, of, lng, lat }) =>
    areaGeometry(
      {
        type,
        lat: lat ?? 0,
        lng: lng ?? 0,
        radius: Number(of),
        regionSource: of,
        driveTime: driveTimes.get(of) ?? null,
      },
      regions,
    ),
  );
}

function boxOf({ type, coordinates }: AreaGeometry): number[] {
  const polygons = type === 'Polygon' ? [coordinates] : coordinates;
  let [west, north, east, south] = [1, 1, 0, 0];
  for (const [outer = []] of polygons)
    for (const [lng, lat] of outer) {
      const [x, y] = [tileX(lng!), tileY(lat!)];
      west = Math.min(west, x);
      east = Math.max(east, x);
      north = Math.min(north, y);
      south = Math.max(south, y);
    }
  return [west, north, east, south];
}

/** A little wider than the points, so that none lies on the edge, where map libraries may round it away. */
const MARGIN = 1e-6;

function boundsOf(lngs: Float64Array, lats: Float64Array, areas: readonly TileArea[]): MapSource['bounds'] {
  if (lngs.length === 0) return null;
  let [west, south, east, north] = [180, MAX_LATITUDE, -180, -MAX_LATITUDE];
  for (let at = 0; at < lngs.length; at++) {
    const [lng, lat] = [lngs[at]!, lats[at]!];
    if (lng < west) west = lng;
    if (lng > east) east = lng;
    if (lat < south) south = lat;
    if (lat > north) north = lat;
  }
  for (const { box } of areas) {
    west = Math.min(west, lngOf(box[0]!));
    north = Math.max(north, latOf(box[1]!));
    east = Math.max(east, lngOf(box[2]!));
    south = Math.min(south, latOf(box[3]!));
  }
  return [
    Math.max(-180, west - MARGIN),
    Math.max(-MAX_LATITUDE, Math.min(south, MAX_LATITUDE) - MARGIN),
    Math.min(180, east + MARGIN),
    Math.min(MAX_LATITUDE, Math.max(north, -MAX_LATITUDE) + MARGIN),
  ];
}
