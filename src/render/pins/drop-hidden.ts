import type { PinsShape } from '../scene.js';
import { SYMBOL_REACH_PT } from '../symbols.js';

/** Side of a square of the bitmap in which what is covered is noted: a pixel of the PNG. */
const SQUARE_PT = 0.36;

/**
 * Half the width of a symbol of 100 points at a height `y` (down is positive, its place is 0): all of it lies within `outer`, and within `inner`
 * it is opaque. See SYMBOLS for the shapes.
 */
interface Outline {
  outer(y: number): number;
  inner(y: number): number;
}

const disc = (y: number, middle: number, radius: number): number =>
  Math.sqrt(Math.max(0, radius * radius - (y - middle) * (y - middle)));
const slope = (y: number, top: [y: number, half: number], bottom: [y: number, half: number]): number =>
  y < top[0] || y > bottom[0] ? 0 : top[1] + ((bottom[1] - top[1]) * (y - top[0])) / (bottom[0] - top[0]);

const OUTLINES: Readonly<Record<PinsShape['symbol'], Outline>> = {
  pin: {
    outer: (y) => Math.max(disc(y, -65, 43), slope(y, [-65, 43], [8, 8])),
    inner: (y) => Math.max(disc(y, -65, 38), slope(y, [-65, 38], [0, 2])),
  },
  dot: { outer: (y) => disc(y, 0, 57), inner: (y) => disc(y, 0, 54) },
};

/** What is looked at of an outline within one row of squares. */
const STEPS = 4;
/** Where in its square a symbol's place is, as exactly as outlines tell apart. */
const PHASES = 8;

/**
 * Which of the symbols can be seen: those that lie wholly under opaque parts of later ones are left out. Some that cannot be seen stay, none
 * that can be is left out.
 * @param places x, y, …, the last on top
 * @returns indexes, ascending
 */
export function visibleSymbols(
  places: Float32Array,
  { symbol, sizePt }: Pick<PinsShape, 'symbol' | 'sizePt'>,
): Uint32Array {
  const reachPt = (Math.max(...Object.values(SYMBOL_REACH_PT[symbol])) * sizePt) / 100 + 2 * SQUARE_PT;
  const [left, top, right, bottom] = boxOf(places, reachPt);
  const columns = Math.ceil((right - left) / SQUARE_PT);
  const rows = Math.ceil((bottom - top) / SQUARE_PT);
  const isCovered = new Uint8Array(columns * rows);
  const { up, down } = SYMBOL_REACH_PT[symbol];
  const unit = 100 / sizePt;
  const outline = OUTLINES[symbol];
  const half = (of: (y: number) => number, from: number, pick: (...of: number[]) => number): number =>
    pick(...Array.from({ length: STEPS + 1 }, (_, i) => of((from + (i * SQUARE_PT) / STEPS) * unit))) / unit;
  const spans = Array.from({ length: PHASES }, (_, phase) => {
    const firstRow = -Math.ceil((up / unit + SQUARE_PT) / SQUARE_PT);
    const lastRow = Math.ceil((down / unit + SQUARE_PT) / SQUARE_PT);
    // From a square's upper edge to the place, of all places of the phase.
    const offsets = [phase / PHASES, (phase + 1) / PHASES].map((share) => share * SQUARE_PT);
    return Array.from({ length: lastRow - firstRow + 1 }, (_, i) => {
      const tops = offsets.map((offset) => (firstRow + i) * SQUARE_PT - offset);
      return {
        row: firstRow + i,
        outer: Math.max(...tops.map((from) => half(outline.outer, from, Math.max))),
        inner: Math.min(...tops.map((from) => half(outline.inner, from, Math.min))),
      };
    });
  });
  const visible = new Uint32Array(places.length / 2);
  let count = visible.length;
  for (let index = visible.length - 1; index >= 0; index--) {
    const x = (places[2 * index]! - left) / SQUARE_PT;
    const y = (places[2 * index + 1]! - top) / SQUARE_PT;
    const row = Math.floor(y);
    const rowsOf = spans[Math.min(PHASES - 1, Math.floor((y - row) * PHASES))]!;
    const isHidden = rowsOf.every(({ row: down, outer }) => {
      if (outer === 0) return true;
      const at = (row + down) * columns;
      const [from, to] = [Math.floor(x - outer / SQUARE_PT), Math.ceil(x + outer / SQUARE_PT)];
      for (let square = at + from; square < at + to; square++) if (isCovered[square] === 0) return false;
      return true;
    });
    if (isHidden) continue;
    visible[--count] = index;
    for (const { row: down, inner } of rowsOf) {
      if (inner === 0) continue;
      const at = (row + down) * columns;
      isCovered.fill(1, at + Math.ceil(x - inner / SQUARE_PT), at + Math.floor(x + inner / SQUARE_PT));
    }
  }
  return visible.subarray(count);
}

function boxOf(places: Float32Array, marginPt: number): [number, number, number, number] {
  const box: [number, number, number, number] = [
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ];
  for (let i = 0; i < places.length; i += 2) {
    box[0] = Math.min(box[0], places[i]! - marginPt);
    box[1] = Math.min(box[1], places[i + 1]! - marginPt);
    box[2] = Math.max(box[2], places[i]! + marginPt);
    box[3] = Math.max(box[3], places[i + 1]! + marginPt);
  }
  return box;
}
