import { cutRingAt, type Side } from '../cut-ring.js';
import { twiceArea } from '../flat-lines.js';
import { isAreaLayer, LAYERS, NAMES } from './layers.js';
import { type Coordinates, E7, type E7Box, keepBends, METERS_OF_E7 } from './plane.js';
import { TileWriter } from './tile-bytes.js';

/** A level of detail: its tiles, and what they leave out. */
export interface StreetLevel {
  /** Size of a tile. */
  degrees: number;
  toleranceM: number;
  /** Number of layers, the first ones. */
  layers: readonly (typeof LAYERS)[number][];
  leastWaterM2: number;
  leastGreenM2: number;
}

/** The first is for maps of a town's part, the second for those of the town and around it. */
export const LEVELS: readonly StreetLevel[] = [
  { degrees: 1 / 16, toleranceM: 1, layers: LAYERS, leastWaterM2: 100, leastGreenM2: 400 },
  {
    degrees: 1 / 4,
    toleranceM: 8,
    layers: LAYERS.filter((layer) => layer !== 'service' && layer !== 'path'),
    leastWaterM2: 8_000,
    leastGreenM2: 30_000,
  },
];

/** Tiles of one area at most: a sea that is larger is left out, as are areas of damaged files. */
const MOST_TILES = 200_000;
/** Segments that are longer than this are errors of a file. */
const LONGEST_E7 = E7 / 4;
/** Share of a tile's size by which areas reach beyond it, so that no seam shows. */
const OVERLAP = 1 / 256;

/** Layers of tiles, by ascending key (see `keyOf`). */
export interface StreetTiles {
  keys: Float64Array;
  points: Uint32Array;
  /** Bytes of tile i: starts[i] to starts[i + 1] - 1. */
  starts: Float64Array;
  bytes: Uint8Array;
}

/** Place of a tile. */
export interface TilePlace {
  level: number;
  /** Columns from 180 degrees west. */
  x: number;
  /** Rows from the South Pole. */
  y: number;
  layer: number;
}

const keyOf = ({ level, x, y, layer }: TilePlace): number => ((level * 8192 + x) * 4096 + y) * 16 + layer;

export function tilePlaceOf(key: number): TilePlace {
  const tile = Math.floor(key / 16);
  const column = Math.floor(tile / 4096);
  return { layer: key % 16, y: tile % 4096, x: column % 8192, level: Math.floor(column / 8192) };
}

/** Cuts lines and areas into tiles. */
export class TileCutter {
  readonly #tiles = new Map<number, TileWriter>();

  line(layer: number, line: Coordinates): void {
    for (const [level, { toleranceM, layers }] of LEVELS.entries())
      if (layers.includes(LAYERS[layer]!)) this.#line(level, layer, keepBends(line, toleranceM));
  }

  /** A line that maps of a town's part name. @param layer of the line */
  name(layer: number, name: string, line: Coordinates): void {
    this.#line(0, NAMES, keepBends(line, LEVELS[0]!.toleranceM), { layer, name });
  }

  /** @param rings open; outer ones clockwise, holes counterclockwise */
  area(layer: number, rings: readonly Coordinates[]): void {
    const least = LAYERS[layer] === 'water' ? 'leastWaterM2' : 'leastGreenM2';
    for (const [level, { toleranceM, [least]: leastM2 }] of LEVELS.entries()) {
      const kept = rings.flatMap((ring) => {
        if (areaM2(ring) < leastM2) return [];
        // The ends of a line stay: those of a ring are its first point.
        const simple = keepBends([...ring, ring[0]!, ring[1]!], toleranceM).slice(0, -2);
        return simple.length < 6 ? [] : [simple];
      });
      if (!kept.some((ring) => twiceArea(ring) < 0)) continue;
      const range = this.#rangeOf(level, kept);
      if ((range.right - range.left + 1) * (range.top - range.bottom + 1) > MOST_TILES) continue;
      this.#cut(level, layer, kept, range);
    }
  }

