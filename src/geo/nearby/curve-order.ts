import { hilbert } from './hilbert.js';

const GRID = 2 ** 16 - 1;
const CURVE_END = 2 ** 32;

/** Rows in the order of a Hilbert curve, along which neighbours lie side by side. */
export function sortedAlongCurve(lats: Float64Array, lngs: Float64Array): Uint32Array {
  // Beyond two million points the end of the curve is cut into fewer pieces, so that they are sorted natively.
  const step = 2 ** Math.max(0, Math.ceil(Math.log2((CURVE_END * lats.length) / Number.MAX_SAFE_INTEGER)));
  const placeOf = (row: number): number => {
    const place = hilbert(((lngs[row]! + 180) / 360) * GRID, ((lats[row]! + 90) / 180) * GRID);
    return Math.floor(place / step);
  };
  return sortedRows(lats.length, placeOf, CURVE_END / step);
}

/**
 * Rows by ascending key. Numbers are sorted natively, four times faster than with a comparison, when the row fits into the low
 * digits of its key, within the 53 bits of a double.
 * @param keyOf an integer below `keysEnd`
 */
export function sortedRows(count: number, keyOf: (row: number) => number, keysEnd: number): Uint32Array {
  const rows = new Uint32Array(count);
  if (keysEnd * count > Number.MAX_SAFE_INTEGER) {
    for (let row = 0; row < count; row++) rows[row] = row;
    return rows.sort((a, b) => keyOf(a) - keyOf(b));
  }
  const keys = new Float64Array(count);
  for (let row = 0; row < count; row++) keys[row] = keyOf(row) * count + row;
  keys.sort();
  for (let at = 0; at < count; at++) {
    const key = keys[at]!;
    rows[at] = key - Math.floor(key / count) * count;
  }
  return rows;
}
