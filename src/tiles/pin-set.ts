import { lowerBound } from '../base/lower-bound.js';
import { spread16 } from '../geo/cell.js';
import { type TileAddress, tileX, tileY } from './tile-place.js';

/** Columns of markers, in any order. */
export interface TilePinColumns {
  readonly ids: Float64Array;
  readonly lats: Float64Array;
  readonly lngs: Float64Array;
  /** Number of each marker's fill, with `AREA` where it is an area without a pin. */
  readonly colors: Uint16Array;
}

/**
 * Markers in shared memory along a Morton curve over Web Mercator: the markers of any tile, and of any cell
 * of its grid, lie side by side, and each marker belongs to exactly one tile of a zoom. 18 bytes a marker. A
 * tree would find the same slices, and cost a walk a cell.
 */
export interface PinSet {
  /** Place on the curve of each marker, ascending. */
  readonly keys: Float64Array;
  readonly ids: Float64Array;
  readonly colors: Uint16Array;
}

/** Bit of `colors`: an area without a pin. */
export const AREA = 0x8000;
export const BYTES_PER_PIN = 18;

/** Bits of a coordinate: 0.6 m at the equator, and two of them are a whole number that a double holds. */
const BITS = 26;
const SIDE = 2 ** BITS;
const HALF = 13;
const HALF_MASK = 2 ** HALF - 1;

const cellOf = (share: number): number => Math.min(SIDE - 1, Math.floor(share * SIDE));

/** Undoes `spread16`. */
function gather(bits: number): number {
  let value = bits & 0x55555555;
  value = (value | (value >> 1)) & 0x33333333;
  value = (value | (value >> 2)) & 0x0f0f0f0f;
  value = (value | (value >> 4)) & 0x00ff00ff;
  return (value | (value >> 8)) & HALF_MASK;
}

const interleave = (x: number, y: number): number =>
  (spread16(x >>> HALF) | (spread16(y >>> HALF) << 1)) * SIDE +
  (spread16(x & HALF_MASK) | (spread16(y & HALF_MASK) << 1));

/** Place on the curve of a point in degrees. */
export const keyOf = (lng: number, lat: number): number => interleave(cellOf(tileX(lng)), cellOf(tileY(lat)));

/** Middle of the cell of a key, from 0 to 1. */
export const xOfKey = (key: number): number =>
  (gather(Math.floor(key / SIDE)) * 2 ** HALF + gather(key % SIDE) + 0.5) / SIDE;
export const yOfKey = (key: number): number =>
  (gather(Math.floor(key / SIDE) >> 1) * 2 ** HALF + gather((key % SIDE) >> 1) + 0.5) / SIDE;

/** Keys of a cell of the grid of a zoom: from its first on, this many. */
export const keysAt = (z: number): number => 4 ** (BITS - z);

/** Slots of the markers of a tile: from, up to without. */
export function slotsOf({ keys }: PinSet, { z, x, y }: TileAddress): readonly [number, number] {
  const size = 2 ** (BITS - z);
  const first = interleave(x * size, y * size);
  return [lowerBound(keys, first), lowerBound(keys, first + keysAt(z))];
}

/** Sorts a million markers in some 0.15 s. */
export function packPinSet({ ids, lats, lngs, colors }: TilePinColumns): PinSet {
  const count = ids.length;
  const unsorted = {
    highs: new Uint32Array(count),
    lows: new Uint32Array(count),
    rows: new Uint32Array(count),
  };
  for (let row = 0; row < count; row++) {
    const key = keyOf(lngs[row]!, lats[row]!);
    const high = Math.floor(key / SIDE);
    unsorted.highs[row] = high;
    unsorted.lows[row] = key - high * SIDE;
    unsorted.rows[row] = row;
  }
  const { highs, lows, rows } = sorted(unsorted);
  const shared = (bytes: number): SharedArrayBuffer => new SharedArrayBuffer(count * bytes);
  const set = {
    keys: new Float64Array(shared(8)),
    ids: new Float64Array(shared(8)),
    colors: new Uint16Array(shared(2)),
  };
  for (let slot = 0; slot < count; slot++) {
    const row = rows[slot]!;
    set.keys[slot] = highs[slot]! * SIDE + lows[slot]!;
    set.ids[slot] = ids[row]!;
    set.colors[slot] = colors[row]!;
  }
  return set;
}

/** Keys in two halves, and the rows that have them. */
type Keys = Readonly<Record<'highs' | 'lows' | 'rows', Uint32Array>>;

/**
 * By ascending key, digit by digit: `sort` with a function takes several times as long. It takes a third
 * longer if the keys do not move along.
 */
function sorted(keys: Keys): Keys {
  const count = keys.rows.length;
  const array = (): Uint32Array => new Uint32Array(count);
  let [from, to]: [Keys, Keys] = [keys, { highs: array(), lows: array(), rows: array() }];
  const ends = new Uint32Array(HALF_MASK + 1);
  for (const half of ['lows', 'highs'] as const)
    for (let shift = 0; shift < BITS; shift += HALF) {
      const { [half]: digits, highs, lows, rows } = from;
      ends.fill(0);
      for (let at = 0; at < count; at++) ends[(digits[at]! >>> shift) & HALF_MASK]!++;
      for (let digit = 1; digit < ends.length; digit++) ends[digit]! += ends[digit - 1]!;
      for (let at = count - 1; at >= 0; at--) {
        const slot = --ends[(digits[at]! >>> shift) & HALF_MASK]!;
        to.highs[slot] = highs[at]!;
        to.lows[slot] = lows[at]!;
        to.rows[slot] = rows[at]!;
      }
      [from, to] = [to, from];
    }
  return from;
}