  finish(): StreetTiles {
    const keys = Float64Array.from(this.#tiles.keys()).sort();
    const starts = new Float64Array(keys.length + 1);
    const points = new Uint32Array(keys.length);
    for (const [i, key] of keys.entries()) {
      const tile = this.#tiles.get(key)!;
      points[i] = tile.points;
      starts[i + 1] = starts[i]! + tile.bytes.length;
    }
    const bytes = new Uint8Array(starts[keys.length]!);
    for (const [i, key] of keys.entries()) {
      bytes.set(this.#tiles.get(key)!.bytes, starts[i]!);
      this.#tiles.delete(key);
    }
    return { keys, points, starts, bytes };
  }

  /** Each tile gets the segments that may touch it, whole. */
  #line(level: number, layer: number, line: Coordinates, named?: Named): void {
    const size = LEVELS[level]!.degrees * E7;
    const open = new Map<number, { place: TilePlace; end: number; points: Coordinates }>();
    for (let i = 2; i < line.length; i += 2) {
      const [ax, ay, bx, by] = [line[i - 2]!, line[i - 1]!, line[i]!, line[i + 1]!];
      if (Math.abs(bx - ax) > LONGEST_E7 || Math.abs(by - ay) > LONGEST_E7) continue;
      const [left, right] = [columnOf(Math.min(ax, bx), size), columnOf(Math.max(ax, bx), size)];
      const [bottom, top] = [rowOf(Math.min(ay, by), size), rowOf(Math.max(ay, by), size)];
      for (let x = left; x <= right; x++)
        for (let y = bottom; y <= top; y++) {
          const place = { level, x, y, layer };
          const key = keyOf(place);
          const run = open.get(key);
          if (run?.end === i - 2) {
            run.points.push(bx, by);
            run.end = i;
            continue;
          }
          if (run) this.#write(run.place, [run.points], named);
          open.set(key, { place, end: i, points: [ax, ay, bx, by] });
        }
    }
    for (const { place, points } of open.values()) this.#write(place, [points], named);
  }

  #rangeOf(level: number, rings: readonly Coordinates[]): Range {
    const size = LEVELS[level]!.degrees * E7;
    const box = boxOf(rings);
    return {
      left: columnOf(box.west, size),
      right: columnOf(box.east, size),
      bottom: rowOf(box.south, size),
      top: rowOf(box.north, size),
    };
  }

  /** Halves a range of tiles until one is left. */
  #cut(level: number, layer: number, rings: readonly Coordinates[], range: Range): void {
    if (!rings.some((ring) => twiceArea(ring) < 0)) return;
    const { left, right, bottom, top } = range;
    if (left === right && bottom === top) {
      this.#write({ level, x: left, y: bottom, layer }, rings);
      return;
    }
    const size = LEVELS[level]!.degrees * E7;
    const margin = size * OVERLAP;
    const axis = right - left >= top - bottom ? 0 : 1;
    const middle = Math.floor((axis === 0 ? left + right : bottom + top) / 2);
    const at = (axis === 0 ? -180 : -90) * E7 + (middle + 1) * size;
    const halves: [Range, Range] =
      axis === 0
        ? [
            { ...range, right: middle },
            { ...range, left: middle + 1 },
          ]
        : [
            { ...range, top: middle },
            { ...range, bottom: middle + 1 },
          ];
    this.#cut(level, layer, cutAt(rings, { axis, at: at + margin, isBelow: true }), halves[0]);
    this.#cut(level, layer, cutAt(rings, { axis, at: at - margin, isBelow: false }), halves[1]);
  }

  #write(place: TilePlace, lines: readonly Coordinates[], named?: Named): void {
    const { level, x, y, layer } = place;
    const key = keyOf(place);
    let tile = this.#tiles.get(key);
    if (tile === undefined) {
      tile = new TileWriter();
      this.#tiles.set(key, tile);
    }
    const size = LEVELS[level]!.degrees * E7;
    const [west, south] = [x * size - 180 * E7, y * size - 90 * E7];
    if (isAreaLayer(layer)) tile.number(lines.length);
    if (named) {
      tile.number(named.layer);
      tile.text(named.name);
    }
    for (const line of lines)
      tile.line(line.map((value, i) => Math.round((value - (i % 2 === 0 ? west : south)) / 10)));
  }
}

interface Named {
  layer: number;
  name: string;
}

interface Range {
  left: number;
  right: number;
  bottom: number;
  top: number;
}

const columnOf = (lonE7: number, size: number): number =>
  Math.min(Math.round((360 * E7) / size) - 1, Math.max(0, Math.floor((lonE7 + 180 * E7) / size)));
const rowOf = (latE7: number, size: number): number =>
  Math.min(Math.round((180 * E7) / size) - 1, Math.max(0, Math.floor((latE7 + 90 * E7) / size)));

function boxOf(rings: readonly Coordinates[]): E7Box {
  const box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  for (const ring of rings)
    for (let i = 0; i < ring.length; i += 2) {
      box.west = Math.min(box.west, ring[i]!);
      box.east = Math.max(box.east, ring[i]!);
      box.south = Math.min(box.south, ring[i + 1]!);
      box.north = Math.max(box.north, ring[i + 1]!);
    }
  return box;
}

const areaM2 = (ring: Coordinates): number =>
  (Math.abs(twiceArea(ring)) / 2) * METERS_OF_E7 ** 2 * Math.cos(((ring[1]! / E7) * Math.PI) / 180);

/** The parts of rings on one side of a line, without those of two points. */
const cutAt = (rings: readonly number[][], side: Side): number[][] =>
  rings.map((ring) => cutRingAt(ring, side)).filter((cut) => cut.length >= 6);
