import type { PinsShape } from '../scene.js';
import { CELL_PT, type PlaceGrid } from './place-grid.js';

export type SymbolSize = Pick<PinsShape, 'symbol' | 'sizePt'>;

/**
 * Side of the squares in which density is measured: a third of an inch, in which a reader sees markers as one
 * group.
 */
const SQUARE_PT = 24;
/**
 * Symbols together have as much area as the squares that they lie in: with more they hide each other, with
 * less they look lost.
 */
const COVERED = { pin: 0.65, dot: 0.9 };
/** Area of a symbol with its white edge (`symbols.ts`), as a share of its size squared. */
const AREA = { pin: 0.55, dot: 0.985 };
const PIN_PT = { least: 8, most: 14 };
/** A smaller dot has no white edge left to tell it from the next one. */
export const LEAST_DOT_PT = 2;
const MOST_DOT_PT = 5;
/**
 * Where dots lie close around most markers but few are on the map, they are larger: share of the map that all
 * together may have.
 */
const FEW_SHARE = 0.08;
const MOST_OF_FEW_PT = 3.25;
const STEP_PT = 0.25;

/**
 * Pins where there is room for them, smaller ones where it is less, and dots where a pin's shape could not be
 * seen: by the density around the median marker. Few dots are not so small that those which stand alone get
 * lost.
 */
export function symbolSize(grid: PlaceGrid): SymbolSize {
  const { density, places } = densityOfMedian(grid);
  const sizeOf = (symbol: 'pin' | 'dot'): number => Math.sqrt(COVERED[symbol] / (AREA[symbol] * density));
  const pinPt = sizeOf('pin');
  if (pinPt >= PIN_PT.least) return { symbol: 'pin', sizePt: stepped(Math.min(pinPt, PIN_PT.most)) };
  const mapPt2 = grid.columns * grid.rows * CELL_PT ** 2;
  const ofFewPt = Math.min(MOST_OF_FEW_PT, Math.sqrt((FEW_SHARE * mapPt2) / places));
  const dotPt = Math.min(Math.max(sizeOf('dot'), ofFewPt, LEAST_DOT_PT), MOST_DOT_PT);
  return { symbol: 'dot', sizePt: stepped(dotPt) };
}

const stepped = (points: number): number => Math.floor(points / STEP_PT) * STEP_PT;

/** Places per square point around the median one, and number of all. */
function densityOfMedian({ cells, columns, rows }: PlaceGrid): { density: number; places: number } {
  const side = Math.round(SQUARE_PT / CELL_PT);
  const across = Math.ceil(columns / side);
  const counts = new Uint32Array(across * Math.ceil(rows / side));
  let total = 0;
  for (let row = 0, cell = 0; row < rows; row++) {
    const first = Math.floor(row / side) * across;
    for (let column = 0; column < columns; column++, cell++) {
      if (cells[cell] === 0) continue;
      counts[first + Math.floor(column / side)]!++;
      total++;
    }
  }
  let seen = 0;
  const median = counts.sort().find((count) => {
    seen += count;
    return 2 * seen >= total && count > 0;
  });
  return { density: (median ?? 1) / (side * CELL_PT) ** 2, places: total };
}
